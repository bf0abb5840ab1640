import { sessionPolicy } from "../../domain/policies/settings";
import type { Database } from "../../store/database";

/** Someone who signs in to apps, as the protocol speaks of them. */
export interface Subject {
  userId: number;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  givenName: string | null;
  familyName: string | null;
  phone: string | null;
  updatedAt: number;
}

interface Row {
  id: string;
  email: string | null;
  verified: boolean;
  name: string | null;
  given_name: string | null;
  family_name: string | null;
  phone: string | null;
  updated: number;
}

/** What the protocol asks about people, one statement each. */
export function createPeople({ sql }: Database) {
  return {
    /** The person of this id, while they and their tenant are active. */
    find: async (tenantId: number, accountId: string): Promise<Subject | null> => {
      if (!/^[1-9][0-9]{0,15}$/.test(accountId)) return null;
      const [row] = await sql<Row[]>`
        select u.id, u.email, u.email_verified_at is not null as verified, u.name, u.given_name, u.family_name, u.phone,
          extract(epoch from u.updated_at)::int as updated
        from users u join tenants t on t.id = u.tenant_id and t.status = 'active'
        where u.tenant_id = ${tenantId} and u.id = ${accountId} and u.kind = 'person' and u.status = 'active'`;
      if (!row) return null;
      return {
        userId: Number(row.id),
        email: row.email,
        emailVerified: row.verified,
        name: row.name,
        givenName: row.given_name,
        familyName: row.family_name,
        phone: row.phone,
        updatedAt: row.updated,
      };
    },

    /** Whether this browser session may still sign this person in: neither ended, nor theirs to use no more. */
    sessionStands: async (
      tenantId: number,
      accountId: string,
      sessionId: number | undefined,
    ): Promise<boolean> => {
      if (sessionId === undefined) return false;
      const rows = await sql`
        select 1 from sessions s
        join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.status = 'active'
          and not u.locked_indefinitely and (u.locked_until is null or u.locked_until <= now())
        join tenants t on t.id = s.tenant_id and t.status = 'active'
        where s.tenant_id = ${tenantId} and s.id = ${sessionId} and s.user_id = ${accountId}
          and s.revoked_at is null and s.expires_at > now()`;
      return rows.length > 0;
    },

    /** Whether the tenant's session policy lets people stay signed in. */
    mayBeRemembered: async (tenantId: number): Promise<boolean> => {
      const [row] = await sql<{ allowed: boolean | null }[]>`
        select (value->>'rememberMeAllowed')::boolean as allowed from tenant_settings
        where tenant_id = ${tenantId} and name = ${sessionPolicy.name}`;
      return row?.allowed ?? sessionPolicy.defaults.rememberMeAllowed;
    },

    /** The names of the roles that a person holds: the tenant's, and this app's own. */
    rolesOf: async (
      tenantId: number,
      userId: number,
      appId: number,
    ): Promise<{ roles: string[]; app_roles: string[] }> => {
      const rows = await sql<{ name: string; own: boolean }[]>`
        select r.name, r.app_id is not null as own
        from role_grants held join roles r on r.tenant_id = held.tenant_id and r.id = held.role_id
        where held.tenant_id = ${tenantId} and held.user_id = ${userId} and (r.app_id is null or r.app_id = ${appId})
        order by r.name`;
      const named = (own: boolean) => rows.filter((row) => row.own === own).map(({ name }) => name);
      return { roles: named(false), app_roles: named(true) };
    },

    /** A grant that this person gave this app before, and has not withdrawn, for all of these scopes. */
    hasAuthorized: async (
      tenantId: number,
      accountId: string,
      appId: number,
      scopes: string[],
    ): Promise<boolean> => {
      const rows = await sql`
        select 1 from app_authorizations
        where tenant_id = ${tenantId} and user_id = ${accountId} and app_id = ${appId} and revoked_at is null
          and scopes @> ${JSON.stringify(scopes)}::jsonb limit 1`;
      return rows.length > 0;
    },
  };
}

export type People = ReturnType<typeof createPeople>;
