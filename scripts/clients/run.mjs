// `npm run test:clients`: signs a user in to apps with third-party OpenID Connect libraries, against a started server. The
// libraries are of several languages and are installed in node_modules/.cache/clients, so `npm test` does not include them.
import { build, isBuilt } from "../build.mjs";
import { ensureInstalled } from "../lib/install.mjs";
import { Failure, requireSupportedNode, script, step } from "../lib/run.mjs";

/** Returns the names of `--only=a,b`; null without it. */
function readOnly(args, known) {
  const wrong = args.find((arg) => !arg.startsWith("--only="));
  if (wrong) throw new Failure(`Unknown argument: ${wrong}. Use --only=${known.slice(0, 2).join(",")}.`);
  if (args.length === 0) return null;
  const names = args.flatMap((arg) => arg.slice("--only=".length).split(","));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Failure(`Unknown client: ${unknown}. Known: ${known.join(", ")}.`);
  return names;
}

/** Drives one client. Returns its checks. */
async function driveClient(client, castellan, { drive, freePort }) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const { clientId, clientSecret } = await castellan.register({
    name: client.name,
    base,
    redirectPath: client.redirectPath,
    ...client.app,
  });
  const env = { ISSUER: castellan.url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, PORT: String(port) };
  await castellan.takeRequests();
  const program = await client.start({ port, base, env });
  try {
    const results = await drive(client, { base, castellan, clientId });
    if (results.some(({ error }) => error)) console.log(program.output().trimEnd());
    return results;
  } finally {
    await program.stop();
  }
}

/** Installs and drives one client, and prints the result. Returns its checks; an error before them counts as one. */
async function check(client, castellan, modules) {
  const problem = await install(client);
  if (problem) return printed(client.name, [{ name: "installation", error: problem }]);
  try {
    const title = `${client.name} ${await client.version()} (${client.language})`;
    return printed(title, await driveClient(client, castellan, modules));
  } catch (error) {
    return printed(client.name, [{ name: "start", error }]);
  }
}

/** Returns the error of an installation; null if there is none. */
async function install(client) {
  if (!client.install) return null;
  try {
    await step(`Installing ${client.name}`, async () => void (await client.install()));
    return null;
  } catch (error) {
    console.log("failed");
    return error;
  }
}

function printed(title, checks) {
  console.log(title);
  for (const { name, error } of checks)
    console.log(error ? `  FAILED ${name}: ${error.message}` : `  passed ${name}`);
  return checks;
}

await script(async () => {
  requireSupportedNode();
  await ensureInstalled();
  // Imported here, because the modules need the packages of the project.
  const [{ clients }, { startCastellan }, journey, programs] = await Promise.all([
    import("./clients.mjs"),
    import("./lib/castellan.mjs"),
    import("./lib/journey.mjs"),
    import("./lib/programs.mjs"),
  ]);
  const known = clients.map(({ name }) => name);
  const only = readOnly(process.argv.slice(2), known);
  const chosen = clients.filter(({ name }) => !only || only.includes(name));
  if (!(await isBuilt())) await step("Building", () => build({ quiet: true }));

  const skipped = [];
  const results = [];
  const castellan = await startCastellan();
  try {
    for (const client of chosen) {
      const missing = client.missing();
      if (missing) {
        skipped.push(`${client.name}: ${missing}`);
        continue;
      }
      results.push(...(await check(client, castellan, { ...journey, ...programs })));
    }
  } finally {
    await castellan.stop();
  }
  for (const reason of skipped) console.log(`skipped ${reason}`);
  if (skipped.length > 0) console.log(`${skipped.length} of ${chosen.length} clients were skipped.`);
  const failed = results.filter(({ error }) => error).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  return failed > 0 || results.length === 0 ? 1 : 0;
});
