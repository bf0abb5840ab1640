import { and, eq, isNull } from "drizzle-orm";
import { consoleSessions } from "@/db/platform/sign-in";
import { sessions } from "@/db/tenant/sessions";
import type { RequestFacts } from "../../kernel/operation/actor";
import { recordedName } from "../../kernel/operation/actor-label";
import { hashSecret } from "../../kernel/http/client-id";
import type { EventName } from "../../kernel/events";
import type { JournalEvent, Stores } from "../../kernel/operation/store";
import { administratorRef } from "../../platform/administrator-record";
import { holdAdministration } from "../../platform/self";
import type { Database } from "../../store/database";
import { isReadOnly } from "../../kernel/concurrency/unavailability";

/** A tenant that a console session may enter now, with the user's account in it. */
export interface Membership {
  tenantId: number;
  slug: string;
  tenantName: string;
  role: "owner" | "admin";
  userId: number;
  email: string;
  name: string | null;
  /** Id of the tenant's own session. */
  sessionId: number;
}

/** A user who is signed in to the console, with the tenants that may be entered now. */
export interface ConsoleSession {
  consoleSessionId: number;
  email: string;
  name: string | null;
  platformAdministrator: boolean;
  platformAdministratorId: number | null;
  memberships: Membership[];
}

export interface ConsoleSessionDeps {
  database: Database;
  stores: Stores;
  clock: () => Date;
}

export interface ConsoleSessions {
  /**
   * Returns the session that a cookie's token names. Returns null if the session has ended or its user may enter neither a tenant
   * nor the platform.
   */
  read(token: string | undefined): Promise<ConsoleSession | null>;
  /** Ends the session and its sessions in the tenants. */
  revoke(token: string, facts: RequestFacts): Promise<void>;
}

interface Row {
  id: number;
  session_email: string;
  session_name: string | null;
  platform_administrator_id: number | null;
  tenant_id: number | null;
  slug: string;
  tenant_name: string | null;
  role: "owner" | "admin";
  user_id: number;
  email: string;
  name: string | null;
  session_id: number;
  last_seen_at: Date | string | null;
}

/** Format of a token: 256 random bits in base64url. Other values are not looked up. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function createConsoleSessions({ database, stores, clock }: ConsoleSessionDeps): ConsoleSessions {
  async function read(token: string | undefined): Promise<ConsoleSession | null> {
    if (token === undefined || !TOKEN.test(token)) return null;
    const rows = await rowsOf(database, token);
    const [first] = rows;
    if (!first) return null;
    const memberships = rows
      .filter((row) => row.tenant_id !== null)
      .map((row) => ({
        tenantId: Number(row.tenant_id),
        slug: row.slug,
        tenantName: row.tenant_name ?? row.slug,
        role: row.role,
        userId: Number(row.user_id),
        email: row.email,
        name: row.name,
        sessionId: Number(row.session_id),
      }));
    for (const { tenant_id, session_id, last_seen_at } of rows) {
      if (tenant_id === null) continue;
      const lastSeenAt = last_seen_at === null ? null : new Date(last_seen_at);
      await noteSeen(database, { tenantId: Number(tenant_id), sessionId: Number(session_id), lastSeenAt });
    }
    const platformAdministratorId =
      first.platform_administrator_id === null ? null : Number(first.platform_administrator_id);
    if (memberships.length === 0 && platformAdministratorId === null) return null;
    return {
      consoleSessionId: Number(first.id),
      email: first.session_email,
      name: first.session_name,
      platformAdministrator: platformAdministratorId !== null,
      platformAdministratorId,
      memberships,
    };
  }

  async function revoke(token: string, facts: RequestFacts) {
    const session = await read(token);
    const now = clock();
    for (const { tenantId, userId, email, name, sessionId } of session?.memberships ?? []) {
      await stores.tenant(tenantId).write(async (tx, journal) => {
        const live = and(eq(sessions.id, sessionId), isNull(sessions.revokedAt));
        if (live && (await tx.sessions.updateWhere(live, { revokedAt: now })) > 0) {
          await journal.append(
            accountEvent("signed_out", { ref: `user:${userId}`, userId, email, name }, facts),
          );
        }
      });
    }
    await stores.platform.write(async (tx, journal) => {
      const { db } = tx;
      // Waits for a running command of this session. Later commands of the session are refused.
      if (session?.platformAdministrator) await holdAdministration(tx);
      const ended = await db
        .update(consoleSessions)
        .set({ revokedAt: now })
        .where(and(eq(consoleSessions.tokenHash, hashSecret(token)), isNull(consoleSessions.revokedAt)))
        .returning({ id: consoleSessions.id });
      if (ended.length > 0 && session?.platformAdministratorId) {
        const { platformAdministratorId: userId, email, name } = session;
        await journal.append(
          accountEvent("signed_out", { ref: administratorRef(userId), userId, email, name }, facts),
        );
      }
    });
  }

  return { read, revoke };
}

/** Runs as one statement on every request, so that the end of a session, user, administration or tenant applies at once. */
const rowsOf = ({ sql }: Pick<Database, "sql">, token: string) => sql<Row[]>`
    select s.id, s.email as session_email, s.name as session_name, s.platform_administrator_id, m.*
    from console_sessions s
    left join (
      select m.console_session_id, t.id as tenant_id, t.slug, p.name as tenant_name, a.role, u.id as user_id, u.email, u.name, x.id as session_id, x.last_seen_at
      from console_memberships m
      join tenants t on t.id = m.tenant_id and t.status = 'active'
      join sessions x on x.tenant_id = m.tenant_id and x.id = m.session_id and x.revoked_at is null and x.expires_at > now()
      join users u on u.tenant_id = m.tenant_id and u.id = m.user_id and u.status = 'active'
        and not u.locked_indefinitely and (u.locked_until is null or u.locked_until <= now() or u.lock_cause = 'guesses')
      join administrators a on a.tenant_id = m.tenant_id and a.user_id = m.user_id
      left join tenant_profiles p on p.tenant_id = m.tenant_id
    ) m on m.console_session_id = s.id
    where s.token_hash = ${hashSecret(token)} and s.revoked_at is null and s.expires_at > now()
    order by m.tenant_id`;

/** A user as the actor and the target of an audit event. */
export interface Person {
  ref: string;
  userId: number;
  email: string;
  name: string | null;
}

/** Returns the audit event of a user's action on the own account. */
export function accountEvent(
  event: EventName,
  { ref, userId, email, name }: Person,
  facts: RequestFacts,
): JournalEvent {
  return {
    action: `account.${event}`,
    type: event,
    target: ref,
    targetLabel: name ?? email,
    userId,
    userEmail: email,
    actorLabel: recordedName(name ?? email),
    clientId: null,
    related: null,
    appId: null,
    ip: facts.ip,
    requestId: facts.requestId,
    changes: null,
  };
}

/**
 * Minimum time in milliseconds between two writes. A list of sessions needs no higher precision, and a busy session then writes
 * little.
 */
const STALE_MS = 5 * 60_000;

/**
 * Records that a tenant's session is in use, unless this was recorded recently. Records nothing if the database is read-only, so
 * that people can still read.
 */
export async function noteSeen(
  { sql }: Pick<Database, "sql">,
  { tenantId, sessionId, lastSeenAt }: { tenantId: number; sessionId: number; lastSeenAt: Date | null },
): Promise<void> {
  if (lastSeenAt !== null && Date.now() - +lastSeenAt < STALE_MS) return;
  try {
    // Skips a session that another transaction has locked. Otherwise, each request of the session would wait and hold a
    // connection of the pool.
    await sql`
      update sessions set last_seen_at = now()
      where tenant_id = ${tenantId} and id in (
        select id from sessions where tenant_id = ${tenantId} and id = ${sessionId} and revoked_at is null
        for no key update skip locked)`;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
}
