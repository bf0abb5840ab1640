import { errors, type KoaContextWithOIDC, type ResourceServer } from "oidc-provider";
import type { ApiClaimRule } from "../../domain/app-claims/claims.schema";
import type { SigningAlgorithm } from "../../kernel/signing-keys";
import type { Database } from "../../store/database";
import type { ClientRecord } from "./clients";

/*
 * The APIs of organizations (server/domain/apis) in the protocol: which app gets tokens for which audience (RFC 8707), and with
 * which scopes. Reads the present state in one statement, so that each change applies to the next request.
 */

type Context = KoaContextWithOIDC;

export interface ApiScopeRow {
  name: string;
  description: string;
}

/** An API as one app, and one user or the app itself, sees it. */
export interface ApiView {
  apiId: number;
  name: string;
  audience: string;
  format: "jwt" | "opaque";
  lifetimeSeconds: number;
  signingAlgorithm: SigningAlgorithm;
  /** Time of the app's right in seconds since 1970. Older consents and tokens do not count. */
  since: number;
  /** Rules of the claims of its tokens. */
  claims: ApiClaimRule[];
  /** Scopes that the API has and the caller may get. */
  scopes: ApiScopeRow[];
}

interface Row {
  id: string;
  name: string;
  audience: string;
  format: ApiView["format"];
  lifetime_seconds: number;
  signing_algorithm: SigningAlgorithm;
  claims: ApiClaimRule[];
  since: number;
  scopes: ApiScopeRow[];
}

const viewOf = (row: Row): ApiView => ({
  apiId: Number(row.id),
  name: row.name,
  audience: row.audience,
  format: row.format,
  lifetimeSeconds: row.lifetime_seconds,
  signingAlgorithm: row.signing_algorithm,
  claims: row.claims,
  since: row.since,
  scopes: row.scopes,
});

/** The caller: an app with one of its users, or without a known user, or an app for itself. */
export interface ApiCaller {
  tenantId: number;
  clientId: string;
  /** Id of the user; null if nobody has signed in yet, so that roles cannot limit the scopes. */
  userId: number | null;
}

/** Creates the queries of the protocol about APIs. An API is named by its audience, or by its id in a stored token. */
export function createApiAccess({ sql }: Pick<Database, "sql">) {
  // An audience of the registry belongs to one organization. An API that has lost its audience therefore gets no tokens.
  const owned = sql`exists (
    select 1 from api_audiences r where r.audience = i.audience_key and r.tenant_id = i.tenant_id)`;
  const columns = sql`i.id, i.name, i.audience, i.format, i.lifetime_seconds, i.signing_algorithm, i.claims`;
  const named = (api: string | number) =>
    typeof api === "string" ? sql`i.audience = ${api}` : sql`i.id = ${api}`;
  const allowed = sql`coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'description', s.description) order by s.name), '[]'::jsonb)`;

  return {
    /** Returns the API for the users of an app. Returns null if there is no such API, or the app may not ask for it. */
    forUsers: async (
      { tenantId, clientId, userId }: ApiCaller,
      api: string | number,
    ): Promise<ApiView | null> => {
      const [row] = await sql<Row[]>`
        select ${columns}, floor(extract(epoch from c.users_since))::int as since, (
          select ${allowed} from api_scopes s
          where s.tenant_id = i.tenant_id and s.api_id = i.id and (
            not i.enforce_roles or ${userId}::bigint is null or exists (
              select 1 from api_role_scopes p
              join role_grants g on g.tenant_id = p.tenant_id and g.role_id = p.role_id and g.user_id = ${userId}::bigint
              join roles r on r.tenant_id = p.tenant_id and r.id = p.role_id and (r.app_id is null or r.app_id = a.id)
              where p.tenant_id = s.tenant_id and p.scope_id = s.id))) as scopes
        from apis i
        join apps a on a.tenant_id = i.tenant_id and a.client_id = ${clientId}
        join api_apps c on c.tenant_id = i.tenant_id and c.api_id = i.id and c.app_id = a.id and c.users_since is not null
        where i.tenant_id = ${tenantId} and ${named(api)} and ${owned}`;
      return row ? viewOf(row) : null;
    },

    /**
     * Returns the API for an app without a user. `generation` is that of the secret which got a token; the secret must still be
     * valid. Returns null if the app may not ask for tokens for itself.
     */
    forMachine: async (
      { tenantId, clientId }: Pick<ApiCaller, "tenantId" | "clientId">,
      api: string | number,
      generation: number,
    ): Promise<ApiView | null> => {
      const [row] = await sql<Row[]>`
        select ${columns}, floor(extract(epoch from c.machine_since))::int as since, (
          select ${allowed} from api_scopes s
          join api_machine_scopes m on m.tenant_id = s.tenant_id and m.scope_id = s.id and m.app_id = a.id
          where s.tenant_id = i.tenant_id and s.api_id = i.id) as scopes
        from apis i
        join apps a on a.tenant_id = i.tenant_id and a.client_id = ${clientId} and a.client_type = 'confidential'
        join users u on u.tenant_id = a.tenant_id and u.id = a.service_account_id and u.status = 'active'
        join tenants t on t.id = a.tenant_id and t.status = 'active'
        join api_apps c on c.tenant_id = i.tenant_id and c.api_id = i.id and c.app_id = a.id and c.machine_since is not null
        where i.tenant_id = ${tenantId} and ${named(api)} and ${owned}
          and case a.auth_method
            when 'client_secret' then exists (select 1 from app_secrets held where held.tenant_id = a.tenant_id and held.app_id = a.id
              and held.generation = ${generation} and (held.expires_at is null or held.expires_at > now()))
            else a.secret_generation = ${generation} end`;
      return row ? viewOf(row) : null;
    },
  };
}

export type ApiAccess = ReturnType<typeof createApiAccess>;

/** The signature of an API's tokens, with the id of the API for the stored token. */
interface Signature {
  sign: { alg: SigningAlgorithm; kid: string };
  apiId: number;
  claims: ApiClaimRule[];
}

/** Returns the id of the API of a token that is being issued; undefined for the app's own audience and for userinfo. */
export const apiIdOf = (token: object): number | undefined =>
  ((token as { resourceServer?: ResourceServer }).resourceServer?.jwt as Signature | undefined)?.apiId;

/** Returns the rules of the claims of a token for an API that is being issued; undefined for other tokens. */
export const apiClaimsOf = (token: object): readonly ApiClaimRule[] | undefined =>
  ((token as { resourceServer?: ResourceServer }).resourceServer?.jwt as Signature | undefined)?.claims;

/** The newest right among the APIs that a request names, in seconds since 1970. */
const newestRights = new WeakMap<Context, number>();

/**
 * Returns the time in seconds before which a grant does not count for this request, because an API was created or a right given
 * later. Returns 0 if the request names no API.
 */
export const rightsSince = (ctx: Context): number => newestRights.get(ctx) ?? 0;

interface ResourceDeps {
  apis: ApiAccess;
  /** Returns the maximum lifetime of an access token in seconds. */
  longest: () => Promise<number>;
  signedBy: (alg: SigningAlgorithm) => { sign: { alg: SigningAlgorithm; kid: string } };
  usedGeneration: (ctx: Context) => number | undefined;
}

/**
 * Returns the resource server of a request that names an API. Throws `invalid_target` if the app may not ask for its tokens, and
 * `invalid_scope` if an app asks for a scope that it does not have itself.
 */
export async function apiAsResource(
  { apis, longest, signedBy, usedGeneration }: ResourceDeps,
  ctx: Context,
  record: ClientRecord,
  resource: string,
) {
  const { tenantId, clientId, app } = record;
  if (tenantId === null || app === null || app.appId === null) throw new errors.InvalidTarget();
  const forItself = ctx.oidc.params?.["grant_type"] === "client_credentials";
  const api = forItself
    ? await apis.forMachine({ tenantId, clientId }, resource, usedGeneration(ctx) ?? record.generation)
    : await apis.forUsers({ tenantId, clientId, userId: userOf(ctx) }, resource);
  if (api === null) throw new errors.InvalidTarget();
  if (forItself) askedForItself(ctx, api);
  else {
    // A grant from before the right belongs to a former API or to a right that was withdrawn.
    if (ctx.oidc.route === "token" && (ctx.oidc.grant?.iat ?? 0) < api.since)
      throw new errors.InvalidTarget();
    newestRights.set(ctx, Math.max(rightsSince(ctx), api.since));
  }
  return {
    audience: api.audience,
    scope: api.scopes.map(({ name }) => name).join(" "),
    accessTokenFormat: api.format,
    accessTokenTTL: Math.min(api.lifetimeSeconds, await longest()),
    jwt: { ...signedBy(api.signingAlgorithm), apiId: api.apiId, claims: api.claims } satisfies Signature,
  };
}

/** Id that no user has. Roles allow it no scope. */
const NOBODY = 0;

/** Returns the user of a request: at the token endpoint that of the code, else that of the browser session. */
function userOf({ oidc }: Context): number | null {
  const id = oidc.account?.accountId ?? oidc.session?.accountId;
  if (id !== undefined && /^[1-9][0-9]{0,15}$/.test(id)) return Number(id);
  // An authorization may begin without a user. A token without a known user must not skip the check of roles.
  return oidc.route === "token" ? NOBODY : null;
}

/** Sets the scopes of an app's own token: all that it has at the API, or the requested ones. */
function askedForItself({ oidc: { params } }: Context, { scopes }: ApiView) {
  const own = scopes.map(({ name }) => name);
  const asked = typeof params!["scope"] === "string" ? params!["scope"].split(" ").filter(Boolean) : own;
  const lacking = asked.find((name) => !own.includes(name));
  if (lacking !== undefined) throw new errors.InvalidScope("the app does not have this scope", lacking);
  params!["scope"] = [...new Set(asked)].join(" ") || undefined;
}

/** Returns the scopes of APIs that an authorization request asks for and its app may get, by audience. */
export function requestedApiScopes({ oidc }: Context): Record<string, string[]> {
  const asked = oidc.requestParamScopes;
  const found = Object.entries(oidc.resourceServers ?? {}).map(([audience, { scopes }]) => {
    const names = [...scopes].filter((name) => name !== "" && asked.has(name));
    return [audience, names] as const;
  });
  return Object.fromEntries(found.filter(([, names]) => names.length > 0));
}

/** An API of an authorization request, with the requested scopes. */
export interface RequestedApi {
  name: string;
  audience: string;
  scopes: ApiScopeRow[];
}

/** Returns the APIs that the parameters of an interaction name, with the requested scopes that this user may get. */
export async function apisOfParams(
  apis: ApiAccess,
  caller: ApiCaller,
  { resource, scope }: Record<string, unknown>,
): Promise<RequestedApi[]> {
  const named = (Array.isArray(resource) ? resource : [resource]).filter((one) => typeof one === "string");
  const asked = new Set(typeof scope === "string" ? scope.split(" ") : []);
  const found = await Promise.all([...new Set(named)].map((audience) => apis.forUsers(caller, audience)));
  return found.flatMap((api) => {
    const scopes = api?.scopes.filter(({ name }) => asked.has(name)) ?? [];
    return api && scopes.length > 0 ? [{ name: api.name, audience: api.audience, scopes }] : [];
  });
}
