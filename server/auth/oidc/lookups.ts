import { timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Provider, errors, type KoaContextWithOIDC } from "oidc-provider";
import { hashSecret } from "../../kernel/http/client-id";
import type { ClientRecord } from "../clients";
import { asJwt, spelled } from "./jwt-spelling";
import type { ProviderDeps } from "./provider";

/*
 * Lookups of data that oidc-provider would store itself. Clients are rows of the platform and of the tenants; access tokens of
 * machines are signed and not stored.
 */

type Client = InstanceType<Provider["Client"]>;
type Context = KoaContextWithOIDC;

/** Grant type of the device flow (RFC 8628 §3.4). */
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Returns a client record as client metadata (OpenID Connect Dynamic Client Registration 1.0 §2). */
function metadataOf({ clientId, secretHash, subject, app }: ClientRecord) {
  const machine = subject === null ? [] : ["client_credentials"];
  const own = {
    client_id: clientId,
    ...(secretHash === null
      ? { token_endpoint_auth_method: "none" }
      : { client_secret: secretHash, token_endpoint_auth_method: "client_secret_basic" }),
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
    require_pushed_authorization_requests: app.requirePushedRequests,
    dpop_bound_access_tokens: app.requireDpop,
    ...(app.backchannelLogoutUri !== null && {
      backchannel_logout_uri: app.backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
    // RFC 8252: only native apps have redirect URIs with a private-use scheme.
    application_type: app.redirectUris.every((uri) => /^https?:/i.test(uri)) ? "web" : "native",
  };
}

/** Makes the provider look up clients on every request, so that changes apply at once. Secrets are compared by digest. */
export function lookUpClients(
  provider: Provider,
  records: WeakMap<object, ClientRecord>,
  { findClient, guessing }: ProviderDeps,
) {
  const built = new LRUCache<string, { client: Client; of: string }>({ max: 10_000 });

  function clientOf(record: ClientRecord): Client {
    const of = JSON.stringify(record);
    const before = built.get(record.clientId);
    if (before?.of === of) return before.client;
    // The types of the library declare no constructor of a client.
    const client = new (provider.Client as unknown as new (metadata: object) => Client)(metadataOf(record));
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
    const record = await findClient(clientId);
    if (!record) {
      if (authenticates) await countWrong(ctx, clientId);
      return undefined;
    }
    // For other clients, the check of the secret calls `handOver`. A public client sends no secret.
    if (authenticates && record.secretHash === null) handOver(ctx);
    return clientOf(record);
  };

  (provider.Client.prototype as { compareClientSecret: unknown }).compareClientSecret = async function (
    this: Client,
    shown: string,
  ) {
    const ctx = Provider.ctx as Context;
    const matches = timingSafeEqual(Buffer.from(hashSecret(shown)), Buffer.from(this.clientSecret ?? ""));
    if (matches) handOver(ctx);
    else await countWrong(ctx, this.clientId);
    return matches;
  };
}

/** Replaces a JWT in an introspection or revocation by its other spelling (jwt-spelling.ts). */
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

export const ipOf = (ctx: Context) => ctx.req.socket.remoteAddress ?? null;

function tooManyRequests(ctx: Context, seconds: number) {
  ctx.set("Retry-After", String(seconds));
  const error = new errors.CustomOIDCProviderError(
    "too_many_requests",
    `Too many wrong secrets; wait ${seconds} seconds.`,
  );
  error.status = error.statusCode = 429;
  return error;
}
