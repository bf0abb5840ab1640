import { timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Provider, errors, type AdapterFactory, type KoaContextWithOIDC } from "oidc-provider";
import type { Logger } from "pino";
import { hashSecret } from "../../kernel/client-id";
import type { PlatformSettings } from "../../kernel/settings";
import { apiAudience, ownClaims, type AccessTokens } from "../access-tokens";
import type { ClientRecord, FindClient } from "../clients";
import type { SecretGuessing } from "../secret-guessing";
import { SIGNING_ALGORITHM, type KeySet } from "./keys";

export interface ProviderDeps {
  baseUrl: string;
  adapter: AdapterFactory;
  findClient: FindClient;
  tokens: AccessTokens;
  guessing: SecretGuessing;
  settings: () => Promise<PlatformSettings>;
  /** Signs the cookies of interactive flows. */
  cookieKey: Buffer;
  log: Logger;
}

type Client = InstanceType<Provider["Client"]>;
type Context = KoaContextWithOIDC;

/** oidc-provider's paths, as discovery (RFC 8414) names them. */
export const routes = {
  authorization: "/authorize",
  token: "/token",
  introspection: "/introspect",
  revocation: "/revoke",
  jwks: "/jwks",
  userinfo: "/userinfo",
  device_authorization: "/device_authorization",
  end_session: "/end_session",
  pushed_authorization_request: "/par",
};

/** A JWT in a spelling that is none: see `handOver`. */
const SPELLED = "~";

/**
 * The OAuth provider over one set of signing keys: client_credentials with RFC 9068 access tokens, introspection (RFC
 * 7662) and revocation (RFC 7009) of them. The interactive flows are off until there is something to sign in to.
 */
export function createProvider(deps: ProviderDeps, { active, all }: KeySet): Provider {
  const audience = apiAudience(deps.baseUrl);
  const records = new WeakMap<object, ClientRecord>();
  const recordOf = (client: object | undefined) => {
    const record = client && records.get(client);
    if (!record) throw new errors.InvalidClient("the client is not one of the registry");
    return record;
  };

  /** Scopes are capabilities: all that the credential has, or fewer where the request says so. */
  function grantedScope(ctx: Context, { capabilities }: ClientRecord): string {
    const { params } = ctx.oidc;
    const scope = capabilities.join(" ");
    if (params?.["grant_type"] !== "client_credentials") return scope;
    const asked =
      typeof params["scope"] === "string" ? params["scope"].split(" ").filter(Boolean) : capabilities;
    const lacking = asked.find((name) => !capabilities.includes(name));
    if (lacking !== undefined)
      throw new errors.InvalidScope("the credential does not have this capability", lacking);
    params["scope"] = [...new Set(asked)].join(" ");
    return scope;
  }

  const provider = new Provider(deps.baseUrl, {
    adapter: deps.adapter,
    jwks: { keys: all.map(({ jwk }) => jwk) },
    routes,
    cookies: { keys: [deps.cookieKey.toString("base64url")] },
    clientAuthMethods: ["client_secret_basic", "client_secret_post"],
    clientDefaults: {
      id_token_signed_response_alg: SIGNING_ALGORITHM,
      grant_types: ["client_credentials"],
      response_types: [],
    },
    responseTypes: [],
    scopes: [],
    // Only the console's own pages (the API reference) may call from a browser.
    clientBasedCORS: (_ctx, origin) => origin === new URL(deps.baseUrl).origin,
    renderError: (ctx, out) => {
      ctx.body = out;
    },
    ttl: { ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? 600 },
    extraTokenClaims: (ctx, token) =>
      token.kind === "ClientCredentials" ? ownClaims(recordOf(ctx.oidc.client)) : undefined,
    formats: {
      customizers: {
        jwt: (ctx, token, jwt) => {
          if (token.kind === "ClientCredentials") jwt.payload["sub"] = recordOf(ctx.oidc.client).subject;
          return undefined;
        },
      },
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      introspection: {
        enabled: true,
        // A tenant's clients may ask about its tokens, a platform credential about its own.
        allowedPolicy: async (_ctx, client, token) => {
          const { tenantId, clientId } = recordOf(client);
          const tid = (token as { extra?: { tid?: number } }).extra?.tid ?? null;
          return tenantId === null ? token.clientId === clientId : tid === tenantId;
        },
      },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        getResourceServerInfo: async (ctx, resource, client) => {
          if (resource !== audience) throw new errors.InvalidTarget();
          return {
            audience,
            scope: grantedScope(ctx, recordOf(client)),
            accessTokenFormat: "jwt",
            accessTokenTTL: (await deps.settings()).managementTokenSeconds,
            jwt: { sign: { alg: SIGNING_ALGORITHM, kid: active.kid } },
          };
        },
      },
    },
  });

  authenticateByRegistry(provider, records, deps);
  findTokensBySignature(provider, deps);
  provider.on("server_error", (_ctx: unknown, error: Error) =>
    deps.log.error({ err: error }, "the OAuth provider failed"),
  );
  return provider;
}

/** Clients come from the registry as they are now, on every request; their secrets are compared by digest. */
function authenticateByRegistry(
  provider: Provider,
  records: WeakMap<object, ClientRecord>,
  { findClient, guessing }: ProviderDeps,
) {
  const built = new LRUCache<string, { client: Client; of: string }>({ max: 10_000 });

  function clientOf(record: ClientRecord): Client {
    const of = JSON.stringify(record);
    const before = built.get(record.clientId);
    if (before?.of === of) return before.client;
    const metadata = { client_id: record.clientId, client_secret: record.secretHash, redirect_uris: [] };
    const client = new (provider.Client as unknown as new (metadata: object) => Client)(metadata);
    records.set(client, record);
    built.set(record.clientId, { client, of });
    return client;
  }

  provider.Client.find = async (clientId: string) => {
    const ctx = Provider.ctx;
    const authenticates = ctx?.oidc !== undefined && ctx.oidc.client === undefined;
    if (authenticates) {
      const wait = await guessing.waitSeconds(ipOf(ctx), clientId);
      if (wait > 0) throw tooManyRequests(ctx, wait);
    }
    const record = await findClient(clientId);
    if (!record) {
      if (authenticates) await guessing.failed(ipOf(ctx), clientId);
      return undefined;
    }
    return clientOf(record);
  };

  (provider.Client.prototype as { compareClientSecret: unknown }).compareClientSecret = async function (
    this: Client,
    shown: string,
  ) {
    const ctx = Provider.ctx as Context;
    const matches = timingSafeEqual(Buffer.from(hashSecret(shown)), Buffer.from(this.clientSecret ?? ""));
    if (!matches) {
      await guessing.failed(ipOf(ctx), this.clientId);
      return false;
    }
    guessing.succeeded(ipOf(ctx), this.clientId);
    handOver(ctx);
    return true;
  };
}

/**
 * oidc-provider refuses JWTs at introspection and revocation before it looks for them. Ours it can find (below), so
 * that one is handed on in a spelling that does not look like a JWT.
 */
function handOver(ctx: Context) {
  const { params, route } = ctx.oidc;
  if (
    params &&
    typeof params["token"] === "string" &&
    (route === "introspection" || route === "revocation")
  ) {
    params["token"] = params["token"].replaceAll(".", SPELLED);
  }
}

/** Access tokens are not stored: one is found by its signature, as long as its credential still stands. */
function findTokensBySignature(provider: Provider, { tokens }: ProviderDeps) {
  const { ClientCredentials } = provider;
  ClientCredentials.find = (async (value: string) => {
    const token = await tokens.verify(value.replaceAll(SPELLED, "."));
    if (!token) return undefined;
    const standing = await tokens.standing(token);
    if (!standing) return undefined;
    return new ClientCredentials({
      jti: token.jti,
      iat: token.issuedAt,
      exp: token.expiresAt,
      clientId: token.clientId,
      aud: token.audience,
      // What it allows now, which may be less than when it was issued.
      scope: [...standing.capabilities].join(" "),
      extra: { sub: token.subject, ...(token.tenantId !== null && { tid: token.tenantId }) },
    } as unknown as ConstructorParameters<typeof ClientCredentials>[0]);
  }) as never;
  ClientCredentials.prototype.destroy = async function (this: { jti: string; exp: number }) {
    await tokens.revoke({ jti: this.jti, expiresAt: this.exp });
  };
}

const ipOf = (ctx: Context) => ctx.req.socket.remoteAddress ?? null;

function tooManyRequests(ctx: Context, seconds: number) {
  ctx.set("Retry-After", String(seconds));
  const error = new errors.CustomOIDCProviderError(
    "too_many_requests",
    `Too many wrong secrets; wait ${seconds} seconds.`,
  );
  error.status = error.statusCode = 429;
  return error;
}
