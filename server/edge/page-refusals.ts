import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { isOwnHost, isSameOrigin } from "../auth/browser/same-origin";
import { takesAccountForm } from "../http/app";

/*
 * Refuses requests that must not reach Next. Next would print data of clients.
 */

export const NOTHING = "There is nothing at this path.";

/** Returns the methods of a page if a request has another one; null for a read. Next would render a page for any method. */
export function otherMethods(method: string | undefined, path: string): string | null {
  if (method === "GET" || method === "HEAD") return null;
  return takesAccountForm("POST", path) ? "GET, HEAD, POST" : "GET, HEAD";
}

/** Returns an accessor of header values as text; null for a missing header. */
const accessorOf = (headers: IncomingHttpHeaders) => ({
  get: (name: string) => headers[name]?.toString() ?? null,
});

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
