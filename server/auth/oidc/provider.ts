import { Provider, errors, type AdapterFactory, type KoaContextWithOIDC } from "oidc-provider";
import type { Logger } from "pino";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import { parseClientId } from "../../kernel/http/client-id";
import type { Execute } from "../../kernel/operation/execute";
import type { PlatformSettings } from "../../kernel/settings";
import type { Stores } from "../../kernel/operation/store";
import { unavailability } from "../../kernel/concurrency/unavailability";
import { apiAudience, ownClaims, type AccessTokens } from "../access-tokens";
import type { ClientRecord, FindClient } from "../clients";
import type { SecretGuessing } from "../secret-guessing";
import { keepApiTokens } from "./api-tokens";
import { browserBinding } from "./browser-binding";
import { createDeviceFlow, DEVICE_PATH, START_PATH, type DeviceLimits } from "./device-flow";
import { flowConfiguration, nameUnauthorizedClient, standingOf, type FlowDeps } from "./flows";
import { logoutFeature, nameSignedOutClient } from "./protocol-pages";
import { giveGrant } from "./grants";
import { HOSTED_CSP } from "./hosted-page";
import { SIGNING_ALGORITHM, type KeyRing, type KeySet } from "./keys";
import type { Logouts } from "./logouts";
import type { People } from "./people";
import { lookUpClients, findTokensBySignature, ipOf } from "./lookups";
import { followSessions, type OidcSession } from "./sessions";
import { watchTokenReuse } from "./token-reuse";

export interface ProviderDeps {
  /** Base URL of the host, which is its issuer. */
  baseUrl: string;
  /** Tenant that owns the custom domain; null for the installation's own host. */
  ownerId: number | null;
  stores: Stores;
  people: People;
  execute: Execute;
  adapter: AdapterFactory;
  findClient: FindClient;
  tokens: AccessTokens;
  guessing: SecretGuessing;
  deviceLimits: DeviceLimits;
  settings: () => Promise<PlatformSettings>;
  /** Returns the branding of a tenant. */
  appearance: (tenantId: number) => Promise<Appearance>;
  logouts: Logouts;
  keys: KeyRing;
  /** Signs the cookies of interactive flows. */
  cookieKey: Buffer;
  log: Logger;
}

type Context = KoaContextWithOIDC;

/**
 * Returns the name of the browser session's cookie. Over https, no other host can set it (RFC 6265bis §4.1.3.2). The cookies of
 * an interaction have their own paths and therefore cannot have the prefix. browser-binding.ts binds interactions to their
 * browser.
 */
const sessionCookieName = (baseUrl: string) => ({
  session: baseUrl.startsWith("https:") ? "__Host-_session" : "_session",
});

/** Paths of oidc-provider, by the names in discovery (RFC 8414). */
export const routes = {
  authorization: "/authorize",
  token: "/token",
  introspection: "/introspect",
  revocation: "/revoke",
  jwks: "/jwks",
  userinfo: "/userinfo",
  device_authorization: START_PATH,
  code_verification: DEVICE_PATH,
  end_session: "/end_session",
  pushed_authorization_request: "/par",
};

/** Changes the library's 500 to 503 for a temporary failure, as on the other interfaces. Leaves redirects unchanged. */
function askAgainLater(ctx: Context, error: Error) {
  const unavailable = unavailability(error);
  if (unavailable === null || ctx.status !== 500) return;
  ctx.status = unavailable.status;
  ctx.set("Retry-After", String(unavailable.details.retryAfter));
  if (ctx.body !== null && typeof ctx.body === "object")
    ctx.body = { error: "temporarily_unavailable", error_description: unavailable.message };
}

/**
 * Creates the OAuth provider for one set of signing keys: client_credentials with RFC 9068 access tokens for machines, the
 * interactive flows (flows.ts) for users, introspection (RFC 7662) and revocation (RFC 7009).
 */
export function createProvider(deps: ProviderDeps, { active, all }: KeySet): Provider {
  const audience = apiAudience(deps.baseUrl);
  const signing = { sign: { alg: SIGNING_ALGORITHM, kid: active.kid } } as const;
  const records = new WeakMap<object, ClientRecord>();
  const recordOf = (client: object | undefined) => {
    const record = client && records.get(client);
    if (!record) throw new errors.InvalidClient("there is no such client");
    return record;
  };

  /**
   * Refuses a DPoP proof in a request for a machine's token. The management interface does not check proofs, so its tokens must
   * not appear bound to a key.
   */
  function refuseProof(ctx: Context) {
    if (ctx.get("DPoP") !== "")
      throw new errors.InvalidRequest(
        "tokens of the management interface are bearer tokens; send no DPoP proof",
      );
  }

  /** Returns the granted scopes. Scopes are capabilities: all capabilities of the credential, or the requested subset. */
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

  const flows: FlowDeps = {
    ...deps,
    recordOf,
    renewGrant: (ctx, scopes) => renewGrant(provider, deps, recordOf, ctx, scopes),
  };
  const interactive = flowConfiguration(flows);
  const device = createDeviceFlow({ ...deps, recordOf, ipOf });
  const provider: Provider = new Provider(deps.baseUrl, {
    ...interactive,
    adapter: deps.adapter,
    jwks: { keys: all.map(({ jwk }) => jwk) },
    routes,
    cookies: {
      keys: [deps.cookieKey.toString("base64url")],
      names: sessionCookieName(deps.baseUrl),
    },
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "none"],
    clientDefaults: {
      id_token_signed_response_alg: SIGNING_ALGORITHM,
      grant_types: ["client_credentials"],
      response_types: [],
    },
    // Only the console's own pages (the API reference) may send requests from a browser.
    clientBasedCORS: (_ctx, origin) => origin === new URL(deps.baseUrl).origin,
    ttl: {
      ...interactive.ttl,
      ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? 600,
    },
    extraTokenClaims: (ctx, token) => {
      const record = recordOf(ctx.oidc.client);
      return token.kind === "ClientCredentials"
        ? ownClaims(record)
        : personClaims(deps.people, record, ctx, token);
    },
    formats: {
      customizers: {
        jwt: (ctx, token, jwt) => {
          if (token.kind === "ClientCredentials")
            jwt.payload["sub"] = recordOf(ctx.oidc.client).subject ?? undefined;
          return undefined;
        },
      },
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      deviceFlow: device.feature,
      // The library detects that a session ends. logouts.ts notifies the apps.
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: logoutFeature(flows),
      userinfo: { enabled: true },
      introspection: {
        enabled: true,
        // A tenant's client may introspect the tenant's tokens. A platform credential and a client without a secret may
        // introspect only their own.
        allowedPolicy: async (_ctx, client, token) => {
          const { tenantId, clientId, secretHash } = recordOf(client);
          const owner = parseClientId(token.clientId ?? "");
          if (tenantId === null || secretHash === null) return token.clientId === clientId;
          return owner !== null && "tenantId" in owner && owner.tenantId === tenantId;
        },
      },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        // By default, the token of a machine is for the management interface, and the token of a user is for userinfo with the
        // scopes of the token.
        defaultResource: (ctx) =>
          ctx.oidc.params?.["grant_type"] === "client_credentials" ? audience : undefined,
        getResourceServerInfo: async (ctx, resource, client) => {
          const own = recordOf(client).app?.apiAudience;
          if (resource === own && ctx.oidc.params?.["grant_type"] !== "client_credentials")
            return { audience: own, scope: "", accessTokenFormat: "jwt", jwt: signing };
          if (resource !== audience || ctx.oidc.params?.["grant_type"] !== "client_credentials")
            throw new errors.InvalidTarget();
          refuseProof(ctx);
          return {
            audience,
            scope: grantedScope(ctx, recordOf(client)),
            accessTokenFormat: "jwt",
            accessTokenTTL: (await deps.settings()).managementTokenSeconds,
            jwt: signing,
          };
        },
      },
    },
  });

  // The library's context is wider than koa's, for which `use` is declared.
  provider.use(hostedHeaders as never);
  provider.use(device.slowStarting as never);
  provider.use(device.slowGuessing(provider) as never);
  provider.use(nameUnauthorizedClient as never);
  provider.use(nameSignedOutClient as never);
  watchTokenReuse(provider, { ...deps, recordOf });
  followSessions(provider, { ...deps, recordOf });
  lookUpClients(provider, records, deps);
  browserBinding(deps.baseUrl).guardResumes(provider);
  findTokensBySignature(provider, deps);
  keepApiTokens(provider, { keys: deps.keys, issuer: deps.baseUrl });
  provider.on("server_error", (ctx: Context, error: Error) => {
    deps.log.error({ err: error }, "the OAuth provider failed");
    askAgainLater(ctx, error);
  });
  return provider;
}

/** Returns the additional claims of a user's access token: the organization, and roles for the app's own API. */
async function personClaims(
  people: People,
  { tenantId, app }: ClientRecord,
  { oidc }: Context,
  token: { accountId?: string; grantId?: string; aud?: unknown },
) {
  if (tenantId === null || token.grantId === undefined) return undefined;
  const { AuthorizationCode, DeviceCode, RefreshToken } = oidc.entities;
  const granted = AuthorizationCode ?? DeviceCode ?? RefreshToken;
  const wantsRoles = app !== null && token.aud !== undefined && granted?.scopes.has("roles");
  const [actorId, roles] = await Promise.all([
    people.grantActor(tenantId, token.grantId),
    wantsRoles ? people.rolesOf(tenantId, Number(token.accountId), app.appId) : null,
  ]);
  // An API that accepts tokens of several organizations distinguishes them by `tid`.
  return { tid: tenantId, ...(actorId !== null && { act: { sub: String(actorId) } }), ...roles };
}

/** Sets the content security policy of the pages that this module renders. */
async function hostedHeaders(ctx: Context, next: () => Promise<void>) {
  // Set before the page is rendered, because the library then adds the digest of its one script to this policy.
  ctx.set("content-security-policy", HOSTED_CSP);
  await next();
  // `'none'` beside a digest has no effect, and browsers warn about it (CSP 3 §2.3.1).
  const policy = ctx.response.get("content-security-policy").replace("script-src 'none' ", "script-src ");
  if (ctx.response.is("html")) ctx.set("content-security-policy", policy);
  else ctx.remove("content-security-policy");
}

/** Creates a new grant in this browser session from a grant that the user gave before. Returns its id. */
async function renewGrant(
  provider: Provider,
  { people, execute }: ProviderDeps,
  recordOf: FlowDeps["recordOf"],
  ctx: Context,
  scopes: string[],
): Promise<string> {
  const { tenantId, clientId, app } = recordOf(ctx.oidc.client);
  const session = ctx.oidc.session as OidcSession;
  const subject = tenantId === null ? null : await people.find(tenantId, session?.accountId ?? "");
  if (tenantId === null || !app?.appId || subject === null) throw new errors.AccessDenied();
  const standing = await standingOf({ people, recordOf }, ctx);
  const grantId = await giveGrant(provider, execute, {
    actedBy: standing?.acting?.by,
    tenantId,
    appId: app.appId,
    clientId,
    subject,
    sessionId: session?.tenantSession ?? null,
    scopes,
    facts: { ip: ipOf(ctx), requestId: null },
  });
  if (grantId === null) throw new errors.AccessDenied();
  return grantId;
}
