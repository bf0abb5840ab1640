import { timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Provider, errors, type KoaContextWithOIDC } from "oidc-provider";
import { hashSecret, newOpaqueToken } from "../../kernel/http/client-id";
import { isRegisteredRedirect } from "../../kernel/http/redirect-uri";
import type { ClientRecord, ClientSecret } from "./clients";
import { asJwt, spelled } from "./api-tokens";
import type { SecretGuessing } from "./secret-guessing";
import { certificateMetadata } from "./client-certificates";
import { pairwiseMetadata } from "./pairwise";
import { gatheredClient } from "./token-reads";
import type { ProviderDeps } from "./provider";

/*
 * Lookups of data that oidc-provider would store itself. Clients are rows of the platform and of the tenants; access tokens of
 * machines are signed and not stored.
 */

type Client = InstanceType<Provider["Client"]>;
type Context = KoaContextWithOIDC;

/** Grant type of the device flow (RFC 8628 §3.4). */
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Random, so that nobody could sign with it if the library used it as a key (HS256). */
const PLACEHOLDER = newOpaqueToken();

/**
 * Returns how a client authenticates. Without the proxy's header, an app with a certificate has no way to authenticate. It must still be
 * a valid client for sign-outs.
 */
function methodOf({ authMethod }: ClientRecord, takesCertificates: boolean) {
  const isByCertificate = authMethod === "tls_client_auth" || authMethod === "self_signed_tls_client_auth";
  return isByCertificate && !takesCertificates ? "private_key_jwt" : authMethod;
}

/** Returns a client record as client metadata (OpenID Connect Dynamic Client Registration 1.0 §2). */
function metadataOf(record: ClientRecord, takesCertificates: boolean) {
  const { clientId, subject, app, api } = record;
  const authMethod = methodOf(record, takesCertificates);
  const machine = subject === null ? [] : ["client_credentials"];
  const own = {
    client_id: clientId,
    // The library requires a text. compareClientSecret compares the secrets of the record.
    ...(authMethod === "client_secret"
      ? { client_secret: PLACEHOLDER, token_endpoint_auth_method: "client_secret_basic" }
      : { token_endpoint_auth_method: authMethod }),
    ...(takesCertificates && certificateMetadata(record)),
    ...(authMethod === "private_key_jwt" &&
      app !== null &&
      (app.clientKeysUri === null ? { jwks: { keys: app.clientKeys } } : { jwks_uri: app.clientKeysUri })),
  };
  if (api !== null)
    return {
      ...own,
      redirect_uris: [],
      grant_types: [],
      introspection_signed_response_alg: api.signingAlgorithm,
    };
  if (app === null) return { ...own, redirect_uris: [], grant_types: machine };
  // The account page needs no token, because it uses the browser session itself (auth/account).
  if (app.appId === null)
    return {
      ...own,
      client_name: app.name,
      redirect_uris: app.redirectUris,
      response_types: ["none"],
      grant_types: [],
    };
  const signsIn = app.redirectUris.length > 0;
  return {
    ...own,
    client_name: app.name,
    redirect_uris: app.redirectUris,
    post_logout_redirect_uris: app.postLogoutRedirectUris,
    response_types: signsIn ? ["code"] : [],
    grant_types: [
      ...(signsIn ? ["authorization_code", "refresh_token"] : []),
      ...(signsIn && app.deviceFlow ? [DEVICE_GRANT] : []),
      ...machine,
    ],
    require_pushed_authorization_requests: app.requirePushedRequests || app.fapi,
    // FAPI 2.0 Security Profile §5.3.2.1: tokens are bound by DPoP or by the certificate.
    dpop_bound_access_tokens: app.requireDpop || (app.fapi && authMethod === "private_key_jwt"),
    require_signed_request_object: app.requireSignedRequests,
    authorization_signed_response_alg: app.signingAlgorithm,
    ...(app.pairwiseSubjects && pairwiseMetadata(clientId)),
    id_token_signed_response_alg: app.signingAlgorithm,
    introspection_signed_response_alg: app.signingAlgorithm,
    ...(app.backchannelLogoutUri !== null && {
      backchannel_logout_uri: app.backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
    // RFC 8252: only native apps have redirect URIs with a private-use scheme.
    application_type: app.redirectUris.every((uri) => /^https?:/i.test(uri)) ? "web" : "native",
  };
}

const generations = new WeakMap<Context, number>();

/** Returns the generation of the secret by which the client of a request authenticated. */
export const usedGeneration = (ctx: Context): number | undefined => generations.get(ctx);

/** Returns the secret that equals the sent one. Compares all, so that the time does not show which one was equal. */
function matching(secrets: readonly ClientSecret[], shown: string): ClientSecret | undefined {
  const digest = Buffer.from(hashSecret(shown));
  return secrets.filter(({ hash }) => timingSafeEqual(digest, Buffer.from(hash)))[0];
}

/** Makes the provider look up clients on every request, so that changes apply at once. Secrets are compared by digest. */
export function lookUpClients(
  provider: Provider,
  records: WeakMap<object, ClientRecord>,
  { findClient, guessing, secretUse, certificateHeader }: ProviderDeps,
) {
  const built = new LRUCache<string, { client: Client; of: string }>({ max: 10_000 });

  function clientOf(record: ClientRecord): Client {
    const of = JSON.stringify(record);
    const before = built.get(record.clientId);
    if (before?.of === of) return before.client;
    // The types of the library declare no constructor of a client.
    const client = new (provider.Client as unknown as new (metadata: object) => Client)(
      metadataOf(record, certificateHeader !== undefined),
    );
    records.set(client, record);
    built.set(record.clientId, { client, of });
    return client;
  }

  /**
   * Counts a wrong secret. Throws if there were too many. The wrong secrets of others never delay a correct one
   * (secret-guessing.ts).
   */
  async function countWrong(ctx: Context, clientId: string) {
    const wait = await guessing.failed(ipOf(ctx), clientId);
    if (wait > 0) throw tooManyRequests(ctx, wait);
  }

  provider.Client.find = async (clientId: string) => {
    const ctx = Provider.ctx;
    const authenticates = ctx?.oidc !== undefined && ctx.oidc.client === undefined;
    const record = await findClient(clientId, gatheredClient(ctx, clientId));
    if (!record) {
      if (authenticates) await countWrong(ctx, clientId);
      return undefined;
    }
    // For other clients, the check of the secret calls `handOver`.
    if (authenticates && record.authMethod !== "client_secret") handOver(ctx);
    return clientOf(record);
  };

  // The library allows any port for all apps with a custom scheme, also on localhost, and for no other app.
  const allow = (uris: "redirectUris" | "postLogoutRedirectUris") =>
    function (this: Client, uri: string) {
      const clientType = records.get(this)?.authMethod === "none" ? "public" : "confidential";
      return isRegisteredRedirect(uri, this[uris] ?? [], clientType);
    };
  provider.Client.prototype.redirectUriAllowed = allow("redirectUris");
  provider.Client.prototype.postLogoutRedirectUriAllowed = allow("postLogoutRedirectUris");

  (provider.Client.prototype as { compareClientSecret: unknown }).compareClientSecret = async function (
    this: Client,
    shown: string,
  ) {
    const ctx = Provider.ctx as Context;
    const record = records.get(this);
    const used = matching(record?.secrets ?? [], shown);
    if (!record || !used) {
      await countWrong(ctx, this.clientId);
      return false;
    }
    generations.set(ctx, used.generation);
    await secretUse.note(record, used.generation);
    handOver(ctx);
    return true;
  };
}

/** Replaces a JWT in an introspection or revocation by its other spelling (api-tokens.ts). */
function handOver(ctx: Context) {
  const { params, route } = ctx.oidc;
  if (
    params &&
    typeof params["token"] === "string" &&
    (route === "introspection" || route === "revocation")
  ) {
    params["token"] = spelled(params["token"]);
  }
}

/**
 * Makes the provider find access tokens of machines by their signature, because these tokens are not stored. A token is valid as
 * long as its credential.
 */
export function findTokensBySignature(provider: Provider, { tokens }: ProviderDeps) {
  const { ClientCredentials } = provider;
  // The types of the library declare neither the stored claims of a token nor a lookup without a result.
  ClientCredentials.find = (async (value: string) => {
    const jwt = asJwt(value);
    const token = jwt && (await tokens.verify(jwt));
    if (!token) return undefined;
    const standing = await tokens.standing(token);
    if (!standing) return undefined;
    return new ClientCredentials({
      jti: token.jti,
      iat: token.issuedAt,
      exp: token.expiresAt,
      clientId: token.clientId,
      aud: token.audience,
      // The current capabilities, which may be fewer than at the time of issue.
      scope: [...standing.capabilities].join(" "),
      extra: { sub: token.subject, ...(token.tenantId !== null && { tid: token.tenantId }) },
    } as unknown as ConstructorParameters<typeof ClientCredentials>[0]);
  }) as never;
  ClientCredentials.prototype.destroy = async function (this: { jti: string; exp: number }) {
    await tokens.revoke({ jti: this.jti, expiresAt: this.exp });
  };
}

/** Returns the body of the answer to too many wrong secrets or JWTs of a client. */
const tooManyWrong = (seconds: number) => ({
  error: "too_many_requests",
  error_description: `Too many wrong credentials; wait ${seconds} seconds.`,
});

/**
 * Counts JWTs by which an app failed to authenticate, like wrong secrets. The library reports the failure of a JWT only by its
 * answer. A JWT of an unknown client is counted when the client is looked up.
 */
export const countFailedJwts =
  (guessing: SecretGuessing) => async (ctx: Context, next: () => Promise<void>) => {
    await next();
    const { client, params } = ctx.oidc ?? {};
    if (ctx.status !== 401 || !client || params?.["client_assertion"] === undefined) return;
    const wait = await guessing.failed(ipOf(ctx), client.clientId);
    if (wait === 0) return;
    ctx.status = 429;
    ctx.set("Retry-After", String(wait));
    ctx.body = tooManyWrong(wait);
  };

export const ipOf = (ctx: Context) => ctx.req.socket.remoteAddress ?? null;

function tooManyRequests(ctx: Context, seconds: number) {
  ctx.set("Retry-After", String(seconds));
  const { error: code, error_description: description } = tooManyWrong(seconds);
  const error = new errors.CustomOIDCProviderError(code, description);
  error.status = error.statusCode = 429;
  return error;
}
