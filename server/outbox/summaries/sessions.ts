import type { TransactionSql } from "postgres";

/** Maximum number of users whose sessions one statement counts. */
const BATCH = 1_000;

/**
 * Counts the live sessions of users whose sessions have changed or expired, for `concurrent_sessions`. Returns true if more are waiting.
 * A change and its note are committed together, so that the statement that removes the note also reads the change. The lock of
 * server/outbox/summaries/worker.ts prevents that two instances count at the same time.
 */
export async function countChangedSessions(tx: TransactionSql, most = BATCH): Promise<boolean> {
  const [done] = await tx<{ noted: number; expired: number }[]>`
    with noted as (
      delete from session_changes where (tenant_id, id) in (
        select tenant_id, id from session_changes order by tenant_id, id limit ${most})
      returning tenant_id, user_id
    ), expired as materialized (
      select tenant_id, user_id from concurrent_sessions where valid_until <= now() order by valid_until limit ${most}
    ), due as materialized (
      select tenant_id, user_id from noted union select tenant_id, user_id from expired
    ), live as materialized (
      select due.tenant_id, due.user_id, count(*)::int as sessions, count(distinct country)::int as countries,
        min(expires_at) as valid_until
      from due join sessions on sessions.tenant_id = due.tenant_id and sessions.user_id = due.user_id
        and revoked_at is null and expires_at > now() and actor_user_id is null
      -- Excludes users who were deleted with their sessions.
      join users on users.tenant_id = due.tenant_id and users.id = due.user_id
      group by 1, 2 having count(*) > 1
    ), gone as (
      delete from concurrent_sessions as known using due
      where known.tenant_id = due.tenant_id and known.user_id = due.user_id
        and not exists (select 1 from live where live.tenant_id = due.tenant_id and live.user_id = due.user_id)
    ), put as (
      insert into concurrent_sessions (tenant_id, user_id, sessions, countries, valid_until)
      select tenant_id, user_id, sessions, countries, valid_until from live
      on conflict (tenant_id, user_id) do update set
        sessions = excluded.sessions, countries = excluded.countries, valid_until = excluded.valid_until
    )
    select (select count(*)::int from noted) as noted, (select count(*)::int from expired) as expired`;
  return done!.noted === most || done!.expired === most;
}
