import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { RequestFacts } from "../kernel/operation/actor";

/** Header with the client's address, which server/front.ts sends to Next. See clientAddress. */
export const ADDRESS_HEADER = "x-castellan-address";

/** Header with a secret of this process. It marks requests that Next itself sends to server/front.ts. */
export const INNER_HEADER = "x-castellan-inner";

/** Header with the requested path and query, which server/front.ts sends to Next. */
export const PATH_HEADER = "x-castellan-path";

/** Header with the nonce of a page's scripts and styles, which server/front.ts sends to Next. */
export const NONCE_HEADER = "x-castellan-nonce";

/**
 * Returns the client's address: the one of the socket, or the one that the operator's proxies report. Each
 * trusted proxy appends the address of its client to X-Forwarded-For. Counted from the right, the entry at
 * the number of proxies is the client's address. The client itself controls the entries to the left of it.
 */
export function clientAddress(
  socket: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
) {
  const seen = socket?.replace(/^::ffff:(?=\d+\.)/, "") ?? null;
  if (trustedProxies === 0 || !forwardedFor) return seen;
  const chain = forwardedFor.split(",").map((part) => part.trim());
  const claimed = chain[chain.length - trustedProxies];
  // Uses the proxy's own address if the reported address is invalid or has a zone, which is valid only on the proxy's
  // machine. All such requests share the proxy's address, so that limits stay effective.
  return claimed && isIP(claimed) !== 0 && !claimed.includes("%") ? claimed : seen;
}

/** Header with the custom domain of a request, which server/front.ts sends to Next. See requestedHost. */
export const DOMAIN_HEADER = "x-castellan-domain";

/**
 * Returns the requested host: the request's own, or the one in X-Forwarded-Host behind the operator's
 * proxies. Of several values, uses the one of the outermost trusted proxy, as in X-Forwarded-For.
 */
export function requestedHost(
  host: string | null | undefined,
  forwardedHost: string | null | undefined,
  trustedProxies: number,
): string | null {
  if (trustedProxies === 0 || !forwardedHost) return host ?? null;
  const chain = forwardedHost.split(",").map((part) => part.trim());
  return chain[Math.max(0, chain.length - trustedProxies)] || (host ?? null);
}

/** Returns the id of a request. Uses the caller's id if it is valid, so that the logs of both sides match. */
export const requestId = (given: string | null | undefined) =>
  given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();

export type { RequestFacts };
