import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { RequestFacts } from "../kernel/operation/actor";

/** Header with the client's address (see clientAddress), which server/edge/front.ts sends to Next. */
export const ADDRESS_HEADER = "x-castellan-address";

/** Header with the requested path and query, which server/edge/front.ts sends to Next. */
export const PATH_HEADER = "x-castellan-path";

/** Header with the nonce of a page's scripts and styles, which server/edge/front.ts sends to Next. */
export const NONCE_HEADER = "x-castellan-nonce";

/**
 * Returns the client's address: the socket's address, or the address that the operator's proxies report. Each trusted proxy
 * appends the address of its client to X-Forwarded-For. With n trusted proxies, the n-th entry from the right is the client's
 * address. The client itself controls the entries further left.
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
  // Uses the proxy's own address if the reported address is invalid. Also uses the proxy's own address for an address with an
  // IPv6 zone, which is valid only on the proxy's machine. All such requests share one address and therefore one request limit.
  return claimed && isIP(claimed) !== 0 && !claimed.includes("%") ? claimed : seen;
}

/** Header with the custom domain of a request (see requestedHost), which server/edge/front.ts sends to Next. */
export const DOMAIN_HEADER = "x-castellan-domain";

/**
 * Returns the requested host: the Host header, or X-Forwarded-Host behind the operator's proxies. If X-Forwarded-Host has
 * several values, uses the value of the outermost trusted proxy, as for X-Forwarded-For.
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

/**
 * Returns the id of a request. Uses the caller's id if that id is valid, because the logs of caller and server then have the
 * same id.
 */
export const requestId = (given: string | null | undefined) =>
  given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();

export type { RequestFacts };
