import type { Logger } from "pino";
import type { TransactionSql } from "postgres";
import type { createGuardedPost } from "../ports/guarded-post";
import type { Database } from "../store/database";
import { ofToldEvents, type Subscriber } from "./dispatcher";
import { settledWithin } from "./settled-within";

/*
 * Tells apps that a session has ended (OpenID Connect Back-Channel Logout 1.0). The notices are written when people sign in
 * (auth/oidc/logouts.ts); here the ones whose session has ended become due, and are sent beside every request, so that a
 * receiver that is slow or gone delays nobody.
 */

interface Due {
  tenant_id: string;
  id: string;
  app_id: string;
  subject: string;
  sid: string;
  issuer: string | null;
  attempts: number;
  client_id: string;
  uri: string;
}

export interface LogoutDeps {
  database: Database;
  /** Makes the logout token of the notice. */
  token: (notice: {
    clientId: string;
    subject: string;
    sid: string;
    issuer: string | null;
  }) => Promise<string>;
  post: ReturnType<typeof createGuardedPost>;
  log: Logger;
  /** How long nothing is looked for when there was nothing, in milliseconds. */
  idleMs?: number;
  /** How often sessions are looked at that ended without an event, in milliseconds. */
  sweepMs?: number;
  /** Factor on every retry delay. */
  retryScale?: number;
}

const IDLE_MS = 500;
const SWEEP_MS = 30_000;
/** How many are sent at once, and how many of them to one app. */
const AT_ONCE = 32;
const PER_APP = 4;
/** After these seconds it is tried again; then the app has had its chance for eight hours. */
const RETRY_SECONDS = [5, 30, 120, 600, 3_600, 25_200];
/** Longer than a try can take: until then nobody else takes it up. */
const CLAIM_SECONDS = 60;

/** How long what is being sent may take when the process ends. */
const STOP_MS = 5_000;

type Sql = Database["sql"] | TransactionSql;

/**
 * A notice is due when its session was revoked, or its person may not be signed in any more, or all of them is gone. A
 * session that just runs out is no logout: apps have lifetimes of their own.
 */
const markDue = (sql: Sql, tenants: string[] | null) => sql`
  update logout_notices n set next_attempt_at = now()
  where n.next_attempt_at is null and (${tenants}::bigint[] is null or n.tenant_id = any(${tenants}::bigint[]))
    and not exists (
      select 1 from sessions s
      join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.status = 'active' and not u.locked_indefinitely
      join tenants t on t.id = s.tenant_id and t.status = 'active'
      where s.tenant_id = n.tenant_id and s.id = n.session_id and s.revoked_at is null)`;

/** Looks, whenever something was recorded in a tenant, whether sessions of it have ended. */
export const noticeEndedSessions: Subscriber = ofToldEvents(async (events, tx) => {
  await markDue(tx, [...new Set(events.map(({ tenantId }) => String(tenantId)))]);
});

/** Sends what is due; gives what stops it. */
export function startLogouts(deps: LogoutDeps) {
  const { database, token, post, log, idleMs = IDLE_MS, sweepMs = SWEEP_MS, retryScale = 1 } = deps;
  const { sql } = database;
  let stopped = false;
  let wake: (() => void) | null = null;
  let sweptAt = 0;
  /** What is being sent, and of which apps that is as much as one app may have at once. */
  const sending = new Map<Promise<void>, string>();
  const full = () => {
    const apps = [...sending.values()];
    return [...new Set(apps)].filter((id) => apps.filter((other) => other === id).length >= PER_APP);
  };

  const claim = () => sql<Due[]>`
    with ready as (
      select n.tenant_id, n.id, n.app_id,
        row_number() over (partition by n.tenant_id, n.app_id order by n.next_attempt_at, n.id) as place
      from logout_notices n
      where n.next_attempt_at <= now() and not (n.app_id = any(${full()}::bigint[]))
    ), chosen as (
      select n.tenant_id, n.id from logout_notices n
      join ready r on r.tenant_id = n.tenant_id and r.id = n.id and r.place <= ${PER_APP}
      order by n.next_attempt_at limit ${AT_ONCE - sending.size} for update of n skip locked
    )
    update logout_notices n set attempts = n.attempts + 1, next_attempt_at = now() + ${CLAIM_SECONDS} * interval '1 second'
    from chosen c join apps a on a.tenant_id = c.tenant_id
    where n.tenant_id = c.tenant_id and n.id = c.id and a.id = n.app_id
    returning n.tenant_id, n.id, n.app_id, n.subject, n.sid, n.issuer, n.attempts, a.client_id, coalesce(a.backchannel_logout_uri, '') as uri`;

  const forget = ({ tenant_id, id }: Due) =>
    sql`delete from logout_notices where tenant_id = ${tenant_id} and id = ${id}`;

  async function send(due: Due) {
    // The app has stopped asking to be told.
    if (due.uri === "") return forget(due);
    const { client_id: clientId, subject, sid, issuer } = due;
    const logoutToken = await token({ clientId, subject, sid, issuer });
    const answer = await post(due.uri, due.tenant_id, new URLSearchParams({ logout_token: logoutToken }));
    // §2.8: 200 for done, 400 for a token that it will not take the next time either.
    if (answer.ok || answer.status === 400) return forget(due);
    const delay = RETRY_SECONDS[due.attempts - 1];
    if (delay === undefined) {
      log.warn({ clientId: due.client_id, reason: answer.problem }, "an app could not be told of a sign-out");
      return forget(due);
    }
    return sql`update logout_notices set next_attempt_at = now() + ${delay * retryScale} * interval '1 second'
      where tenant_id = ${due.tenant_id} and id = ${due.id}`;
  }

  async function round() {
    if (Date.now() - sweptAt > sweepMs) {
      sweptAt = Date.now();
      await markDue(sql, null);
      await sql`delete from logout_notices n using sessions s
        where n.next_attempt_at is null and s.tenant_id = n.tenant_id and s.id = n.session_id and s.expires_at < now()`;
    }
    if (sending.size >= AT_ONCE) return;
    for (const due of await claim()) {
      const job: Promise<void> = send(due)
        .then(
          () => undefined,
          (error: unknown) => log.error({ err: error }, "a logout was not sent"),
        )
        .finally(() => {
          sending.delete(job);
          wake?.();
        });
      sending.set(job, due.app_id);
    }
  }

  const loop = async () => {
    while (!stopped) {
      await round().catch((error: unknown) => log.error({ err: error }, "the logouts could not be sent"));
      if (!stopped) await new Promise<void>((resolve) => setTimeout((wake = resolve), idleMs).unref());
    }
    await settledWithin(STOP_MS, sending.keys());
  };
  const running = loop();
  return {
    stop: async () => {
      stopped = true;
      wake?.();
      await running;
    },
  };
}
