import { sql, type SQL } from "drizzle-orm";
import { signIns } from "@/db/tenant/sign-ins";
import type { RegistryDatabase, RiskiestPerson } from "../kernel/operation/store";
import { translated } from "./errors";

/*
 * Reads of the sign-ins of a tenant whose cost does not grow with their number. Each reads some rows of an index for each score or
 * tier: a condition on several of them with an order by time would read all matching rows and sort them.
 */

/** Number of sign-ins among which the people with the highest scores are searched. */
const SIGN_INS = 5_000;
/** Number of people whose sign-ins are counted. */
const PEOPLE = 100;
const HIGHEST_SCORE = 100;

/** See `Reads.riskiestPeople`. */
export async function riskiestPeople(
  db: RegistryDatabase,
  tenantId: number,
  { since, most, exactUpTo }: { since: Date; most: number; exactUpTo: number },
): Promise<RiskiestPerson[]> {
  const from = sql.param(since, signIns.at);
  const rows = await translated(
    db.execute<{ user_id: string; score: number; events: number }>(sql`
      select user_id, score, events from (
        select user_id, max(score) as score, count(*) as seen from (
          select attempt.user_id, attempt.score from generate_series(${HIGHEST_SCORE}::int, 0, -1) as step(score)
          cross join lateral (
            select user_id, score from sign_ins
            where tenant_id = ${tenantId} and score = step.score and at >= ${from} and user_id is not null
            order by at desc limit ${SIGN_INS}
          ) as attempt
          limit ${SIGN_INS}
        ) as riskiest
        group by user_id order by max(score) desc, count(*) desc, user_id limit ${PEOPLE}
      ) as person
      cross join lateral (
        select count(*)::int as events from (
          select 1 from sign_ins
          where tenant_id = ${tenantId} and user_id = person.user_id and at >= ${from} and tier is not null
          limit ${exactUpTo + 1}
        ) as counted
      ) as number
      order by score desc, events desc, user_id limit ${most}`),
  );
  return rows.map(({ user_id, ...person }) => ({ userId: Number(user_id), ...person }));
}

/** See `Reads.newestRisky`. */
export function newestRisky(
  tenantId: number,
  { since, most, explained }: { since: Date; most: number; explained: boolean },
): SQL {
  const newest = sql`tenant_id = ${tenantId} and at >= ${sql.param(since, signIns.at)}`;
  const inOrder = sql`order by at desc, id desc limit ${most}`;
  const withReason = sql`union all (select id from sign_ins where ${newest} and explanation is not null ${inOrder})`;
  return sql`${signIns.id} in (
    select attempt.id from unnest(array['medium', 'high', 'critical']) as step(tier)
    cross join lateral (select id from sign_ins where ${newest} and tier = step.tier ${inOrder}) as attempt
    ${explained ? withReason : sql``})`;
}
