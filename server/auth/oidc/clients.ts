import * as z from "zod";
import type { AppClaimRule } from "../../domain/app-claims/claims.schema";
import { tokenPolicy } from "../../domain/policies/policies";
import { signInOptions } from "../../domain/sign-in-options/sign-in-options";
import { accountClientId, parseClientId } from "../../kernel/http/client-id";
import type { ClientKey } from "@/db/tenant/apps";
import type { PlatformSettings } from "../../kernel/settings";
import type { SigningAlgorithm } from "../../kernel/signing-keys";
import type { Database } from "../../store/database";

/** An OAuth client that may authenticate, with the data for its tokens. */
export interface ClientRecord {
  clientId: string;
  /** Tenant of the client; null for a credential of the platform. */
  tenantId: number | null;
  /**
   * Subject of the client's own tokens: the service account or the platform credential. Null if the client gets no such tokens.
   */
  subject: string | null;
  /** How the client authenticates. A public client does not. */
  authMethod:
    | "client_secret"
    | "private_key_jwt"
    | "tls_client_auth"
    | "self_signed_tls_client_auth"
    | "none";
  /** Its live secrets. Empty unless it authenticates by a secret. */
  secrets: ClientSecret[];
  /** Generation of a token of the client that no secret got. */
  generation: number;
  capabilities: string[];
  /** The app to which users sign in; null for management and platform credentials. */
  app: AppClient | null;
  /** The API whose own client this is. Such a client only introspects tokens for the API. Null for every other client. */
  api: ApiClient | null;
}

/** The part of an API's record that its client needs. */
export interface ApiClient {
  apiId: number;
  signingAlgorithm: SigningAlgorithm;
}

/** A live secret: its SHA-256, hex, and its number within the client. */
export interface ClientSecret {
  hash: string;
  generation: number;
}

/** The part of an app's record that the interactive flows need. */
export interface AppClient {
  /** Null for the tenant's account page, which every user may open without consent. */
  appId: number | null;
  name: string;
  redirectUris: string[];
  /** Origins of pages that may call the endpoints, beside those of the redirect URIs. */
  allowedOrigins: string[];
  postLogoutRedirectUris: string[];
  requirePkce: boolean;
  /** True if the users are not asked for consent. */
  trusted: boolean;
  /** True if users may sign in on another device: the app, the tenant and the platform allow it (RFC 8628). */
  deviceFlow: boolean;
  requirePushedRequests: boolean;
  requireDpop: boolean;
  /** True if authorization requests must be signed by the app (JAR, RFC 9101). */
  requireSignedRequests: boolean;
  /** True if the app follows the FAPI 2.0 Security Profile. */
  fapi: boolean;
  /** True if `sub` is a pseudonym of the user at this app. */
  pairwiseSubjects: boolean;
  backchannelLogoutUri: string | null;
  /** Algorithm of the signatures of the app's tokens. */
  signingAlgorithm: SigningAlgorithm;
  apiAudience: string | null;
  /** Rules of the claims of its tokens and of userinfo. */
  claims: AppClaimRule[];
  /** Public keys of an app that authenticates by signed JWTs. */
  clientKeys: ClientKey[];
  /** Address of its keys, instead of `clientKeys`. */
  clientKeysUri: string | null;
  /** Certificates of an app that authenticates by one, or of their authorities, in PEM form. */
  clientCertificates: string | null;
  /** Name in the certificates of the authorities. */
  clientCertificateSubject: string | null;
  /** The tenant's token policy. */
  policy: z.output<typeof tokenPolicy.schema>;
}

/** Row of a client in the database. */
export interface ClientRow {
  auth_method: ClientRecord["authMethod"];
  secrets: ClientSecret[];
  secret_generation: number;
  capabilities: string[];
  subject: string | null;
  app: (Omit<AppClient, "policy"> & { policy: object | null; deviceFlowByTenant: boolean | null }) | null;
  api?: ApiClient | null;
}

/** Finds a client by its id. `read` is its row if the caller has read it with `appClient` in this request. */
export type FindClient = (clientId: string, read?: ClientRow | null) => Promise<ClientRecord | null>;

/**
 * Returns a statement that selects the row of an app's client. The parameters are SQL expressions for the tenant and the client id.
 */
export const appClient = (tenantId: string, clientId: string) => `
    select case when a.client_type = 'public' then 'none' else a.auth_method end as auth_method, coalesce((
        select jsonb_agg(jsonb_build_object('hash', secret.secret_hash, 'generation', secret.generation) order by secret.generation desc)
        from app_secrets secret where secret.tenant_id = a.tenant_id and secret.app_id = a.id
          and (secret.expires_at is null or secret.expires_at > now())), '[]'::jsonb) as secrets,
      a.secret_generation, a.own_scopes as capabilities, service.id::text as subject, jsonb_build_object(
      'appId', a.id, 'name', a.name, 'requirePkce', a.require_pkce, 'trusted', a.trusted,
      'redirectUris', case when a.redirect_uri is null then '[]'::jsonb else jsonb_build_array(a.redirect_uri) end || a.additional_redirect_uris,
      'allowedOrigins', a.allowed_origins, 'claims', a.claims, 'clientKeys', a.client_keys, 'clientKeysUri', a.client_keys_uri,
      'clientCertificates', a.client_certificates, 'clientCertificateSubject', a.client_certificate_subject,
      'postLogoutRedirectUris', a.post_logout_redirect_uris, 'deviceFlow', a.allow_device_flow,
      'deviceFlowByTenant', (options.value->>'deviceFlowEnabled')::boolean,
      'requirePushedRequests', a.require_pushed_requests, 'requireDpop', a.require_dpop, 'requireSignedRequests', a.require_signed_requests, 'fapi', a.fapi,
      'pairwiseSubjects', a.pairwise_subjects,
      'backchannelLogoutUri', a.backchannel_logout_uri, 'signingAlgorithm', a.signing_algorithm, 'apiAudience', case when exists (
        select 1 from api_audiences api where api.audience = a.api_audience_key and api.tenant_id = a.tenant_id) then a.api_audience end,
      'policy', policy.value) as app, null::jsonb as api
    from apps a
    join tenants organization on organization.id = a.tenant_id and organization.status = 'active'
    left join users service on service.tenant_id = a.tenant_id and service.id = a.service_account_id and service.status = 'active'
    left join tenant_settings policy on policy.tenant_id = a.tenant_id and policy.name = '${tokenPolicy.name}'
    left join tenant_settings options on options.tenant_id = a.tenant_id and options.name = '${signInOptions.name}'
    where a.tenant_id = ${tenantId} and a.client_id = ${clientId}`;

/** Selects a client of a tenant: a management credential, an app or an API. */
const tenantClient = `
    select 'client_secret' as auth_method,
      jsonb_build_array(jsonb_build_object('hash', c.secret_hash, 'generation', c.secret_generation)) as secrets,
      c.secret_generation, c.capabilities, c.service_account_id::text as subject, null::jsonb as app, null::jsonb as api
    from credentials c
    join users u on u.tenant_id = c.tenant_id and u.id = c.service_account_id and u.status = 'active'
    join tenants t on t.id = c.tenant_id and t.status = 'active'
    where c.tenant_id = $1 and c.client_id = $2 and c.revoked_at is null
    union all ${appClient("$1", "$2")}
    union all
    select 'client_secret', jsonb_build_array(jsonb_build_object('hash', i.secret_hash, 'generation', 1)), 1, '[]'::jsonb, null, null::jsonb,
      jsonb_build_object('apiId', i.id, 'signingAlgorithm', i.signing_algorithm)
    from apis i join tenants t on t.id = i.tenant_id and t.status = 'active'
    where i.tenant_id = $1 and i.client_id = $2`;

/**
 * Creates the lookup of clients by their id. Returns null for an unknown or revoked client, and if its service account or tenant
 * is suspended. The caller cannot distinguish these cases.
 */
export function createClients(
  { sql }: Database,
  settings: () => Promise<PlatformSettings>,
  baseUrl: string,
): FindClient {
  const platformRows = (clientId: string) => sql<ClientRow[]>`
    select 'client_secret' as auth_method, jsonb_build_array(jsonb_build_object('hash', secret_hash, 'generation', secret_generation)) as secrets,
      secret_generation, capabilities, client_id as subject, null::jsonb as app
    from platform_credentials where client_id = ${clientId} and revoked_at is null`;

  const tenantRows = (tenantId: number, clientId: string) =>
    sql.unsafe<ClientRow[]>(tenantClient, [tenantId, clientId], { prepare: true });

  const accountRows = (tenantId: number) => sql<ClientRow[]>`
    select 'none' as auth_method, '[]'::jsonb as secrets, 0 as secret_generation, '[]'::jsonb as capabilities, null as subject, jsonb_build_object(
      'appId', null, 'name', 'your account', 'requirePkce', false, 'policy', null, 'signingAlgorithm', 'RS256', 'claims', '[]'::jsonb,
      'redirectUris', jsonb_build_array(${baseUrl}::text || '/account/' || slug), 'allowedOrigins', '[]'::jsonb, 'postLogoutRedirectUris', '[]'::jsonb) as app
    from tenants where id = ${tenantId} and status = 'active'`;

  function rowsOf(place: { tenantId: number } | { platform: true }, clientId: string) {
    if ("platform" in place) return platformRows(clientId);
    const { tenantId } = place;
    return clientId === accountClientId(tenantId) ? accountRows(tenantId) : tenantRows(tenantId, clientId);
  }

  return async function find(clientId, read) {
    const place = parseClientId(clientId);
    if (place === null) return null;
    const row = read ?? (await rowsOf(place, clientId))[0];
    if (!row) return null;
    const platform = await settings();
    return {
      clientId,
      tenantId: "platform" in place ? null : place.tenantId,
      subject: row.subject,
      authMethod: row.auth_method,
      secrets: row.secrets,
      generation: row.secret_generation,
      capabilities: row.capabilities,
      app: row.app && appOf(row.app, platform),
      api: row.api ?? null,
    };
  };
}

/**
 * Limits the lookup to the clients of one organization, for its custom domain. `subject` is null, because a custom domain issues
 * no tokens for the management interface. They come only from the installation's own host.
 */
export const clientsOf =
  (tenantId: number, find: FindClient): FindClient =>
  async (clientId, read) => {
    const place = parseClientId(clientId);
    if (place === null || !("tenantId" in place) || place.tenantId !== tenantId) return null;
    const client = await find(clientId, read);
    return client && { ...client, subject: null };
  };

function appOf(
  { deviceFlowByTenant, policy, ...app }: NonNullable<ClientRow["app"]>,
  platform: PlatformSettings,
): AppClient {
  return {
    ...app,
    deviceFlow:
      app.deviceFlow &&
      (deviceFlowByTenant ?? signInOptions.defaults.deviceFlowEnabled) &&
      platform.allowedSignInOptions.deviceFlowEnabled,
    policy: withinPlatform(policy, platform),
  };
}

/**
 * Returns the tenant's token policy within the current limits of the platform, which may have been lowered after the policy was
 * set.
 */
function withinPlatform(
  saved: object | null,
  { maxAccessTokenSeconds, maxRefreshTokenDays }: PlatformSettings,
) {
  const policy = z.parse(tokenPolicy.schema, { ...tokenPolicy.defaults, ...saved });
  return {
    ...policy,
    accessTokenLifetimeSeconds: Math.min(policy.accessTokenLifetimeSeconds, maxAccessTokenSeconds),
    refreshTokenLifetimeDays: Math.min(policy.refreshTokenLifetimeDays, maxRefreshTokenDays),
  };
}
