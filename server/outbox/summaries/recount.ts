import type { TransactionSql } from "postgres";
import { secondFactorKinds } from "@/server/domain/sign-in-methods/factor-kinds.schema";

/*
 * Compares the summaries of a tenant with a count of the tables, and adds the differences. One statement reads the tables and the
 * summary at one moment, so that changes at the same time are counted once. This also fills the summary for rows from before it
 * existed. Each function returns the number of rows that it corrected, and 0 if the summary was right. The caller holds the lock of
 * server/outbox/summaries/worker.ts.
 */

/** Corrects the numbers of sign-ins. */
export async function recountSignIns(tx: TransactionSql, tenantId: number): Promise<number> {
  const { count } = await tx`
    insert into sign_in_counts (tenant_id, day, outcome, tier, attempts)
    select ${tenantId}, day, outcome, tier, sum(attempts)
    from (
      select (at at time zone 'UTC')::date as day, outcome, coalesce(tier, 'none') as tier, count(*) as attempts
      from sign_ins where tenant_id = ${tenantId} group by 1, 2, 3
      union all
      select day, outcome, tier, -attempts from sign_in_counts where tenant_id = ${tenantId}
    ) as difference
    group by day, outcome, tier having sum(attempts) <> 0`;
  return count;
}

/** Corrects the numbers of credentials. */
export async function recountCredentials(tx: TransactionSql, tenantId: number): Promise<number> {
  const { count } = await tx`
    insert into credential_counts
      (tenant_id, password_day, people, with_second_factor, with_passkey, with_verified_email, with_weak_password)
    select ${tenantId}, password_day, sum(people), sum(with_second_factor), sum(with_passkey), sum(with_verified_email),
      sum(with_weak_password)
    from (
      select castellan_password_day(password_hash is not null, coalesce(password_changed_at, created_at)) as password_day,
        count(*) as people, count(held.user_id) as with_second_factor, count(*) filter (where held.passkey) as with_passkey,
        count(email_verified_at) as with_verified_email,
        count(*) filter (where password_hash is not null and password_weak) as with_weak_password
      from users left join (
        select user_id, bool_or(kind = 'webauthn') as passkey from factors
        where tenant_id = ${tenantId} and verified_at is not null and kind = any(${secondFactorKinds}) group by user_id
      ) as held on held.user_id = users.id
      where tenant_id = ${tenantId} and kind = 'person' and status = 'active' group by 1
      union all
      select password_day, -people, -with_second_factor, -with_passkey, -with_verified_email, -with_weak_password
      from credential_counts where tenant_id = ${tenantId}
    ) as difference
    group by password_day
    having sum(people) <> 0 or sum(with_second_factor) <> 0 or sum(with_passkey) <> 0 or sum(with_verified_email) <> 0
      or sum(with_weak_password) <> 0`;
  return count;
}

/** Corrects the list of users with several live sessions. Changes that the worker has not yet processed count as differences. */
export async function recountSessions(tx: TransactionSql, tenantId: number): Promise<number> {
  const live = tx`
    select user_id, count(*)::int as sessions, count(distinct country)::int as countries, min(expires_at) as valid_until
    from sessions
    where tenant_id = ${tenantId} and revoked_at is null and expires_at > now() and actor_user_id is null
    group by user_id having count(*) > 1`;
  const [done] = await tx<{ corrected: number }[]>`
    with live as materialized (${live}), gone as (
      delete from concurrent_sessions
      where tenant_id = ${tenantId} and user_id not in (select user_id from live)
      returning 1
    ), put as (
      insert into concurrent_sessions as known (tenant_id, user_id, sessions, countries, valid_until)
      select ${tenantId}, user_id, sessions, countries, valid_until from live
      on conflict (tenant_id, user_id) do update set
        sessions = excluded.sessions, countries = excluded.countries, valid_until = excluded.valid_until
      where (known.sessions, known.countries, known.valid_until)
        is distinct from (excluded.sessions, excluded.countries, excluded.valid_until)
      returning 1
    )
    select ((select count(*) from gone) + (select count(*) from put))::int as corrected`;
  return done!.corrected;
}
