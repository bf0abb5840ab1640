import type { TransactionSql } from "postgres";

/** Maximum number of changes that one statement merges. */
const BATCH = 10_000;

/**
 * Adds the changes of the numbers of sign-ins to the rows of their keys. Returns true if more are waiting. The sum of a key stays the
 * same at every moment, because one statement removes the changes and adds them.
 */
export async function mergeSignInCounts(tx: TransactionSql, most = BATCH): Promise<boolean> {
  const [done] = await tx<{ taken: number }[]>`
    with taken as (
      delete from sign_in_counts where (tenant_id, id) in (
        select tenant_id, id from sign_in_counts where not merged order by id limit ${most})
      returning tenant_id, day, outcome, tier, attempts
    ), put as (
      insert into sign_in_counts as known (tenant_id, day, outcome, tier, attempts, merged)
      select tenant_id, day, outcome, tier, sum(attempts), true from taken group by 1, 2, 3, 4
      on conflict (tenant_id, day, outcome, tier) where merged
      do update set attempts = known.attempts + excluded.attempts
    )
    select count(*)::int as taken from taken`;
  return done!.taken === most;
}

/** Adds the changes of the numbers of credentials to the rows of their days, as `mergeSignInCounts` does. */
export async function mergeCredentialCounts(tx: TransactionSql, most = BATCH): Promise<boolean> {
  const [done] = await tx<{ taken: number }[]>`
    with taken as (
      delete from credential_counts where (tenant_id, id) in (
        select tenant_id, id from credential_counts where not merged order by id limit ${most})
      returning tenant_id, password_day, people, with_second_factor, with_passkey, with_verified_email, with_weak_password
    ), put as (
      insert into credential_counts as known (tenant_id, password_day, people, with_second_factor, with_passkey,
        with_verified_email, with_weak_password, merged)
      select tenant_id, password_day, sum(people), sum(with_second_factor), sum(with_passkey), sum(with_verified_email),
        sum(with_weak_password), true
      from taken group by 1, 2
      on conflict (tenant_id, password_day) where merged do update set
        people = known.people + excluded.people,
        with_second_factor = known.with_second_factor + excluded.with_second_factor,
        with_passkey = known.with_passkey + excluded.with_passkey,
        with_verified_email = known.with_verified_email + excluded.with_verified_email,
        with_weak_password = known.with_weak_password + excluded.with_weak_password
    )
    select count(*)::int as taken from taken`;
  return done!.taken === most;
}
