import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isOwnHost, isSameOrigin } from "./auth/same-origin";
import type { Headers } from "./http/headers";

/*
 * Requests that Next is not asked: it would read them without a bound of ours, and write what a stranger sent into its own output.
 */

export interface PageRefusal {
  status: number;
  text: string;
  headers?: Headers;
}

export const NOTHING = "There is nothing at this path.";

/** Bytes of a form that a page takes; the largest holds a new passkey. */
const LONGEST_FORM = 64 * 1024;

/** Values of headers as text; null for one that was not sent. */
const toldBy = (headers: IncomingHttpHeaders) => ({
  get: (name: string) => headers[name]?.toString() ?? null,
});

/**
 * Returns why a page does not take a request's body, or null. Pages take forms (server actions) from this site and nothing else. Next
 * stops reading a refused body in its midst, which leaves the connection unusable. A form that says nothing of where it comes from
 * needs a cookie, which is SameSite.
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
  return isSameOrigin(toldBy(headers), baseUrl, headers.cookie !== undefined)
    ? null
    : { status: 403, text: "This form must be sent from its own page." };
}

/** The picture service and the data of pages of another kind, which no page of ours uses. */
const UNUSED = /^\/_next\/(?:image|data)(?:\/|$)/;

/** What Next's development mode serves to its own pages: sources, stack traces, reloading. */
const DEVELOPMENT = /^\/(?:_next\/|__nextjs)/;

/**
 * Returns whether a path of Next's own is served. In production these are the files of the build. In development all that pages use
 * is, where the request names this site (`isNamed`): after DNS rebinding the page of another site names another one.
 */
export function isServedByNext(path: string, production: boolean, isNamed: () => boolean): boolean {
  if (!DEVELOPMENT.test(path)) return true;
  if (UNUSED.test(path)) return false;
  return production ? path.startsWith("/_next/static/") : isNamed();
}

/** Returns whether a page of this site asks to upgrade a connection, which is how development mode tells it of changes. */
export const mayUpgrade = ({ headers }: IncomingMessage, baseUrl: string): boolean =>
  isOwnHost(headers.host, baseUrl) && isSameOrigin(toldBy(headers), baseUrl);
