import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Config } from "./config";
import type { Container } from "./container";
import type { CustomSite } from "./auth/sites";
import { answersPath, isDomainPage } from "./http/app";
import {
  ADDRESS_HEADER,
  clientAddress,
  DOMAIN_HEADER,
  NONCE_HEADER,
  PATH_HEADER,
  requestedHost,
} from "./http/facts";
import {
  fileHeaders,
  machineHeaders,
  newNonce,
  pageHeaders,
  transportHeaders,
  type Headers,
} from "./http/headers";
import { hasTooManyParameters, pathOf, spellingOf, TOO_MANY_PARAMETERS } from "./http/paths";

type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface FrontDeps extends Pick<Container, "http" | "log"> {
  auth: { sites: Container["auth"]["sites"] };
  config: Pick<Config, "BASE_URL" | "TRUSTED_PROXIES" | "production">;
  /** Next. */
  pages: Pages;
  /** Answers requests for files that the build has compressed; false for all others. */
  compressed: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** Answers every request: machine interfaces by the HTTP application, everything else by Next, with the headers of pages. */
export function createFront({ http, log, auth: { sites }, config, pages, compressed }: FrontDeps) {
  const machine = getRequestListener(http.fetch);
  const ownHost = new URL(config.BASE_URL).host;

  return (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request.url ?? "/");
    if (answersPath(path)) return void machine(request, response);
    const asked = sites.of(
      requestedHost(
        request.headers.host,
        headerText(request.headers["x-forwarded-host"]),
        config.TRUSTED_PROXIES,
      ),
    );
    // Of the installation's own host it is known without waiting.
    if (asked === null) return toPages(request, response, path, null);
    asked.then(
      (site) => toPages(request, response, path, site),
      (error: unknown) => {
        log.error({ err: error }, "whose a host is could not be looked up");
        response.writeHead(503, { ...machineHeaders, ...noStore }).end();
      },
    );
  };

  function toPages(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    site: CustomSite | null,
  ) {
    const nonce = newNonce();
    const page = pageHeaders(path, nonce, !config.production);
    decideHeaders(response, path, { ...page, ...transportHeaders(config.BASE_URL, site !== null) });
    if (hasTooManyParameters(request.url ?? "")) return nothing(response, 400, TOO_MANY_PARAMETERS);
    const spelling = spellingOf(path);
    if (spelling === "malformed") return nothing(response, 400, "This address cannot be read.");
    if (spelling === "other") return nothing(response, 404, NOTHING);
    if (site !== null && !isServed(site, path, response)) return;
    const refusal = refusedBody(request);
    if (refusal !== null) return refuseBody(response, refusal);
    if (compressed(request, response)) return;
    tell(request, page, nonce, site);
    pages(request, response).catch((error: unknown) => {
      log.error({ err: error }, "a page could not be answered");
      if (response.headersSent) response.destroy();
      else nothing(response, 500, "Something went wrong on our side.");
    });
  }

  /** What Next is told of the request, in headers of ours alone: what came in their place says only what a stranger says. */
  function tell(
    { headers, socket, url }: IncomingMessage,
    page: Headers,
    nonce: string,
    site: CustomSite | null,
  ) {
    const forwarded = headerText(headers["x-forwarded-for"]);
    const address = clientAddress(socket.remoteAddress, forwarded, config.TRUSTED_PROXIES);
    for (const name of Object.keys(headers)) if (isInternal(name)) delete headers[name];
    if (address !== null) headers[ADDRESS_HEADER] = address;
    headers[PATH_HEADER] = url ?? "/";
    headers[NONCE_HEADER] = nonce;
    // Next takes the nonce of its own scripts from here.
    headers["content-security-policy"] = page["content-security-policy"]!;
    if (site !== null) headers[DOMAIN_HEADER] = new URL(site.baseUrl).hostname;
    // Next makes addresses from it, some of which it fetches: it is never what a client says.
    headers.host = site === null ? ownHost : new URL(site.baseUrl).host;
    const { protocol } = new URL(config.BASE_URL);
    headers["x-forwarded-host"] = headers.host;
    headers["x-forwarded-proto"] = protocol.slice(0, -1);
  }
}

/** Headers that are ours or Next's to set, and never a client's. */
const isInternal = (name: string) =>
  /^x-(?:castellan-(?:address|path|nonce|domain)|middleware-|invoke-|matched-path|now-route-|prerender-|nextjs-|nonce|forwarded-)/.test(
    name,
  ) || /^(?:content-security-policy(?:-report-only)?|forwarded|next-resume)$/.test(name);

/** Bytes of a form that a page takes; the largest holds a new passkey. */
const LONGEST_FORM = 64 * 1024;

interface Refusal {
  status: number;
  text: string;
  headers?: Headers;
}

/**
 * Why a page does not take a request's body, or null. Pages take forms (server actions) and nothing else. Next reads a body without a
 * bound of ours, and stops reading a refused one in its midst, which leaves the connection unusable.
 */
function refusedBody({ method = "GET", headers }: IncomingMessage): Refusal | null {
  if (method === "GET" || method === "HEAD") return null;
  if (method !== "POST")
    return { status: 405, text: "Pages take GET, HEAD and POST.", headers: { allow: "GET, HEAD, POST" } };
  const length = headers["content-length"];
  if (length === undefined) return { status: 411, text: "A form must say its length." };
  return Number(length) > LONGEST_FORM ? { status: 413, text: "This form is too long." } : null;
}

/** The rest of a refused body is not read: the connection ends (RFC 9110 §15.5.14). */
function refuseBody(response: ServerResponse, { status, text, headers }: Refusal) {
  response.setHeader("connection", "close");
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  nothing(response, status, text);
}

const noStore = { "cache-control": "no-store" };

/** Files that are the same for everybody. */
const isFile = (path: string) => path.startsWith("/_next/") || path === "/icon.svg";

/** Sets an answer's headers when its head is written, whoever writes it: then its type and its cookies are known. */
function decideHeaders(response: ServerResponse, path: string, page: Headers) {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  const decided = (...head: unknown[]) => {
    const given = head.find((part) => typeof part === "object" && part !== null) as
      Partial<Headers> | undefined;
    const of = (name: string) => given?.[name] ?? response.getHeader(name)?.toString() ?? "";
    const isPage = of("content-type").startsWith("text/html");
    const isSource = of("content-type").startsWith("text/x-component");
    const setsCookie = of("set-cookie") !== "";
    const status = typeof head[0] === "number" ? head[0] : response.statusCode;
    // A refusal at a file's path is no file.
    const isServedFile = isFile(path) && status < 400;
    const transport = page["strict-transport-security"];
    const headers: Headers = {
      ...(isPage ? page : isServedFile ? fileHeaders : machineHeaders),
      ...(transport !== undefined && { "strict-transport-security": transport }),
    };
    for (const [name, value] of Object.entries(headers))
      if (given?.[name] === undefined) response.setHeader(name, value);
    const kept = of("cache-control");
    const isPublic = isServedFile && !setsCookie;
    const isPersonal = isPage || isSource || setsCookie || kept === "";
    if (!isPublic && isPersonal && !kept.includes("no-store"))
      response.setHeader("cache-control", "no-store");
    return writeHead(...head);
  };
  response.writeHead = decided;
}

/**
 * On an organization's own domain its people's pages are served, with the files that they are made of, and nothing of the
 * console. Gives false where the request was answered.
 */
function isServed(site: CustomSite, path: string, response: ServerResponse): boolean {
  if (path === "/") {
    response.writeHead(302, { location: `/account/${site.tenant.slug}`, ...noStore }).end();
    return false;
  }
  if (isDomainPage(path)) return true;
  nothing(response, 404, NOTHING);
  return false;
}

function nothing(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...noStore }).end(text);
}

const NOTHING = "There is nothing at this path.";

const headerText = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(",") : value);
