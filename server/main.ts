import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { readConfig, type Config } from "./config";
import { startContainer, type Container } from "./container";
import type { CustomSite } from "./auth/sites";
import { answersPath, isDomainPage } from "./http/app";
import { ADDRESS_HEADER, clientAddress, DOMAIN_HEADER, PATH_HEADER, requestedHost } from "./http/facts";
import { drained } from "./drain";
import { startFailure } from "./start-failure";
import { compressedFiles } from "./static-files";

/**
 * The server: one process that answers the machine interfaces straight from node:http and hands every other path to
 * Next. (Through a Next handler the same answers cost ten times as much; docs/architecture.md has the figures.)
 */
async function main() {
  const config = readConfig();
  // Opened before Next is prepared: Next does not wait for its instrumentation, and the first page needs the database.
  const container = await startContainer(config, { front: true });
  const pages = next({ dev: !config.production, hostname: config.HOST, port: config.PORT });
  await pages.prepare();
  const compressed = config.production ? await compressedFiles() : () => false;
  const listener = listenerOf(container, config, pages.getRequestHandler(), compressed);
  const server = createServer(listener);
  // A request's head must be there soon; its answer may take its time.
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 65_000;
  if (!config.production) {
    const upgrade = pages.getUpgradeHandler();
    server.on("upgrade", (request, socket, head) => void upgrade(request, socket, head));
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.PORT, config.HOST, resolve);
  });
  container.log.info({ url: config.BASE_URL, database: container.database.kind }, "listening");
  // To scripts/demo.mjs, which cannot tell by a request whose server answers.
  process.send?.("listening");

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    container.log.info({ signal }, "stopping");
    container.draining = true;
    void drained(server)
      .then(() => container.close())
      .finally(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function listenerOf(
  { http, log, auth: { sites } }: Container,
  config: Config,
  pages: Pages,
  compressed: (request: IncomingMessage, response: ServerResponse) => boolean,
) {
  const machine = getRequestListener(http.fetch);
  const isMachine = (url: string) => {
    const end = url.indexOf("?");
    const path = end < 0 ? url : url.slice(0, end);
    return answersPath(path);
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    if (isMachine(request.url ?? "/")) return void machine(request, response);
    delete request.headers[DOMAIN_HEADER];
    const forwarded = headerText(request.headers["x-forwarded-host"]);
    const asked = sites.of(requestedHost(request.headers.host, forwarded, config.TRUSTED_PROXIES));
    // Of the installation's own host it is known without waiting.
    if (asked === null) return toPages(request, response);
    asked.then(
      (site) => {
        if (site !== null && !prepareForDomain(site, request, response)) return;
        toPages(request, response);
      },
      (error: unknown) => {
        log.error({ err: error }, "whose a host is could not be looked up");
        response.writeHead(503).end();
      },
    );
  };

  function toPages(request: IncomingMessage, response: ServerResponse) {
    if (compressed(request, response)) return;
    const address = clientAddress(
      request.socket.remoteAddress,
      headerText(request.headers["x-forwarded-for"]),
      config.TRUSTED_PROXIES,
    );
    delete request.headers[ADDRESS_HEADER];
    if (address !== null) request.headers[ADDRESS_HEADER] = address;
    request.headers[PATH_HEADER] = request.url ?? "/";
    void pages(request, response);
  }
}

/**
 * On an organization's own domain its people's pages are served, with the files that they are made of, and nothing of the
 * console. Gives false where the request was answered.
 */
function prepareForDomain(site: CustomSite, request: IncomingMessage, response: ServerResponse): boolean {
  const [path = "/"] = (request.url ?? "/").split("?");
  if (path === "/") {
    response.writeHead(302, { location: `/account/${site.tenant.slug}`, "cache-control": "no-store" }).end();
    return false;
  }
  if (!isDomainPage(path)) {
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end(NOTHING);
    return false;
  }
  request.headers[DOMAIN_HEADER] = new URL(site.baseUrl).hostname;
  return true;
}

const NOTHING = "There is nothing at this path.";

const headerText = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(",") : value);

main().catch((error: unknown) => {
  console.error(startFailure(error, process.env) ?? error);
  process.exit(1);
});
