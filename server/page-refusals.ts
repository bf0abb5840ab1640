import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { isOwnHost, isSameOrigin } from "./auth/same-origin";
import type { Headers } from "./http/headers";

/* Requests that do not reach Next. Next would read them without a limit, and print data of clients. */

export interface PageRefusal {
  status: number;
  text: string;
  headers?: Headers;
}

export const NOTHING = "There is nothing at this path.";

/** Maximum size of a form to a page in bytes. The largest form contains a new passkey. */
const LONGEST_FORM = 64 * 1024;

/** Returns an accessor of header values as text; null for a missing header. */
const accessorOf = (headers: IncomingHttpHeaders) => ({
  get: (name: string) => headers[name]?.toString() ?? null,
});

/**
 * Returns the reason why a page refuses a request's body, or null. Pages accept only forms (server actions)
 * of this site. Next stops reading a refused body in the middle, which makes the connection unusable. A form
 * without headers of its origin needs a cookie, which is SameSite.
 */
export function refusedBody(
  { method = "GET", headers }: IncomingMessage,
  baseUrl: string,
): PageRefusal | null {
  if (method === "GET" || method === "HEAD") return null;
  if (method !== "POST")
    return { status: 405, text: "Pages take GET, HEAD and POST.", headers: { allow: "GET, HEAD, POST" } };
  const length = headers["content-length"];
  if (length === undefined) return { status: 411, text: "A form must say its length." };
  if (Number(length) > LONGEST_FORM) return { status: 413, text: "This form is too long." };
  return isSameOrigin(accessorOf(headers), baseUrl, headers.cookie !== undefined)
    ? null
    : { status: 403, text: "This form must be sent from its own page." };
}

/** Returns true if Next cannot read the state of the router that a request sends. It would answer 500. */
export function hasUnreadableState({ headers }: IncomingMessage): boolean {
  try {
    parseAndValidateFlightRouterState(headers["next-router-state-tree"]);
    return false;
  } catch {
    return true;
  }
}

/** The image service and the data of another kind of pages. No page uses them. */
const UNUSED = /^\/_next\/(?:image|data)(?:\/|$)/;

/** Paths of Next's development mode: sources, stack traces, reloading. */
const DEVELOPMENT = /^\/(?:_next\/|__nextjs)/;

/**
 * Returns true if a path of Next is served. In production, these are the files of the build. In development,
 * these are all paths that pages use, if the request names this site (`isNamed`): after DNS rebinding, the
 * page of another site names another host.
 */
export function isServedByNext(path: string, production: boolean, isNamed: () => boolean): boolean {
  if (!DEVELOPMENT.test(path)) return true;
  if (UNUSED.test(path)) return false;
  return production ? path.startsWith("/_next/static/") : isNamed();
}

/**
 * Returns true if a page of this site requests an upgrade of a connection. Development mode reports changes
 * over it.
 */
export const mayUpgrade = ({ headers }: IncomingMessage, baseUrl: string): boolean =>
  isOwnHost(headers.host, baseUrl) && isSameOrigin(accessorOf(headers), baseUrl);
