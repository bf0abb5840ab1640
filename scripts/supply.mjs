// `npm run supply`: checks third-party packages. Fails for a known vulnerability, a licence that is not
// allowed, and a dependency that is not pinned.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { root, run, script } from "./lib/run.mjs";
import {
  auditFindings,
  knownVulnerabilities,
  licenceProblems,
  lockedPackages,
  looseEnds,
} from "./lib/supply.mjs";

/** @param {string} file */
const readJson = async (file) => JSON.parse(await readFile(path.join(root, file), "utf8"));

/** Time limit of the answer in milliseconds. Without an answer, the list in the repository applies. */
const ANSWER_MS = 15_000;

/** Asks npm for the known vulnerabilities of the production packages. Returns null without an answer. */
async function askNpm() {
  const { output } = await run(
    "npm",
    ["audit", "--omit=dev", "--json", "--fetch-retries=0", `--fetch-timeout=${ANSWER_MS}`],
    { quiet: true, timeout: ANSWER_MS * 2 },
  );
  const [start, end] = [output.indexOf("{"), output.lastIndexOf("}")];
  try {
    return auditFindings(JSON.parse(output.slice(start, end + 1)));
  } catch {
    return null;
  }
}

/** @param {string} label @param {string[]} problems */
function tell(label, problems) {
  console.log(`${problems.length === 0 ? "✓" : "✗"} ${label}`);
  for (const problem of problems) console.log(`  ${problem}`);
  return problems.length;
}

await script(async () => {
  const [manifest, lock, list, licences] = await Promise.all(
    ["package.json", "package-lock.json", "scripts/lib/advisories.json", "scripts/lib/licences.json"].map(
      readJson,
    ),
  );
  const packages = lockedPackages(lock);
  const registry = await askNpm();
  const { refused, accepted } = knownVulnerabilities(packages, list);
  const source = `${list.advisories.length} advisories in the repository, looked up on ${list.lookedUp}`;
  const problems =
    tell(`Known vulnerabilities: ${source}`, refused) +
    (registry === null ? 0 : tell("Known vulnerabilities: the registry", registry)) +
    tell("Licences of production packages", licenceProblems(packages, licences)) +
    tell("Exact versions, sealed and without addresses", looseEnds(manifest, lock));
  if (registry === null) console.log("The registry did not answer; only the repository's list was asked.");
  for (const sentence of accepted) console.log(`Accepted: ${sentence}`);
  return problems === 0 ? 0 : 1;
});
