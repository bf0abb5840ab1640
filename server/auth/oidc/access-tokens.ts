import { errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import type { Capability } from "../../kernel/capabilities";
import { newOpaqueToken } from "../../kernel/http/client-id";
import { MANAGEMENT_ALGORITHM, signingAlgorithms } from "../../kernel/signing-keys";
import type { Database } from "../../store/database";
import type { ClientRecord } from "./clients";
import { keyOfHeader, type KeyRing, type KeySet } from "./keys";

/*
 * Access tokens of management and platform credentials: signed JWTs (RFC 9068) that are never stored. Two claims are our own.
 * `tid` is the tenant; the token of a platform credential has none. `gen` is the generation of the secret that got the token, so
 * that its removal ends the token.
 */

/** A token with valid signature, issuer, audience and lifetime. `standing` checks the credential. */
export interface AccessToken {
  jti: string;
  clientId: string;
  tenantId: number | null;
  subject: string;
  generation: number;
  scopes: readonly Capability[];
  audience: string;
  issuedAt: number;
  expiresAt: number;
  /** Capabilities in the scope of the token that the credential still has. Cached until the credential's capabilities change. */
  allowed?: { of: string; capabilities: ReadonlySet<Capability> };
}

/** Current state of the credential of a token. */
export interface Standing {
  name: string;
  capabilities: ReadonlySet<Capability>;
  /** True for a token of an app, false for one of a management credential. */
  ofApp: boolean;
}

export interface AccessTokens {
  issue(client: ClientRecord, lifetime: { issuedAt: Date; expiresInSeconds: number }): Promise<string>;
  /** Returns the data of a token. Returns null if the token is invalid or another installation issued it. */
  verify(token: string): Promise<AccessToken | null>;
  /**
   * Reads the state of the credential in one statement. Returns null if the credential was revoked or rotated, its account or
   * tenant is suspended, or the token was revoked.
   */
  standing(token: AccessToken): Promise<Standing | null>;
  revoke(token: { jti: string; expiresAt: number }): Promise<void>;
}

export interface AccessTokenDeps {
  database: Database;
  baseUrl: string;
  keys: KeyRing;
  clock: () => Date;
}

/** Returns the only audience of these tokens (RFC 8707): the REST interfaces. */
export const apiAudience = (baseUrl: string) => `${baseUrl}/api/v1`;

/** Returns the algorithm of a client's own tokens: the app's, or that of credentials. */
export const algorithmOf = ({ app }: ClientRecord) => app?.signingAlgorithm ?? MANAGEMENT_ALGORITHM;

/** Returns the claims with the client's tenant and the generation of its secret. */
export const ownClaims = ({ tenantId }: ClientRecord, generation: number) => ({
  ...(tenantId !== null && { tid: tenantId }),
  gen: generation,
});

interface StandingRow {
  name: string;
  capabilities: string;
  of_app: boolean;
}

/** Maximum length of a token in characters. This server issues no longer tokens. */
const LONGEST = 8_192;

export function createAccessTokens({
  database: { sql },
  baseUrl,
  keys,
  clock,
}: AccessTokenDeps): AccessTokens {
  const audience = apiAudience(baseUrl);
  // Caches verified tokens, so that each signature is verified once. The key is the whole token, because a forged token can
  // contain a part of a valid one.
  const verified = new LRUCache<string, AccessToken>({ max: 10_000 });
  let verifiedWith: KeySet | null = null;

  const verifiable = { baseUrl, audience, keyOf: keyOfHeader(keys), clock };

  return {
    issue: async (client, { issuedAt, expiresInSeconds }) => {
      const key = (await keys.fresh()).signing[algorithmOf(client)];
      const iat = Math.floor(issuedAt.getTime() / 1000);
      return new SignJWT({
        ...ownClaims(client, client.generation),
        client_id: client.clientId,
        scope: client.capabilities.join(" ") || undefined,
      })
        .setProtectedHeader({ alg: key.algorithm, typ: "at+jwt", kid: key.kid })
        .setIssuer(baseUrl)
        .setAudience(audience)
        .setSubject(client.subject ?? client.clientId)
        .setJti(newOpaqueToken())
        .setIssuedAt(iat)
        .setExpirationTime(iat + expiresInSeconds)
        .sign(key.privateKey);
    },

    verify: async (text) => {
      const current = await keys.fresh();
      if (current !== verifiedWith) {
        // Verifies all tokens again after a change of the keys, because a leaked key may have been removed.
        verified.clear();
        verifiedWith = current;
      }
      const known = verified.get(text);
      if (known) return known.expiresAt * 1000 > clock().getTime() ? known : null;
      const token = await checkToken(verifiable, text);
      if (token) verified.set(text, token);
      return token;
    },

    standing: async (token) => {
      const [row] = await standingRows(sql, token);
      if (!row) return null;
      if (token.allowed?.of !== row.capabilities) {
        const held = new Set(JSON.parse(row.capabilities) as Capability[]);
        token.allowed = {
          of: row.capabilities,
          capabilities: new Set(token.scopes.filter((name) => held.has(name))),
        };
      }
      return { name: row.name, capabilities: token.allowed.capabilities, ofApp: row.of_app };
    },

    revoke: async ({ jti, expiresAt }) => {
      await sql`insert into revoked_tokens (jti, expires_at) values (${jti}, to_timestamp(${expiresAt})) on conflict do nothing`;
    },
  };
}

interface Verifiable extends Pick<AccessTokenDeps, "baseUrl" | "clock"> {
  audience: string;
  keyOf: ReturnType<typeof keyOfHeader>;
}

/** Returns the content of a token with a valid signature. Returns null for any other text. */
async function checkToken(
  { baseUrl, audience, keyOf, clock }: Verifiable,
  token: string,
): Promise<AccessToken | null> {
  if (token.length > LONGEST) return null;
  try {
    // The key determines the algorithm, not the token (RFC 8725 §3.1). The type excludes other JWTs (RFC 9068 §4).
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [...signingAlgorithms],
      typ: "at+jwt",
      issuer: baseUrl,
      audience,
      currentDate: clock(),
      requiredClaims: ["sub", "jti", "iat", "exp", "client_id", "gen"],
    });
    const claims = payload as {
      jti: string;
      sub: string;
      iat: number;
      exp: number;
      client_id: string;
      scope?: string;
      tid?: number;
      gen: number;
    };
    return {
      jti: claims.jti,
      clientId: claims.client_id,
      tenantId: claims.tid ?? null,
      subject: claims.sub,
      generation: claims.gen,
      scopes: (claims.scope?.split(" ") ?? []) as Capability[],
      audience,
      issuedAt: claims.iat,
      expiresAt: claims.exp,
    };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

const standingRows = (sql: Database["sql"], token: AccessToken) =>
  token.tenantId === null
    ? sql<StandingRow[]>`
              select name, capabilities::text as capabilities, false as of_app from platform_credentials
              where client_id = ${token.clientId} and secret_generation = ${token.generation} and revoked_at is null
                and not exists (select 1 from revoked_tokens where jti = ${token.jti})`
    : sql<StandingRow[]>`
              select c.name, c.capabilities::text as capabilities, false as of_app
              from credentials c
              join users u on u.tenant_id = c.tenant_id and u.id = c.service_account_id and u.status = 'active'
              join tenants t on t.id = c.tenant_id and t.status = 'active'
              where c.tenant_id = ${token.tenantId} and c.client_id = ${token.clientId}
                and c.secret_generation = ${token.generation} and c.revoked_at is null
                and c.service_account_id = ${token.subject}
                and not exists (select 1 from revoked_tokens where jti = ${token.jti})
              union all
              select a.name, a.own_scopes::text, true
              from apps a
              join users u on u.tenant_id = a.tenant_id and u.id = a.service_account_id and u.status = 'active'
              join tenants t on t.id = a.tenant_id and t.status = 'active'
              where a.tenant_id = ${token.tenantId} and a.client_id = ${token.clientId}
                and a.service_account_id = ${token.subject} and a.client_type = 'confidential'
                and case a.auth_method
                  when 'client_secret' then exists (select 1 from app_secrets held where held.tenant_id = a.tenant_id and held.app_id = a.id
                    and held.generation = ${token.generation} and (held.expires_at is null or held.expires_at > now()))
                  else a.secret_generation = ${token.generation} end
                and not exists (select 1 from revoked_tokens where jti = ${token.jti})`;
