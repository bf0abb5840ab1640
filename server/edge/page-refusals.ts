import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { isOwnHost, isSameOrigin } from "../auth/same-origin";
import type { Headers } from "../http/headers";

/*
 * Refuses requests that must not reach Next. Next would read them without a limit, and print data of clients.
 */

export interface PageRefusal {
  status: number;
  text: string;
  headers?: Headers;
}

export const NOTHING = "There is nothing at this path.";

/** Maximum size of a form to a page in bytes. The largest form contains a new passkey. */
const LONGEST_FORM = 64 * 1024;

/** Pages with forms: those of the sign-in and of the user's account. All others are read-only. */
const FORM_PAGE = /^\/(?:sign-in|recover|verify|join|interaction|act-as|account)(?:\/|$)/;

/** The route to which the account page's form for a download posts, without scripts and fields. */
const DOWNLOAD = /^\/account\/[^/]+\/data\/download$/;

/** Media types of a form (RFC 7578), and of the arguments of a server action without a form. */
const FORM = /^multipart\/form-data\s*(?:;|$)/i;
const ARGUMENTS = /^text\/plain\s*(?:;|$)/i;

/** Returns an accessor of header values as text; null for a missing header. */
const accessorOf = (headers: IncomingHttpHeaders) => ({
  get: (name: string) => headers[name]?.toString() ?? null,
});

/**
 * Returns the refusal of the method or body of a request to a page; null if the page accepts both. Pages accept only
 * forms (server actions) of this site. Next would render a page for any other POST. It would also stop reading a
 * refused body in the middle, which makes the connection unusable. A form without headers about its origin needs a
 * cookie, which is SameSite.
 */
export function refusedBody(
  { method = "GET", headers }: IncomingMessage,
  path: string,
  baseUrl: string,
): PageRefusal | null {
  if (isRead(method)) return null;
  const takesForms = FORM_PAGE.test(path);
  if (method !== "POST" || !takesForms) {
    const methods = takesForms ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
    const text = `This path takes ${methods.join(", ")}.`;
    return { status: 405, text, headers: { allow: methods.join(", ") } };
  }
  const length = headers["content-length"];
  if (length === undefined) return { status: 411, text: "A form must say its length." };
  if (Number(length) > LONGEST_FORM) return { status: 413, text: "This form is too long." };
  if (!isSameOrigin(accessorOf(headers), baseUrl, headers.cookie !== undefined))
    return { status: 403, text: "This form must be sent from its own page." };
  const type = headers["content-type"] ?? "";
  const isAction = headers["next-action"] !== undefined && ARGUMENTS.test(type);
  if (isEncoded(headers) || !(isAction || FORM.test(type) || DOWNLOAD.test(path)))
    return { status: 415, text: "A form must be multipart/form-data." };
  return null;
}

/** Returns true for the methods that change nothing. */
export const isRead = (method: string | undefined): boolean => method === "GET" || method === "HEAD";

/** Returns true for a body with a content coding (RFC 9110 §8.4), such as gzip. No code of this server decodes bodies. */
const isEncoded = (headers: IncomingHttpHeaders) =>
  (headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity";

/** Returns true if Next cannot read the router state in the headers of a request. Next would answer 500. */
export function hasUnreadableState({ headers }: IncomingMessage): boolean {
  try {
    parseAndValidateFlightRouterState(headers["next-router-state-tree"]);
    return false;
  } catch {
    return true;
  }
}

/** The image service, and the data of the older pages router. No page uses them. */
const UNUSED = /^\/_next\/(?:image|data)(?:\/|$)/;

/** Paths of Next's development mode: sources, stack traces, reloading. */
const DEVELOPMENT = /^\/(?:_next\/|__nextjs)/;

/** Alternative paths of the data of pages. The page's own path returns the same data. */
const DATA = /\.rsc$|\.segments\//;

/**
 * Returns true if Next serves a path. In production, Next serves the pages and the files of the build. In development,
 * Next serves all paths that pages use, if the request names this site (`isNamed`). After DNS rebinding, the page of
 * another site names another host.
 */
export function isServedByNext(path: string, production: boolean, isNamed: () => boolean): boolean {
  if (DATA.test(path)) return false;
  if (DEVELOPMENT.test(path)) {
    if (UNUSED.test(path)) return false;
    if (!production) return isNamed();
    return path.startsWith("/_next/static/") && !path.endsWith("/");
  }
  return !path.startsWith("/_");
}

/**
 * Returns true if a page of this site requests an upgrade of a connection. In development mode, Next reports changes
 * over the upgraded connection.
 */
export const mayUpgrade = ({ headers }: IncomingMessage, baseUrl: string): boolean =>
  isOwnHost(headers.host, baseUrl) && isSameOrigin(accessorOf(headers), baseUrl);
