import { Provider, errors, type AdapterFactory, type KoaContextWithOIDC } from "oidc-provider";
import type { Logger } from "pino";
import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import { parseClientId } from "../../kernel/http/client-id";
import { clientKeyAlgorithms } from "../../domain/apps/client-authentication.schema";
import type { GuardedRequest } from "../../ports/guarded-fetch";
import type { Execute } from "../../kernel/operation/execute";
import type { PlatformSettings } from "../../kernel/settings";
import { signingAlgorithms, type SigningAlgorithm } from "../../kernel/signing-keys";
import type { Stores } from "../../kernel/operation/store";
import { unavailability } from "../../kernel/concurrency/unavailability";
import { algorithmOf, apiAudience, ownClaims, type AccessTokens } from "./access-tokens";
import type { ClientRecord, FindClient } from "./clients";
import type { SecretGuessing, SecretUse } from "./secret-guessing";
import { apiAsResource, apiIdOf, requestedApiScopes, type ApiAccess } from "./api-access";
import { keepApiTokens } from "./api-tokens";
import { accessTokenClaims } from "./accounts";
import { addConfiguredClaims } from "./configured-claims";
import { browserBinding } from "../browser/browser-binding";
import { certificateFeature } from "./client-certificates";
import { checkAssertion, createKeyFetch } from "./client-keys";
import { createCors } from "./cors";
import {
  deviceFeature,
  slowGuessing,
  slowStarting,
  DEVICE_PATH,
  START_PATH,
  type DeviceLimits,
} from "./device-flow";
import { flowConfiguration, nameUnauthorizedClient, type FlowDeps } from "./flows";
import { logoutFeature, nameSignedOutClient } from "./protocol-pages";
import { pairwiseSubject } from "./pairwise";
import { deriveSuccessors } from "./refresh-grace";
import { watchTokenReuse } from "./token-reuse";
import { standingOf } from "./request-session";
import { giveGrant } from "./grants";
import { HOSTED_CSP } from "./hosted-page";
import { acceptFormerHints } from "./former-hints";
import type { KeyRing, KeySet } from "./keys";
import type { Logouts } from "./logouts";
import type { People } from "../sessions/people";
import { countFailedJwts, findTokensBySignature, ipOf, lookUpClients, usedGeneration } from "./lookups";
import { followSessions, type OidcSession } from "./sessions";
import { settleFailed } from "./token-writes";

export interface ProviderDeps {
  /** Base URL of the host, which is its issuer. */
  baseUrl: string;
  /** Tenant that owns the custom domain; null for the installation's own host. */
  ownerId: number | null;
  stores: Stores;
  people: People;
  /** APIs of the organizations, and which apps get tokens for them. */
  apis: ApiAccess;
  execute: Execute;
  adapter: AdapterFactory;
  findClient: FindClient;
  /** Returns true if an app of this host has the origin (origins.ts). */
  isAppOrigin: (origin: string) => Promise<boolean>;
  tokens: AccessTokens;
  guessing: SecretGuessing;
  secretUse: SecretUse;
  /** Requests addresses of organizations, such as those of apps' keys. */
  request: GuardedRequest;
  deviceLimits: DeviceLimits;
  settings: () => Promise<PlatformSettings>;
  /** Returns the branding of a tenant. */
  appearance: (tenantId: number) => Promise<Appearance>;
  logouts: Logouts;
  keys: KeyRing;
  /** Header in which a proxy passes the certificate of an app (mTLS); undefined for none. */
  certificateHeader: string | undefined;
  clock: () => Date;
  /** Signs the cookies of interactive flows. */
  cookieKey: Buffer;
  /** Derives the pseudonyms of users at apps with pairwise subjects. */
  pairwiseKey: Buffer;
  /** Derives the successors of refresh tokens. */
  refreshKey: Buffer;
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
export function createProvider(deps: ProviderDeps, { signing, all }: KeySet): Provider {
  const audience = apiAudience(deps.baseUrl);
  const signedBy = (alg: SigningAlgorithm) => ({ sign: { alg, kid: signing[alg].kid } }) as const;
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

  const longest = async () => (await deps.settings()).maxAccessTokenSeconds;
  const resources = { apis: deps.apis, longest, signedBy, usedGeneration };

  /** Returns the resource server of this name (RFC 8707). Throws `invalid_target` if the client may not ask for it. */
  async function resourceServer(ctx: Context, resource: string, client: object | undefined) {
    const record = recordOf(client);
    const own = record.app?.apiAudience;
    const forItself = ctx.oidc.params?.["grant_type"] === "client_credentials";
    const jwt = signedBy(algorithmOf(record));
    if (resource === own && !forItself)
      return { audience: own, scope: "", accessTokenFormat: "jwt" as const, jwt };
    if (resource !== audience) return apiAsResource(resources, ctx, record, resource);
    if (!forItself) throw new errors.InvalidTarget();
    refuseProof(ctx);
    return {
      audience,
      scope: grantedScope(ctx, record),
      accessTokenFormat: "jwt" as const,
      accessTokenTTL: (await deps.settings()).managementTokenSeconds,
      jwt,
    };
  }

  const flows: FlowDeps = {
    ...deps,
    recordOf,
    renewGrant: (ctx, scopes) => renewGrant(provider, deps, recordOf, ctx, scopes),
  };
  const interactive = flowConfiguration(flows);
  const cors = createCors({ ...deps, recordOf });
  const device = { ...deps, recordOf, ipOf };
  const provider: Provider = new Provider(deps.baseUrl, {
    ...interactive,
    adapter: deps.adapter,
    jwks: { keys: all.map(({ jwk }) => jwk) },
    routes,
    cookies: {
      keys: [deps.cookieKey.toString("base64url")],
      names: sessionCookieName(deps.baseUrl),
    },
    clientAuthMethods: [
      ...(["client_secret_basic", "client_secret_post", "private_key_jwt", "none"] as const),
      ...(deps.certificateHeader === undefined
        ? []
        : (["tls_client_auth", "self_signed_tls_client_auth"] as const)),
    ],
    enabledJWA: {
      clientAuthSigningAlgValues: [...clientKeyAlgorithms],
      introspectionSigningAlgValues: [...signingAlgorithms],
      requestObjectSigningAlgValues: [...clientKeyAlgorithms],
      authorizationSigningAlgValues: [...signingAlgorithms],
    },
    assertJwtClientAuthClaimsAndHeader: checkAssertion,
    fetch: createKeyFetch(deps.request, recordOf),
    clientDefaults: {
      // The account page and credentials get no ID tokens. Each app has its algorithm (lookups.ts).
      id_token_signed_response_alg: signingAlgorithms[0],
      grant_types: ["client_credentials"],
      response_types: [],
    },
    subjectTypes: ["public", "pairwise"],
    pairwiseIdentifier: (_ctx, accountId, client) =>
      Promise.resolve(pairwiseSubject(deps.pairwiseKey, client.clientId, accountId)),
    clientBasedCORS: (ctx, origin, client) => cors.allows(ctx, origin, recordOf(client)),
    ttl: {
      ...interactive.ttl,
      ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? 600,
    },
    extraTokenClaims: (ctx, token) => {
      const record = recordOf(ctx.oidc.client);
      if (token.kind !== "ClientCredentials") return accessTokenClaims(flows, record, ctx, token);
      const claims = ownClaims(record, usedGeneration(ctx) ?? record.generation);
      // A stored token contains its subject, because introspection reads the token only.
      return apiIdOf(token) === undefined ? claims : { ...claims, sub: record.subject };
    },
    formats: {
      customizers: {
        jwt: (ctx, token, jwt) => {
          if (token.kind !== "ClientCredentials") return undefined;
          jwt.payload["sub"] = recordOf(ctx.oidc.client).subject ?? undefined;
          // The stored token keeps the generation of the secret. An API does not need it.
          if (apiIdOf(token) !== undefined) delete jwt.payload["gen"];
          return undefined;
        },
      },
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: true },
      mTLS: certificateFeature({ header: deps.certificateHeader, clock: deps.clock, recordOf }),
      // JAR (RFC 9101): only apps with keys can sign requests.
      requestObjects: { enabled: true },
      // JARM: an app asks for a signed answer by its `response_mode`.
      jwtResponseModes: { enabled: true },
      fapi: {
        enabled: true,
        profile: (_ctx, client) => (records.get(client)?.app?.fapi ? "2.0" : undefined),
      },
      pushedAuthorizationRequests: { enabled: true },
      deviceFlow: deviceFeature(device),
      // The library detects that a session ends. logouts.ts notifies the apps.
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: logoutFeature(flows),
      userinfo: { enabled: true },
      introspection: {
        enabled: true,
        // A tenant's client may introspect the tenant's tokens. A platform credential and a public client may
        // introspect only their own, and an API the tokens for it.
        allowedPolicy: async (_ctx, client, token) => {
          const { tenantId, clientId, authMethod, api } = recordOf(client);
          const owner = parseClientId(token.clientId ?? "");
          if (tenantId === null || authMethod === "none") return token.clientId === clientId;
          if (owner === null || !("tenantId" in owner) || owner.tenantId !== tenantId) return false;
          return api === null || (token as { apiId?: number }).apiId === api.apiId;
        },
      },
      // RFC 9701, if the request accepts such an answer.
      jwtIntrospection: { enabled: true },
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
        getResourceServerInfo: resourceServer,
      },
    },
  });

  // The library's context is wider than koa's, for which `use` is declared.
  provider.use(cors.headers as never);
  provider.use(hostedHeaders as never);
  provider.use(slowStarting(device) as never);
  provider.use(slowGuessing(device, provider) as never);
  provider.use(countFailedJwts(deps.guessing) as never);
  provider.use(settleFailed(provider) as never);
  provider.use(nameUnauthorizedClient as never);
  provider.use(nameSignedOutClient as never);
  deriveSuccessors(provider, deps.refreshKey);
  watchTokenReuse(provider, { ...deps, recordOf });
  followSessions(provider, { ...deps, recordOf });
  lookUpClients(provider, records, deps);
  browserBinding(deps.baseUrl).guardResumes(provider);
  findTokensBySignature(provider, deps);
  keepApiTokens(provider, { keys: deps.keys, issuer: deps.baseUrl, apis: deps.apis });
  addConfiguredClaims(provider);
  acceptFormerHints(provider, { keys: deps.keys, issuer: deps.baseUrl });
  provider.on("server_error", (ctx: Context, error: Error) => {
    deps.log.error({ err: error }, "the OAuth provider failed");
    askAgainLater(ctx, error);
  });
  return provider;
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
    apiScopes: requestedApiScopes(ctx),
    facts: { ip: ipOf(ctx), requestId: null },
  });
  if (grantId === null) throw new errors.AccessDenied();
  return grantId;
}
