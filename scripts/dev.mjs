// `npm run dev`: runs the custom server in development mode. Next reloads pages. A change under server/ or
// db/ bundles and restarts the server.
import { spawn } from "node:child_process";
import { bundleOptions } from "./build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { requireSupportedNode, root, script, step } from "./lib/run.mjs";
import { extractWords } from "./words.mjs";

// Separate from the production bundle, so that neither replaces the other.
const outfile = "dist/dev/main.js";

/** @type {import("node:child_process").ChildProcess | null} */
let server = null;
let stopping = false;

/** Stops the running server gracefully: the embedded database allows no second process. */
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
  await extractWords(["en"]);
  const esbuild = await import("esbuild");
  // Restarts run one after another, even if changes come faster.
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
