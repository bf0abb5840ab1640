import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { RequestFacts } from "../kernel/actor";

/** The header by which server/front.ts hands Next the address that it saw; see clientAddress. */
export const ADDRESS_HEADER = "x-castellan-address";

/** The header by which server/front.ts hands Next the path and query that were asked for. */
export const PATH_HEADER = "x-castellan-path";

/** The header by which server/front.ts hands Next the nonce of a page's scripts and styles. */
export const NONCE_HEADER = "x-castellan-nonce";

/**
 * The client's address: the socket's, or what the operator's own proxies say. Each trusted proxy has appended the
 * address that it saw to X-Forwarded-For, so the client's is that many from the right; what stands left of it is
 * the client's own claim.
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
  // What is no address is the proxy's own, which all such requests share: never less strict. Zones are of the proxy's machine.
  return claimed && isIP(claimed) !== 0 && !claimed.includes("%") ? claimed : seen;
}

/** The header by which server/front.ts hands Next the custom domain that a request is for; see requestedHost. */
export const DOMAIN_HEADER = "x-castellan-domain";

/**
 * The host that a client asked for: the request's own, or, behind the operator's proxies, what they say in X-Forwarded-Host.
 * Of several values the one counts that the outermost of them wrote, as in X-Forwarded-For.
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

/** The id of a request: the caller's when it is a sane one, so that logs of both sides meet. */
export const requestId = (given: string | null | undefined) =>
  given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();

export type { RequestFacts };
