// `npm run dev`: the custom server in development mode. Pages reload by Next; a change under server/ or db/ bundles
// and starts the server again.
import { spawn } from "node:child_process";
import { bundleOptions } from "./build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { requireSupportedNode, root, script, step } from "./lib/run.mjs";

// Beside the production bundle, so that neither takes the other's place.
const outfile = "dist/dev/main.js";

/** @type {import("node:child_process").ChildProcess | null} */
let server = null;
let stopping = false;

/** Ends the running server, gracefully: the embedded database allows no second process beside it. */
async function stopServer() {
  const running = server;
  server = null;
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const gone = new Promise((resolve) => running.once("exit", resolve));
  running.kill("SIGTERM");
  await gone;
}

async function restart() {
  await stopServer();
  if (stopping) return;
  server = spawn(process.execPath, ["--enable-source-maps", outfile], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "development" },
    stdio: "inherit",
  });
  server.once("exit", (code) => {
    if (code && !stopping)
      console.error(`The server ended with code ${code}; it starts again with the next change.`);
  });
}

await script(async () => {
  requireSupportedNode();
  await step("Installing dependencies", ensureInstalled);
  const esbuild = await import("esbuild");
  // One restart after the other, whatever the pace of the changes.
  let queue = Promise.resolve();
  const context = await esbuild.context({
    ...bundleOptions,
    entryPoints: ["server/main.ts"],
    outfile,
    plugins: [
      {
        name: "restart",
        setup: (build) =>
          build.onEnd(({ errors }) => {
            if (errors.length === 0) queue = queue.then(restart);
          }),
      },
    ],
  });
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stopServer();
    await context.dispose();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop());
  await context.watch();
});
