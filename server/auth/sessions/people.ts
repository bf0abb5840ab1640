import { users } from "@/db/tenant/users";
import { hashSecret } from "../../kernel/http/client-id";
import { fieldsIn, userFieldNames, type UserField } from "../../kernel/user-fields";
import { sessionPolicy } from "../../domain/policies/policies";
import type { Database } from "../../store/database";
import { noteSeen } from "./console-session";
import { mayOpen } from "../../domain/app-access/may-open";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

/** A user who signs in to apps, with the data for claims. */
export interface Subject extends Record<UserField, string | null> {
  userId: number;
  email: string | null;
  emailVerified: boolean;
  phoneVerified: boolean;
  /** True if a lock ends the browser sessions. A lock after wrong passwords does not (auth/sign-in/lockout.ts). */
  isBarred: boolean;
  updatedAt: number;
}

/** Row of the columns of `subjectColumns`. */
export interface SubjectRow extends Record<UserField, string | null> {
  id: string | number;
  email: string | null;
  verified: boolean;
  phone_verified: boolean;
  barred: boolean;
  updated: number;
}

/** Returns the condition that a lock ends the browser sessions of a user, as SQL. */
const barredText = (user: string) =>
  `(${user}.locked_indefinitely or coalesce(${user}.locked_until > now() and ${user}.lock_cause is distinct from 'guesses', false))`;

/** Returns the columns of a user that claims need, as SQL. `user` is the alias of the table of users. */
export const subjectColumns = (user: string) =>
  [
    `${user}.id, ${user}.email, ${user}.email_verified_at is not null as verified`,
    ...userFieldNames.map((name) => `${user}."${users[name].name}" as "${name}"`),
    `${user}.phone_verified_at is not null as phone_verified, ${barredText(user)} as barred, extract(epoch from ${user}.updated_at)::int as updated`,
  ].join(", ");

/** Converts a row of `subjectColumns`. */
export const subjectOf = (row: SubjectRow): Subject => ({
  userId: Number(row.id),
  email: row.email,
  emailVerified: row.verified,
  ...fieldsIn(row, userFieldNames),
  phoneVerified: row.phone_verified,
  isBarred: row.barred,
  updatedAt: row.updated,
});

const columns = subjectColumns("u");

/** Returns the condition "this user may open this app" as text. The parameters are SQL expressions. */
export const mayOpenText = ({ tenantId, appId, userId }: Record<"tenantId" | "appId" | "userId", string>) =>
  new PgDialect().sqlToQuery(
    mayOpen({ tenantId: sql.raw(tenantId), appId: sql.raw(appId), userId: sql.raw(userId) }),
  ).sql;

/** A user at the entry of an app. */
export interface Entry {
  subject: Subject;
  /** State of the browser session. Null if it cannot sign in this user any more. */
  standing: Standing | null;
  /** True if the user may open the app. */
  mayOpen: boolean;
}

/** State of a browser session, with the administrator who acts in it. */
export interface Standing {
  acting: Acting | null;
}

/**
 * Selects a user ($2) of a tenant ($1) if both are active, with the browser session ($3) if it can sign in the user, and whether the
 * user may open the app ($4). If an administrator acts as the user, the administrator must still be one.
 */
const entryStatement = `
  select ${columns}, live.*, case when $4::bigint is null then true
      else ${mayOpenText({ tenantId: "u.tenant_id", appId: "$4::bigint", userId: "u.id" })} end as may_open
  from users u join tenants t on t.id = u.tenant_id and t.status = 'active'
  left join lateral (
    select s.id as session_id, s.actor_user_id as by_id, doer.email as by_email, doer.name as by_name, r.id as request_id, r.app_id,
      s.expires_at, s.last_seen_at
    from sessions s
    left join (users doer join administrators a on a.tenant_id = doer.tenant_id and a.user_id = doer.id)
      on doer.tenant_id = s.tenant_id and doer.id = s.actor_user_id and doer.status = 'active'
        and not ${barredText("doer")}
    left join act_as_requests r on r.tenant_id = s.tenant_id and r.session_id = s.id and s.actor_user_id is not null
    where s.tenant_id = u.tenant_id and s.id = $3::bigint and s.user_id = u.id
      and s.revoked_at is null and s.expires_at > now() and (s.actor_user_id is null or doer.id is not null)
      and not ${barredText("u")}
  ) live on true
  where u.tenant_id = $1::bigint and u.id = $2::bigint and u.kind = 'person' and u.status = 'active'`;

/** An administrator who acts as the user of a session. */
export interface Acting {
  requestId: number;
  by: { userId: number; email: string; label: string };
  /** The only app that the administrator may open; null for the account page only. */
  appId: number | null;
  until: Date;
}

interface SessionRow {
  session_id: string | null;
  request_id: string | null;
  by_id: string | null;
  by_email: string | null;
  by_name: string | null;
  app_id: string | null;
  expires_at: string;
  last_seen_at: string | null;
}

const actingOf = ({ request_id, by_id, by_email, by_name, app_id, expires_at }: SessionRow): Acting => ({
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
      const [row] = await sql<SubjectRow[]>`
        select ${sql.unsafe(columns)}
        from users u join tenants t on t.id = u.tenant_id and t.status = 'active'
        where u.tenant_id = ${tenantId} and u.id = ${accountId} and u.kind = 'person' and u.status = 'active'`;
      return row ? subjectOf(row) : null;
    },

    /**
     * Returns the user with the state of the browser session and the access to the app, read at one moment. Returns null if the user
     * or the tenant is not active. If `appId` is null, access is not checked.
     */
    entry: async (
      tenantId: number,
      accountId: string,
      sessionId: number | undefined,
      appId: number | null = null,
    ): Promise<Entry | null> => {
      if (!/^[1-9][0-9]{0,15}$/.test(accountId)) return null;
      const [row] = await sql.unsafe<(SubjectRow & SessionRow & { may_open: boolean })[]>(
        entryStatement,
        [tenantId, accountId, sessionId ?? null, appId],
        { prepare: true },
      );
      if (!row) return null;
      const { session_id: stands, last_seen_at: seen, by_id: actor } = row;
      if (stands !== null) {
        const session = { tenantId, sessionId: Number(stands) };
        await noteSeen(database, { ...session, lastSeenAt: seen === null ? null : new Date(seen) });
      }
      const standing = stands === null ? null : { acting: actor === null ? null : actingOf(row) };
      return { subject: subjectOf(row), standing, mayOpen: row.may_open };
    },

    /** Returns the state of this browser session. Returns null if it cannot sign in this user any more. */
    standing: async (
      tenantId: number,
      accountId: string,
      sessionId: number | undefined,
    ): Promise<Standing | null> =>
      sessionId === undefined
        ? null
        : ((await people.entry(tenantId, accountId, sessionId))?.standing ?? null),

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

    /**
     * Returns true if the user gave this app a grant for all of these scopes before and has not withdrawn it. `apiScopes` are
     * scopes of APIs by audience, to which the user must have agreed at `since` (seconds since 1970) or later.
     */
    hasAuthorized: async (
      tenantId: number,
      accountId: string,
      appId: number,
      { scopes, apiScopes, since }: { scopes: string[]; apiScopes: Record<string, string[]>; since: number },
    ): Promise<boolean> => {
      const rows = await sql`
        select 1 from app_authorizations
        where tenant_id = ${tenantId} and user_id = ${accountId} and app_id = ${appId} and revoked_at is null
          and scopes @> ${JSON.stringify(scopes)}::jsonb and api_scopes @> ${JSON.stringify(apiScopes)}::jsonb
          and authorized_at >= to_timestamp(${since}) limit 1`;
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
