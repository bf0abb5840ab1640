import type { Logger } from "pino";
import type { TransactionSql } from "postgres";
import type { SigningAlgorithm } from "../kernel/signing-keys";
import type { createGuardedPost } from "../ports/guarded-post";
import type { Database } from "../store/database";
import { ofChanges, type Subscriber } from "./dispatcher";
import { createSideJobs } from "./side-jobs";
import { startLoop } from "./worker-loop";

/*
 * Sends logout tokens to apps (OpenID Connect Back-Channel Logout 1.0). A notice is inserted when a user signs in
 * (server/auth/oidc/logouts.ts). It becomes due when its session has ended. The worker sends several notices at the same time,
 * so that a slow receiver does not delay the others.
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
  algorithm: SigningAlgorithm;
  uri: string;
}

export interface LogoutDeps {
  database: Database;
  /** Creates the logout token of a notice. */
  token: (notice: {
    clientId: string;
    algorithm: SigningAlgorithm;
    subject: string;
    sid: string;
    issuer: string | null;
  }) => Promise<string>;
  post: ReturnType<typeof createGuardedPost>;
  log: Logger;
  /** Time in milliseconds between two searches for due notices. */
  idleMs?: number;
  /** Time in milliseconds between two searches for sessions that ended without an event. */
  sweepMs?: number;
  /** Factor on every retry delay. */
  retryScale?: number;
}

const IDLE_MS = 500;
const SWEEP_MS = 30_000;
/** Maximum number of requests at the same time, in total and to one app. */
const MAX_SENDING = 32;
const MAX_SENDING_PER_APP = 4;
/** Seconds before each retry: eight hours in total. */
const RETRY_SECONDS = [5, 30, 120, 600, 3_600, 25_200];
/** Longer than an attempt can take, so that no other instance sends the notice meanwhile. */
const CLAIM_SECONDS = 60;
/** Maximum time in milliseconds for requests in progress when the process ends. */
const STOP_MS = 5_000;

type Sql = Database["sql"] | TransactionSql;

/**
 * Marks notices as due if their session was revoked or deleted, or if their user or tenant is not active. An expired session is
 * no logout, because apps have lifetimes of their own.
 */
const markDue = (sql: Sql, tenants: string[] | null) => sql`
  update logout_notices n set next_attempt_at = now()
  where n.next_attempt_at is null and (${tenants}::bigint[] is null or n.tenant_id = any(${tenants}::bigint[]))
    and not exists (
      select 1 from sessions s
      join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.status = 'active' and not u.locked_indefinitely
      join tenants t on t.id = s.tenant_id and t.status = 'active'
      where s.tenant_id = n.tenant_id and s.id = n.session_id and s.revoked_at is null)`;

/** Marks the notices of a tenant's ended sessions as due after each change in the tenant. */
export const noticeEndedSessions: Subscriber = ofChanges(async (events, tx) => {
  await markDue(tx, [...new Set(events.map(({ tenantId }) => String(tenantId)))]);
});

/** Starts to send the notices that are due. */
export function startLogouts(deps: LogoutDeps) {
  const { database, token, post, log, idleMs = IDLE_MS, sweepMs = SWEEP_MS, retryScale = 1 } = deps;
  const { sql } = database;
  /** Requests in progress, by app. */
  const sending = createSideJobs<string>(log, "a logout was not sent", () => loop.wake());
  /** Apps with the maximum number of requests. */
  const busyApps = () => {
    const apps = sending.keys();
    return [...new Set(apps)].filter(
      (id) => apps.filter((other) => other === id).length >= MAX_SENDING_PER_APP,
    );
  };

  const claim = () => sql<Due[]>`
    with ready as (
      select n.tenant_id, n.id, n.app_id,
        row_number() over (partition by n.tenant_id, n.app_id order by n.next_attempt_at, n.id) as place
      from logout_notices n
      where n.next_attempt_at <= now() and not (n.app_id = any(${busyApps()}::bigint[]))
    ), chosen as (
      select n.tenant_id, n.id from logout_notices n
      join ready r on r.tenant_id = n.tenant_id and r.id = n.id and r.place <= ${MAX_SENDING_PER_APP}
      order by n.next_attempt_at limit ${MAX_SENDING - sending.count()} for update of n skip locked
    )
    update logout_notices n set attempts = n.attempts + 1, next_attempt_at = now() + ${CLAIM_SECONDS} * interval '1 second'
    from chosen c join apps a on a.tenant_id = c.tenant_id
    where n.tenant_id = c.tenant_id and n.id = c.id and a.id = n.app_id
    returning n.tenant_id, n.id, n.app_id, n.subject, n.sid, n.issuer, n.attempts, a.client_id, a.signing_algorithm as algorithm, coalesce(a.backchannel_logout_uri, '') as uri`;

  const remove = ({ tenant_id, id }: Due) =>
    sql`delete from logout_notices where tenant_id = ${tenant_id} and id = ${id}`;

  async function send(due: Due) {
    // The app has no logout address any more.
    if (due.uri === "") return remove(due);
    const { client_id: clientId, algorithm, subject, sid, issuer } = due;
    const logoutToken = await token({ clientId, algorithm, subject, sid, issuer });
    const answer = await post(due.uri, due.tenant_id, new URLSearchParams({ logout_token: logoutToken }));
    // §2.8: 200 confirms the logout. 400 refuses the token, and would refuse it again.
    if (answer.ok || answer.status === 400) return remove(due);
    const delay = RETRY_SECONDS[due.attempts - 1];
    if (delay === undefined) {
      log.warn({ clientId: due.client_id, reason: answer.problem }, "an app did not accept a logout token");
      return remove(due);
    }
    return sql`update logout_notices set next_attempt_at = now() + ${delay * retryScale} * interval '1 second'
      where tenant_id = ${due.tenant_id} and id = ${due.id}`;
  }

  async function sendDue() {
    if (sending.count() >= MAX_SENDING) return;
    for (const due of await claim()) sending.add(due.app_id, send(due));
  }

  /** Finds sessions that ended without an event. Removes the notices of expired sessions. */
  async function sweep() {
    await markDue(sql, null);
    await sql`delete from logout_notices n using sessions s
      where n.next_attempt_at is null and s.tenant_id = n.tenant_id and s.id = n.session_id and s.expires_at < now()`;
    loop.wake();
  }

  const loop = startLoop({ work: sendDue, idleMs, log, failure: "back-channel logouts could not be sent" });
  const sweeping = startLoop({
    work: sweep,
    idleMs: sweepMs,
    log,
    failure: "ended sessions could not be searched for",
  });
  return {
    /** Waits for requests in progress, five seconds at most. */
    stop: async () => {
      await sweeping.stop();
      await loop.stop();
      await sending.settled(STOP_MS);
    },
  };
}
