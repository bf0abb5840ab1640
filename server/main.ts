import next from "next";
import { createBuiltFiles } from "./edge/built-files";
import { readConfig } from "./edge/config";
import { startContainer } from "./container";
import { drained } from "./edge/drain";
import { createFront } from "./edge/front";
import { logConsole } from "./ports/log";
import { createNodeServer, unreachedServer } from "./edge/node-server";
import { mayUpgrade } from "./edge/page-refusals";
import { startFailure } from "./edge/start-failure";

/** Prints to the terminal. Works also after the console is redirected to the log. */
const complain = console.error.bind(console);

/**
 * Starts the server: one process that answers the machine interfaces directly from node:http and passes every
 * other path to Next. Through a Next handler, the machine interfaces reach only about a fifth of the rate
 * (docs/performance.md).
 */
async function main() {
  const config = readConfig();
  const pages = next({
    dev: !config.production,
    hostname: config.HOST,
    port: config.PORT,
    ...(config.production && { httpServer: unreachedServer() }),
  });
  // At the same time, because the embedded database starts in its own thread.
  const [container] = await Promise.all([startContainer(config), pages.prepare()]);
  if (config.production) logConsole(container.log);
  const server = createNodeServer(
    createFront({
      ...container,
      config,
      pages: pages.getRequestHandler(),
      builtFiles: config.production ? createBuiltFiles() : undefined,
      databaseState: () => container.database.state(),
    }),
    config.BASE_URL,
  );
  if (!config.production) {
    const upgrade = pages.getUpgradeHandler();
    server.on("upgrade", (request, socket, head) => {
      if (mayUpgrade(request, config.BASE_URL)) void upgrade(request, socket, head);
      else socket.destroy();
    });
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.PORT, config.HOST, resolve);
  });
  container.log.info({ url: config.BASE_URL, database: container.database.kind }, "listening");
  // Reports the start to scripts/demo.mjs, because a request does not show which server answers it.
  process.send?.("listening");

  const hurry = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    // A second signal ends the delay. So does Ctrl+C, because no load balancer is behind a terminal.
    if (container.draining || signal === "SIGINT") hurry.abort();
    if (container.draining) return;
    container.draining = true;
    container.log.info({ signal }, "stopping");
    void drained(server, { delayMs: config.SHUTDOWN_DELAY * 1_000, hurry: hurry.signal })
      .then(() => container.close())
      .finally(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

main().catch((error: unknown) => {
  complain(startFailure(error, process.env) ?? error);
  process.exit(1);
});
