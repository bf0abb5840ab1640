import { Provider, errors, type AdapterFactory, type KoaContextWithOIDC } from "oidc-provider";
import type { Logger } from "pino";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import { parseClientId } from "../../kernel/client-id";
import type { Execute } from "../../kernel/execute";
import type { PlatformSettings } from "../../kernel/settings";
import type { Stores } from "../../kernel/store";
import { unavailability } from "../../kernel/unavailability";
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
  /** The address that it is served at, which is its issuer. */
  baseUrl: string;
  /** Whose domain that is; null: the installation's own host. */
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
  /** How a tenant shows itself to its people. */
  appearance: (tenantId: number) => Promise<Appearance>;
  logouts: Logouts;
  keys: KeyRing;
  /** Signs the cookies of interactive flows. */
  cookieKey: Buffer;
  log: Logger;
}

type Context = KoaContextWithOIDC;

/**
 * The name of the browser session's cookie. Over https no other host can set it (RFC 6265bis §4.1.3.2). The cookies of an interaction
 * have paths of their own, so that they cannot have the prefix; browser-binding.ts binds interactions to their browser.
 */
const sessionCookieName = (baseUrl: string) => ({
  session: baseUrl.startsWith("https:") ? "__Host-_session" : "_session",
});

/** oidc-provider's paths, as discovery (RFC 8414) names them. */
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

/** Where a failure is for the moment, the library's 500 becomes 503 as on the other interfaces; a redirect stays one. */
function askAgainLater(ctx: Context, error: Error) {
  const unavailable = unavailability(error);
  if (unavailable === null || ctx.status !== 500) return;
  ctx.status = unavailable.status;
  ctx.set("Retry-After", String(unavailable.details.retryAfter));
  if (ctx.body !== null && typeof ctx.body === "object")
    ctx.body = { error: "temporarily_unavailable", error_description: unavailable.message };
}

/**
 * The OAuth provider over one set of signing keys: client_credentials with RFC 9068 access tokens for machines, the
 * interactive flows (flows.ts) for people, introspection (RFC 7662) and revocation (RFC 7009) of both.
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

  /** A machine's token is a bearer token: the management interface looks at no proof, so none may be promised. */
  function refuseProof(ctx: Context) {
    if (ctx.get("DPoP") !== "")
      throw new errors.InvalidRequest(
        "tokens of the management interface are bearer tokens; send no DPoP proof",
      );
  }

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
    // Only the console's own pages (the API reference) may call from a browser.
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
      // The library names the sessions and says when they end; who tells the apps is logouts.ts.
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: logoutFeature(flows),
      userinfo: { enabled: true },
      introspection: {
        enabled: true,
        // A tenant's clients may ask about its tokens; a platform credential, and whoever shows no secret, about its own.
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
        // A machine's token is for the management interface; an app's is for what its scopes say, at userinfo.
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

/** What a person's access token says beside the standard's claims: the organization, and roles for an app's own API. */
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
  // An API that takes tokens of many organizations tells them apart by `tid`.
  return { tid: tenantId, ...(actorId !== null && { act: { sub: String(actorId) } }), ...roles };
}

/** Pages are made here, not by the console: they say themselves what they may load. */
async function hostedHeaders(ctx: Context, next: () => Promise<void>) {
  // Before the page is made: the library adds the digest of its one script to it.
  ctx.set("content-security-policy", HOSTED_CSP);
  await next();
  // `'none'` beside the digest means nothing, and browsers complain of it (CSP 3 §2.3.1).
  const policy = ctx.response.get("content-security-policy").replace("script-src 'none' ", "script-src ");
  if (ctx.response.is("html")) ctx.set("content-security-policy", policy);
  else ctx.remove("content-security-policy");
}

/** A grant that was given before is given again, in this browser session. */
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
