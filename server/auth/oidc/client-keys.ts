import { LRUCache } from "lru-cache";
import { errors, Provider, type KoaContextWithOIDC } from "oidc-provider";
import type { GuardedRequest } from "../../ports/guarded-fetch";
import type { ClientRecord } from "./clients";

/*
 * Authentication of apps by JWTs that they sign (private_key_jwt, RFC 7523, OpenID Connect Core §9). oidc-provider verifies the
 * JWT. This module fetches the keys of an app, and adds limits that the library does not have.
 */

type Context = KoaContextWithOIDC;

/** Time in milliseconds for which fetched keys, and a failure to fetch them, are cached. */
const CACHED_MS = 60_000;
/** Time in milliseconds for which cached keys are used if the address does not answer. */
const STALE_MS = 3_600_000;
/** Maximum size of a set of keys in bytes. */
const LONGEST = 65_536;
/** Maximum number of keys in a set. Each can cost one verification. */
const MAX_KEYS = 20;

interface Fetched {
  text: string | null;
  at: number;
  /** Time of the last attempt, which can have failed. */
  triedAt: number;
}

/**
 * Creates the library's fetch of an app's keys (`jwks_uri`). Each address is requested at most once a minute for an organization,
 * also if it fails. Otherwise, requests with invalid JWTs would make this server send requests to the address.
 */
export function createKeyFetch(
  request: GuardedRequest,
  recordOf: (client: object | undefined) => ClientRecord,
) {
  const known = new LRUCache<string, Fetched>({ max: 2_000 });
  const running = new Map<string, Promise<Fetched>>();

  async function load(url: string, by: string, before: Fetched | undefined): Promise<Fetched> {
    const now = Date.now();
    try {
      const { status, text } = await request(url, { by, headers: { accept: "application/json" } });
      const { keys } = JSON.parse(text) as { keys?: unknown };
      if (status !== 200 || text.length > LONGEST || !Array.isArray(keys) || keys.length > MAX_KEYS)
        throw new Error("this is no set of keys");
      return { text, at: now, triedAt: now };
    } catch {
      const isUsable = before && now - before.at < STALE_MS;
      return { text: isUsable ? before.text : null, at: before?.at ?? 0, triedAt: now };
    }
  }

  return async function fetchKeys(address: string | URL | Request): Promise<Response> {
    const url = address instanceof Request ? address.url : String(address);
    const { tenantId } = recordOf(Provider.ctx?.oidc.client);
    const key = `${tenantId} ${url}`;
    let found = known.get(key);
    if (!found || Date.now() - found.triedAt > CACHED_MS) {
      const before = found;
      const loading =
        running.get(key) ?? load(url, String(tenantId), before).finally(() => running.delete(key));
      running.set(key, loading);
      found = await loading;
      known.set(key, found);
    }
    return found.text === null
      ? new Response("{}", { status: 502 })
      : new Response(found.text, { headers: { "content-type": "application/json" } });
  };
}

/** Maximum lifetime of a JWT in seconds. The server stores its `jti` for this time. */
const LONGEST_LIFE = 600;
const LONGEST_ID = 256;

const assertions = new WeakSet<object>();

/**
 * Returns true if the next `jti` that the request stores is the one of its client assertion, and false from then on. A DPoP proof of
 * the same request follows it.
 */
export const takeAssertion = (ctx: object | undefined): boolean =>
  ctx !== undefined && assertions.delete(ctx);

/**
 * Refuses a JWT with several audiences, because another server could use it (RFC 7523bis §4), with a long lifetime, or with another
 * subject than the client.
 */
export async function checkAssertion(
  ctx: Context,
  claims: Record<string, unknown>,
  { alg }: { alg?: unknown },
) {
  const { aud, exp, jti, sub } = claims;
  const refuse = (reason: string) => {
    throw new errors.InvalidClientAuth(reason);
  };
  if (Array.isArray(aud) && aud.length !== 1) refuse("the client_assertion must have one audience (aud)");
  if (sub !== ctx.oidc.client?.clientId) refuse("sub must be the client_id");
  if (typeof jti !== "string" || jti.length > LONGEST_ID) refuse("jti is too long");
  if (typeof exp !== "number" || exp > Date.now() / 1_000 + LONGEST_LIFE)
    refuse("exp is too far in the future");
  // FAPI 2.0 Security Profile §5.3.2.1 and §5.4.1.
  if (ctx.oidc.isFapi("2.0") && aud !== ctx.oidc.issuer && [aud].flat()[0] !== ctx.oidc.issuer)
    refuse("aud must be the issuer");
  if (ctx.oidc.isFapi("2.0") && alg === "RS256") refuse("the algorithm RS256 is not allowed");
  assertions.add(ctx);
}
