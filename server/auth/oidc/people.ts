import { users } from "@/db/tenant/users";
import { hashSecret } from "../../kernel/http/client-id";
import { fieldsIn, userFieldNames, type UserField } from "../../kernel/user-fields";
import { sessionPolicy } from "../../domain/policies/settings";
import type { Database } from "../../store/database";
import { noteSeen } from "../last-seen";

/** A user who signs in to apps, with the data for claims. */
export interface Subject extends Record<UserField, string | null> {
  userId: number;
  email: string | null;
  emailVerified: boolean;
  phoneVerified: boolean;
  updatedAt: number;
}

interface Row extends Record<UserField, string | null> {
  id: string;
  email: string | null;
  verified: boolean;
  phone_verified: boolean;
  updated: number;
}

/** Columns of the profile fields, by the names of the fields. */
const profileColumns = userFieldNames.map((name) => `u."${users[name].name}" as "${name}"`).join(", ");

/** An administrator who acts as the user of a session. */
export interface Acting {
  requestId: number;
  by: { userId: number; email: string; label: string };
  /** The only app that the administrator may open; null for the account page only. */
  appId: number | null;
  until: Date;
}

interface ActingRow {
  request_id: string | null;
  by_id: string | null;
  by_email: string | null;
  by_name: string | null;
  app_id: string | null;
  expires_at: Date | string;
  last_seen_at: Date | string | null;
}

const actingOf = ({ request_id, by_id, by_email, by_name, app_id, expires_at }: ActingRow): Acting => ({
  requestId: Number(request_id),
  by: { userId: Number(by_id), email: by_email ?? "", label: by_name ?? by_email ?? `User ${by_id}` },
  appId: app_id === null ? null : Number(app_id),
  until: new Date(expires_at),
});

/** Creates the queries of the protocol about users, one statement each. */
export function createPeople(database: Database) {
  const { sql } = database;
  const people = {
    /** Returns the user with this id if the user and the tenant are active. */
    find: async (tenantId: number, accountId: string): Promise<Subject | null> => {
      if (!/^[1-9][0-9]{0,15}$/.test(accountId)) return null;
      const [row] = await sql<Row[]>`
        select u.id, u.email, u.email_verified_at is not null as verified, ${sql.unsafe(profileColumns)},
          u.phone_verified_at is not null as phone_verified, extract(epoch from u.updated_at)::int as updated
        from users u join tenants t on t.id = u.tenant_id and t.status = 'active'
        where u.tenant_id = ${tenantId} and u.id = ${accountId} and u.kind = 'person' and u.status = 'active'`;
      if (!row) return null;
      return {
        userId: Number(row.id),
        email: row.email,
        emailVerified: row.verified,
        ...fieldsIn(row, userFieldNames),
        phoneVerified: row.phone_verified,
        updatedAt: row.updated,
      };
    },

    /**
     * Returns the state of this browser session. Returns null if it cannot sign in this user any more. If an administrator acts
     * as the user, the administrator must still be one.
     */
    standing: async (
      tenantId: number,
      accountId: string,
      sessionId: number | undefined,
    ): Promise<{ acting: Acting | null } | null> => {
      if (sessionId === undefined || !/^[1-9][0-9]{0,15}$/.test(accountId)) return null;
      const [row] = await sql<ActingRow[]>`
        select s.actor_user_id as by_id, doer.email as by_email, doer.name as by_name, r.id as request_id, r.app_id, s.expires_at, s.last_seen_at
        from sessions s
        join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.status = 'active'
          and not u.locked_indefinitely and (u.locked_until is null or u.locked_until <= now() or u.lock_cause = 'guesses')
        join tenants t on t.id = s.tenant_id and t.status = 'active'
        left join (users doer join administrators a on a.tenant_id = doer.tenant_id and a.user_id = doer.id)
          on doer.tenant_id = s.tenant_id and doer.id = s.actor_user_id and doer.status = 'active'
            and not doer.locked_indefinitely and (doer.locked_until is null or doer.locked_until <= now() or doer.lock_cause = 'guesses')
        left join act_as_requests r on r.tenant_id = s.tenant_id and r.session_id = s.id and s.actor_user_id is not null
        where s.tenant_id = ${tenantId} and s.id = ${sessionId} and s.user_id = ${accountId}
          and s.revoked_at is null and s.expires_at > now() and (s.actor_user_id is null or doer.id is not null)`;
      if (!row) return null;
      const lastSeenAt = row.last_seen_at === null ? null : new Date(row.last_seen_at);
      await noteSeen(database, { tenantId, sessionId, lastSeenAt });
      return { acting: row.by_id === null ? null : actingOf(row) };
    },

    /**
     * Ends the session that a new sign-in of the same user in the same browser replaces. The grants of apps, their pending logout
     * notices and the trust of the device move to the new session, so that they end with it. Returns false if nothing could move:
     * the session had ended, belonged to another user, or was one in which an administrator acted.
     */
    replaceSession: async (
      tenantId: number,
      accountId: string,
      { before, now }: { before: number | undefined; now: number },
    ): Promise<boolean> => {
      if (before === undefined || !/^[1-9][0-9]{0,15}$/.test(accountId)) return false;
      const rows = await sql`
        with ended as (
          update sessions was set revoked_at = now()
          where was.tenant_id = ${tenantId} and was.id = ${before} and was.user_id = ${accountId} and was.actor_user_id is null
            and was.revoked_at is null and was.expires_at > now()
            and exists (select 1 from sessions is_now where is_now.tenant_id = was.tenant_id and is_now.id = ${now}
              and is_now.user_id = was.user_id and is_now.actor_user_id is null and is_now.revoked_at is null)
          returning was.tenant_id, was.id, was.device_id, was.is_trusted, was.trusted_at, was.trust_expires_at),
        held as (
          update app_authorizations a set session_id = ${now} from ended
          where a.tenant_id = ended.tenant_id and a.session_id = ended.id and a.revoked_at is null),
        noticed as (
          update logout_notices n set session_id = ${now} from ended
          where n.tenant_id = ended.tenant_id and n.session_id = ended.id and n.next_attempt_at is null),
        trusted as (
          update sessions s set is_trusted = true, trusted_at = ended.trusted_at, trust_expires_at = ended.trust_expires_at from ended
          where s.tenant_id = ended.tenant_id and s.id = ${now} and s.device_id = ended.device_id and not s.is_trusted and ended.is_trusted)
        select 1 from ended`;
      return rows.length > 0;
    },

    /** Returns the administrator who got this grant by acting as its user; null if the user gave it. */
    grantActor: async (tenantId: number, grantId: string): Promise<number | null> => {
      const [row] = await sql<{ by_id: string }[]>`
        select s.actor_user_id as by_id from app_authorizations held
        join sessions s on s.tenant_id = held.tenant_id and s.id = held.session_id and s.actor_user_id is not null
        where held.tenant_id = ${tenantId} and held.grant_hash = ${hashSecret(grantId)}`;
      return row ? Number(row.by_id) : null;
    },

    /** Returns true if the tenant's session policy allows users to stay signed in. */
    mayBeRemembered: async (tenantId: number): Promise<boolean> => {
      const [row] = await sql<{ allowed: boolean | null }[]>`
        select (value->>'rememberMeAllowed')::boolean as allowed from tenant_settings
        where tenant_id = ${tenantId} and name = ${sessionPolicy.name}`;
      return row?.allowed ?? sessionPolicy.defaults.rememberMeAllowed;
    },

    /** Returns the names of the user's roles: those of the tenant and those of this app. */
    rolesOf: async (
      tenantId: number,
      userId: number,
      appId: number | null,
    ): Promise<{ roles: string[]; app_roles: string[] }> => {
      const rows = await sql<{ name: string; own: boolean }[]>`
        select r.name, r.app_id is not null as own
        from role_grants held join roles r on r.tenant_id = held.tenant_id and r.id = held.role_id
        where held.tenant_id = ${tenantId} and held.user_id = ${userId} and (r.app_id is null or r.app_id = ${appId}::bigint)
        order by r.name`;
      const named = (own: boolean) => rows.filter((row) => row.own === own).map(({ name }) => name);
      return { roles: named(false), app_roles: named(true) };
    },

    /** Returns true if the user gave this app a grant for all of these scopes before and has not withdrawn it. */
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
  return {
    ...people,
    /** Returns true if the session is valid. Uses the checks of `standing`. */
    sessionStands: async (...session: Parameters<typeof people.standing>): Promise<boolean> =>
      (await people.standing(...session)) !== null,
  };
}

export type People = ReturnType<typeof createPeople>;
