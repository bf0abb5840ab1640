import * as z from "zod";
import { tokenPolicy } from "../domain/policies/settings";
import { signInOptions } from "../domain/sign-in-options/sign-in-options";
import { accountClientId, parseClientId } from "../kernel/http/client-id";
import type { PlatformSettings } from "../kernel/settings";
import type { Database } from "../store/database";

/** An OAuth client that may authenticate, with the data for its tokens. */
export interface ClientRecord {
  clientId: string;
  /** Tenant of the client; null for a credential of the platform. */
  tenantId: number | null;
  /**
   * Subject of the client's own tokens: the service account or the platform credential. Null if the client gets no such tokens.
   */
  subject: string | null;
  /** Null for a public client. */
  secretHash: string | null;
  generation: number;
  capabilities: string[];
  /** The app to which users sign in; null for management and platform credentials. */
  app: AppClient | null;
}

/** The part of an app's record that the interactive flows need. */
export interface AppClient {
  /** Null for the tenant's account page, which every user may open without consent. */
  appId: number | null;
  name: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  requirePkce: boolean;
  /** True if users may sign in on another device: the app, the tenant and the platform allow it (RFC 8628). */
  deviceFlow: boolean;
  requirePushedRequests: boolean;
  requireDpop: boolean;
  backchannelLogoutUri: string | null;
  apiAudience: string | null;
  /** The tenant's token policy. */
  policy: z.output<typeof tokenPolicy.schema>;
}

interface Row {
  secret_hash: string | null;
  secret_generation: number;
  capabilities: string[];
  subject: string | null;
  app: (Omit<AppClient, "policy"> & { policy: object | null; deviceFlowByTenant: boolean | null }) | null;
}

export type FindClient = (clientId: string) => Promise<ClientRecord | null>;

/**
 * Creates the lookup of clients by their id. Returns null for an unknown or revoked client, and if its service account or tenant
 * is suspended. The caller cannot distinguish these cases.
 */
export function createClients(
  { sql }: Database,
  settings: () => Promise<PlatformSettings>,
  baseUrl: string,
): FindClient {
  const platformRows = (clientId: string) => sql<Row[]>`
    select secret_hash, secret_generation, capabilities, client_id as subject, null::jsonb as app
    from platform_credentials where client_id = ${clientId} and revoked_at is null`;

  const tenantRows = (tenantId: number, clientId: string) => sql<Row[]>`
    select c.secret_hash, c.secret_generation, c.capabilities, c.service_account_id::text as subject, null::jsonb as app
    from credentials c
    join users u on u.tenant_id = c.tenant_id and u.id = c.service_account_id and u.status = 'active'
    join tenants t on t.id = c.tenant_id and t.status = 'active'
    where c.tenant_id = ${tenantId} and c.client_id = ${clientId} and c.revoked_at is null
    union all
    select a.client_secret_hash, a.secret_generation, a.own_scopes, u.id::text, jsonb_build_object(
      'appId', a.id, 'name', a.name, 'requirePkce', a.require_pkce,
      'redirectUris', case when a.redirect_uri is null then '[]'::jsonb else jsonb_build_array(a.redirect_uri) end || a.additional_redirect_uris,
      'postLogoutRedirectUris', a.post_logout_redirect_uris, 'deviceFlow', a.allow_device_flow,
      'deviceFlowByTenant', (o.value->>'deviceFlowEnabled')::boolean,
      'requirePushedRequests', a.require_pushed_requests, 'requireDpop', a.require_dpop,
      'backchannelLogoutUri', a.backchannel_logout_uri, 'apiAudience', case when exists (
        select 1 from api_audiences r where r.audience = a.api_audience_key and r.tenant_id = a.tenant_id) then a.api_audience end,
      'policy', s.value)
    from apps a
    join tenants t on t.id = a.tenant_id and t.status = 'active'
    left join users u on u.tenant_id = a.tenant_id and u.id = a.service_account_id and u.status = 'active'
    left join tenant_settings s on s.tenant_id = a.tenant_id and s.name = ${tokenPolicy.name}
    left join tenant_settings o on o.tenant_id = a.tenant_id and o.name = ${signInOptions.name}
    where a.tenant_id = ${tenantId} and a.client_id = ${clientId}`;

  const accountRows = (tenantId: number) => sql<Row[]>`
    select null as secret_hash, 0 as secret_generation, '[]'::jsonb as capabilities, null as subject, jsonb_build_object(
      'appId', null, 'name', 'your account', 'requirePkce', false, 'policy', null,
      'redirectUris', jsonb_build_array(${baseUrl}::text || '/account/' || slug), 'postLogoutRedirectUris', '[]'::jsonb) as app
    from tenants where id = ${tenantId} and status = 'active'`;

  function rowsOf(place: { tenantId: number } | { platform: true }, clientId: string) {
    if ("platform" in place) return platformRows(clientId);
    const { tenantId } = place;
    return clientId === accountClientId(tenantId) ? accountRows(tenantId) : tenantRows(tenantId, clientId);
  }

  return async function find(clientId) {
    const place = parseClientId(clientId);
    if (place === null) return null;
    const rows = await rowsOf(place, clientId);
    const row = rows[0];
    if (!row) return null;
    const platform = await settings();
    return {
      clientId,
      tenantId: "platform" in place ? null : place.tenantId,
      subject: row.subject,
      secretHash: row.secret_hash,
      generation: row.secret_generation,
      capabilities: row.capabilities,
      app: row.app && appOf(row.app, platform),
    };
  };
}

/**
 * Limits the lookup to the clients of one organization, for its custom domain. `subject` is null, because a custom domain issues
 * no tokens for the management interface. They come only from the installation's own host.
 */
export const clientsOf =
  (tenantId: number, find: FindClient): FindClient =>
  async (clientId) => {
    const place = parseClientId(clientId);
    if (place === null || !("tenantId" in place) || place.tenantId !== tenantId) return null;
    const client = await find(clientId);
    return client && { ...client, subject: null };
  };

function appOf(
  { deviceFlowByTenant, policy, ...app }: NonNullable<Row["app"]>,
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
