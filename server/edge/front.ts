import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Logger } from "pino";
import { RESULT_HEADER } from "../auth/account/requests";
import { isOwnHost } from "../auth/browser/same-origin";
import type { CustomSite, Sites } from "../auth/browser/sites";
import { answersPath, isDomainPage, takesAccountForm, type HttpApp } from "../http/app";
import {
  ADDRESS_HEADER,
  clientAddress,
  DOMAIN_HEADER,
  NONCE_HEADER,
  PATH_HEADER,
  requestedHost,
} from "../http/facts";
import {
  fileHeaders,
  machineHeaders,
  newNonce,
  pageHeaders,
  transportHeaders,
  type Headers,
} from "../http/headers";
import { hasTooManyParameters, pathOf, spellingOf, tooManyParameters } from "../http/paths";
import type { DatabaseState } from "../store/link";
import { replaceFailedPage, sendAwayPage } from "./away-page";
import type { Config } from "./config";
import { hasUnreadableState, isServedByNext, NOTHING, otherMethods } from "./page-refusals";
import { createPageTurns, type PageTurnLimits } from "./page-turns";

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface FrontDeps {
  http: HttpApp;
  log: Logger;
  auth: { sites: Sites };
  config: Pick<Config, "BASE_URL" | "TRUSTED_PROXIES" | "production">;
  /** The pages, which Next renders. */
  pages: Listener;
  /** The files of the build. In development, Next serves them. */
  builtFiles?: Listener | undefined;
  /** Limits of pages. Tests set lower ones. */
  turns?: PageTurnLimits | undefined;
  /** Returns the state of the database. While the database is away, pages are not rendered. */
  databaseState?: (() => DatabaseState) | undefined;
}

/**
 * Creates the handler of every request. The HTTP application answers the machine interfaces and forms. Next answers all other paths,
 * with the headers of pages.
 */
export function createFront(deps: FrontDeps) {
  const { http, log, config, pages, builtFiles } = deps;
  const { databaseState = () => "up" } = deps;
  const { sites } = deps.auth;
  const transport = transportHeaders(config.BASE_URL);
  const { host: ownHost, protocol } = new URL(config.BASE_URL);
  const inTurn = createPageTurns(pages, deps.turns);
  const listening = {
    errorHandler: (error: unknown) => {
      // The target is not a valid address, for example because of a backslash. The application answers all other errors.
      if (!(error instanceof RequestError)) log.error({ err: error }, "a request could not be answered");
      const status = error instanceof RequestError ? 400 : 500;
      return new Response(null, { status, headers: { ...machineHeaders, ...transport, ...noStore } });
    },
  };
  const machine = getRequestListener(http.fetch, listening);
  // The answer to a form without scripts is the page of the form, with the result.
  const accountForm = getRequestListener(async (request, { incoming, outgoing }) => {
    const answer = await http.fetch(request, { incoming, outgoing });
    const result = answer.headers.get(RESULT_HEADER);
    if (result === null) return answer;
    // This server speaks HTTP/1.1 only, so these are no objects of HTTP/2.
    const [page, response] = [incoming as IncomingMessage, outgoing as ServerResponse];
    page.method = "GET";
    for (const name of ["content-length", "content-type", "transfer-encoding"]) delete page.headers[name];
    showPage(page, response, result);
    // The page is the answer. The listener must send no other one.
    return new Promise<never>(() => {});
  }, listening);

  return (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request.url ?? "/");
    if (answersPath(path)) return void machine(request, response);
    if (takesAccountForm(request.method, path)) return void accountForm(request, response);
    showPage(request, response);
  };

  function showPage(request: IncomingMessage, response: ServerResponse, result: string | null = null) {
    const asked = sites.of(
      requestedHost(
        request.headers.host,
        headerText(request.headers["x-forwarded-host"]),
        config.TRUSTED_PROXIES,
      ),
    );
    // The installation's own host needs no lookup.
    if (asked === null) return toPages(request, response, null, result);
    asked.then(
      (site) => toPages(request, response, site, result),
      (error: unknown) => {
        log.error({ err: error }, "the owner of a host could not be looked up");
        const path = pathOf(request.url ?? "/");
        const nonce = newNonce();
        const page = pageHeaders(path, nonce, !config.production);
        decideHeaders(response, path, { ...page, ...transportHeaders(config.BASE_URL, true) });
        sendAwayPage(request, response, nonce);
      },
    );
  }

  function toPages(
    request: IncomingMessage,
    response: ServerResponse,
    site: CustomSite | null,
    result: string | null,
  ) {
    const path = pathOf(request.url ?? "/");
    const nonce = newNonce();
    const page = pageHeaders(path, nonce, !config.production);
    decideHeaders(response, path, { ...page, ...transportHeaders(config.BASE_URL, site !== null) });
    if (hasTooManyParameters(request.url ?? "")) return nothing(response, 400, tooManyParameters().message);
    const spelling = spellingOf(path);
    if (spelling === "malformed") return nothing(response, 400, "This address cannot be read.");
    if (spelling === "other") return nothing(response, 404, NOTHING);
    if (site !== null && !isServed(site, path, response)) return;
    const isNamed = () => site !== null || isOwnHost(request.headers.host, config.BASE_URL);
    if (!isServedByNext(path, config.production, isNamed)) return nothing(response, 404, NOTHING);
    if (hasUnreadableState(request)) return nothing(response, 400, "This request cannot be read.");
    const methods = otherMethods(request.method, path);
    if (methods !== null) return refuseMethod(response, methods);
    const address = setInternalHeaders(request, page, { nonce, site, result });
    answer(request, response, { path, nonce, address }).catch((error: unknown) => {
      log.error({ err: error }, "a page could not be answered");
      if (response.headersSent) response.destroy();
      else if (databaseState() !== "up") sendAwayPage(request, response, nonce);
      else nothing(response, 500, "Something went wrong on our side.");
    });
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { path, nonce, address }: { path: string; nonce: string; address: string | null },
  ) {
    if (builtFiles !== undefined && path.startsWith(BUILT)) return builtFiles(request, response);
    if (isFile(path)) withoutConditions(request);
    // Next renders the icon for each request. The request therefore waits for its turn, like a page.
    if (isFile(path) && path !== ICON) return pages(request, response);
    if (databaseState() === "away") return sendAwayPage(request, response, nonce);
    replaceFailedPage(request, response, nonce, databaseState);
    if (await inTurn(request, response, address)) return;
    response.setHeader("retry-after", "5");
    nothing(response, 503, "Too many pages are requested at the moment. Try again shortly.");
  }

  /**
   * Sets the internal headers for Next. Removes the headers of the client with these names, because a client could forge them.
   * Returns the client's address.
   */
  function setInternalHeaders(
    { headers, socket, url }: IncomingMessage,
    page: Headers,
    { nonce, site, result }: { nonce: string; site: CustomSite | null; result: string | null },
  ): string | null {
    const forwarded = headerText(headers["x-forwarded-for"]);
    const address = clientAddress(socket.remoteAddress, forwarded, config.TRUSTED_PROXIES);
    for (const name of Object.keys(headers)) if (isInternal(name)) delete headers[name];
    // Next builds URLs from the Host header and fetches some of them. Next therefore never gets the client's Host
    // header.
    const host = site === null ? ownHost : new URL(site.baseUrl).host;
    Object.assign(headers, {
      [PATH_HEADER]: url ?? "/",
      [NONCE_HEADER]: nonce,
      // Next reads the nonce of its own scripts from this header.
      "content-security-policy": page["content-security-policy"]!,
      ...(address !== null && { [ADDRESS_HEADER]: address }),
      ...(site !== null && { [DOMAIN_HEADER]: new URL(site.baseUrl).hostname }),
      ...(result !== null && { [RESULT_HEADER]: result }),
      host,
      "x-forwarded-host": host,
      "x-forwarded-proto": protocol.slice(0, -1),
    });
    return address;
  }
}

/** Path of the built files. */
const BUILT = "/_next/static/";

const ICON = "/icon.svg";

/** Returns true for headers that only this server or Next may set. */
const isInternal = (name: string) =>
  /^x-(?:castellan-(?:address|path|nonce|domain|result)|action-forwarded|middleware-|invoke-|matched-path|now-route-|prerender-|nextjs-|nonce|forwarded-)/.test(
    name,
  ) || /^(?:content-security-policy(?:-report-only)?|forwarded|next-resume)$/.test(name);

/** Refuses a method and ends the connection, because the body is not read (RFC 9110 §15.5.14). */
function refuseMethod(response: ServerResponse, methods: string) {
  response.setHeader("connection", "close").setHeader("allow", methods);
  nothing(response, 405, `This path takes ${methods}.`);
}

const noStore = { "cache-control": "no-store" };

/** Returns true for files that are the same for all users. */
const isFile = (path: string) => path.startsWith("/_next/") || path === ICON;

/**
 * Removes the headers of conditions that the request of a file cannot satisfy. Next would answer 500. A server may ignore ranges
 * (RFC 9110 §14.2). Removes Accept-Encoding, because Next would compress the file for each request.
 */
function withoutConditions(request: IncomingMessage): void {
  for (const name of ["range", "if-range", "if-match", "if-unmodified-since", "accept-encoding"])
    delete request.headers[name];
}

/** Sets the headers of an answer when its head is written. Only then its type and its cookies are known. */
function decideHeaders(response: ServerResponse, path: string, page: Headers) {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  const decided = (...head: unknown[]) => {
    const given = head.find((part) => typeof part === "object" && part !== null) as
      | Partial<Headers>
      | undefined;
    const of = (name: string) => given?.[name] ?? response.getHeader(name)?.toString() ?? "";
    const isPage = of("content-type").startsWith("text/html");
    const isSource = of("content-type").startsWith("text/x-component");
    const setsCookie = of("set-cookie") !== "";
    const status = typeof head[0] === "number" ? head[0] : response.statusCode;
    // A refusal at the path of a file is not a file.
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
 * Returns true if an organization's own domain serves this path: the pages of its users and the files of
 * these pages, but no page of the console. Returns false if the request was answered here.
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

const headerText = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(",") : value);
