// `npm run test:scim-clients`: runs public conformance clients against a new server. They are Python
// programs, so `npm test` does not include them.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { build, isBuilt } from "./build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { Failure, requireSupportedNode, root, run, script, step } from "./lib/run.mjs";

const packages = ["scim-sanity==0.7.4", "scim2-tester==0.5.2", "scim2-cli==0.6.0"];
const environment = path.join(root, "node_modules", ".cache", "scim-clients");
const tool = (name) => path.join(environment, process.platform === "win32" ? "Scripts" : "bin", name);

/** Checks of these clients that contradict the SCIM documents or the supported providers, with the reason. */
const contradictions = [
  {
    check: /after DELETE \(expect 404\)|still exists after deletion/,
    why: "DELETE deactivates; the person stays readable",
  },
  {
    check: /POST \/Groups|displayName must be given/,
    why: "groups are roles of the organization; providers do not make them",
  },
  {
    check: /did not remove attribute 'active'/,
    why: "everybody is active or not; removed, it is true again, as where it is never given",
  },
];

async function installClients() {
  if (existsSync(tool("scim-sanity")) && existsSync(tool("scim2"))) return "already there";
  const made = await run("python3", ["-m", "venv", environment], { quiet: true });
  if (made.code !== 0) throw new Failure(`Python 3.11 or later with venv is needed.\n${made.output}`);
  const { code, output } = await run(tool("pip"), ["install", "--quiet", ...packages], { quiet: true });
  if (code !== 0) throw new Failure(`pip could not install ${packages.join(", ")}.\n${output}`);
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Starts a newly seeded server in a temporary directory. */
async function startServer() {
  const port = await freePort();
  const directory = mkdtempSync(path.join(os.tmpdir(), "castellan-scim-"));
  const server = spawn(process.execPath, ["dist/main.js"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: directory,
      SEED: "conformance",
      SHUTDOWN_DELAY: "0",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const stop = async () => {
    const exited = new Promise((resolve) => server.once("exit", resolve));
    if (server.exitCode === null && server.kill("SIGTERM")) await exited;
    rmSync(directory, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 600 && server.exitCode === null; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (answer?.ok) {
      const [tenant] = JSON.parse(readFileSync(path.join(directory, "seed.json"), "utf8")).tenants;
      return { url: `http://127.0.0.1:${port}/scim/v2/${tenant.slug}`, token: tenant.scimToken, stop };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Failure("The server did not start.");
}

/** Returns the checks of scim-sanity: `[PASS] check`, with the reason in the next line. */
async function sanity({ url, token }) {
  const args = ["probe", url, "--token", token, "--i-accept-side-effects"];
  const { output } = await run(tool("scim-sanity"), args, { quiet: true });
  return [...output.matchAll(/^[ \t]*\[(PASS|FAIL)\] (.*)\n(?:\s{9}(.*))?/gm)].map(
    ([, result, what, why]) => ({
      passed: result === "PASS",
      what: `scim-sanity: ${what}${why ? `: ${why}` : ""}`,
    }),
  );
}

/** Returns the checks of scim2-tester: `SUCCESS name` or `ERROR name`, with the reason in the next line. */
async function tester({ url, token }) {
  const env = { SCIM_CLI_HEADERS: `Authorization: Bearer ${token}` };
  const { output } = await run(tool("scim2"), ["-u", url, "test", "--verbose"], { quiet: true, env });
  return [...output.matchAll(/^(SUCCESS|ERROR|CRITICAL|DEVIATION)[ \t]+(\S.*)\n(?:\s{2}(.*))?/gm)].map(
    ([, result, what, why]) => ({
      passed: result === "SUCCESS",
      what: `scim2-tester: ${what}${why ? `: ${why}` : ""}`,
    }),
  );
}

await script(async () => {
  requireSupportedNode();
  await ensureInstalled();
  if (!(await isBuilt())) await build();
  await step("Installing the conformance clients", installClients);
  const server = await startServer();
  try {
    const checks = [...(await sanity(server)), ...(await tester(server))];
    const failed = checks.filter(({ passed }) => !passed);
    const reasonOf = ({ what }) => contradictions.find(({ check }) => check.test(what))?.why;
    const unexpected = failed.filter((check) => !reasonOf(check));
    for (const check of failed) console.log(`${reasonOf(check) ?? "FAILED"}: ${check.what}`);
    const passed = checks.length - failed.length;
    console.log(
      `${passed} passed, ${failed.length - unexpected.length} contradict the document, ${unexpected.length} failed`,
    );
    return unexpected.length > 0 || passed === 0 ? 1 : 0;
  } finally {
    await server.stop();
  }
});
