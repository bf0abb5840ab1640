// `npm run demo`: starts a server with a realistic organization from a new clone.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { build, isBuilt } from "./build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { Failure, requireSupportedNode, root, script, step } from "./lib/run.mjs";
import { signInHelp } from "./lib/sign-in-help.mjs";

const environment = {
  ...process.env,
  NODE_ENV: "production",
  PORT: process.env.PORT || "3000",
  DATA_DIR: process.env.DATA_DIR || ".data",
  SEED: process.env.SEED || "demo",
  // No delay at the stop, because there is no load balancer that must notice it.
  SHUTDOWN_DELAY: process.env.SHUTDOWN_DELAY || "0",
  // Shows only the instructions in the terminal. `npm start` logs every request.
  LOG_LEVEL: process.env.LOG_LEVEL || "warn",
};
const startLimit = 180_000;
let baseUrl = process.env.BASE_URL || `http://localhost:${environment.PORT}`;
while (baseUrl.endsWith("/")) baseUrl = baseUrl.slice(0, -1);

/** Throws for a wrong port before minutes of installing and building. */
async function checkPort() {
  const port = Number(environment.PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Failure(`PORT is ${environment.PORT}; it must be a whole number from 1 to 65535.`);
  await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) =>
      reject(
        new Failure(
          error.code === "EADDRINUSE"
            ? `Port ${environment.PORT} is taken. Stop what listens there, or choose another: PORT=3001 npm run demo`
            : `Nothing can listen on port ${environment.PORT} of ${process.env.HOST || "this machine"}: ${error.message}`,
        ),
      ),
    );
    probe.listen(port, process.env.HOST || "0.0.0.0", () => probe.close(resolve));
  });
}

/**
 * Starts the server. Its own messages (a bad variable, a data directory in use) go to the terminal unchanged.
 */
function startServer() {
  // Runs in its own process group, so that Ctrl+C reaches it only through this process.
  const server = spawn(process.execPath, ["--enable-source-maps", "dist/main.js"], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  });
  const ready = new Promise((resolve) => server.once("message", () => resolve("ready")));
  const exited = new Promise((resolve) =>
    server.once("exit", (code, signal) => resolve(code ?? (signal ? 1 : 0))),
  );
  let asked = 0;
  const stop = () => {
    // npm sends the terminal's signal a second time at once. Only a later signal forces the end.
    if (asked === 0) server.kill("SIGTERM");
    else if (Date.now() - asked > 1000) server.kill("SIGKILL");
    asked ||= Date.now();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  process.once("exit", () => server.kill("SIGKILL"));
  return { ready, exited, stop, isStopping: () => asked > 0 };
}

async function readSeed() {
  const file = path.join(path.resolve(root, environment.DATA_DIR), "seed.json");
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw new Failure(`${file} cannot be read: ${error.message}`);
  }
}

await script(async () => {
  requireSupportedNode();
  await step("[1/4] Checking Node and the port", checkPort);
  await step("[2/4] Installing dependencies", ensureInstalled);
  await step("[3/4] Building (some minutes, if the sources have changed)", async () => {
    if (await isBuilt()) return "up to date";
    await build({ quiet: true });
  });

  const server = startServer();
  const outcome = await step(
    "[4/4] Starting the server (the first time it fills a database, about a minute)",
    async () => {
      const late = new Promise((resolve) => setTimeout(resolve, startLimit, "late").unref());
      const first = await Promise.race([server.ready, server.exited, late]);
      return first === "ready" ? undefined : { code: first };
    },
  );
  if (outcome) {
    if (server.isStopping()) return await server.exited;
    server.stop();
    throw new Failure(
      outcome.code === "late"
        ? `The server did not start within ${startLimit / 1_000} s.`
        : `The server did not start (exit code ${outcome.code}); its reason is above.`,
    );
  }
  console.log(signInHelp(await readSeed(), { baseUrl, dataDir: environment.DATA_DIR }));
  return await server.exited;
});
