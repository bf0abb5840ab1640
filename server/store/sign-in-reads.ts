import { sql, type SQL } from "drizzle-orm";
import { signIns } from "@/db/tenant/sign-ins";
import type { RiskiestPerson } from "../kernel/operation/searches";
import type { RegistryDatabase } from "../kernel/operation/store";
import { translated } from "./errors";

/*
 * Reads of sign-ins whose cost does not grow with the number of sign-ins of the tenant. Each read uses an index that contains
 * exactly the matching rows in the required order, and stops after the first entries.
 */

/** Maximum number of sign-ins that are read to find the people with the highest scores. */
const SIGN_INS = 5_000;
/** Maximum number of people for whom all sign-ins are counted. */
const PEOPLE = 100;
const HIGHEST_SCORE = 100;

interface RiskiestSearch {
  since: Date;
  most: number;
  exactUpTo: number;
}

/** Creates the SQL statement of `riskiestPeople`. */
export function riskiestStatement(tenantId: number, { since, most, exactUpTo }: RiskiestSearch): SQL {
  const from = sql.param(since, signIns.at);
  return sql`
    select user_id, score, events from (
      select user_id, max(score) as score, count(*) as seen from (
        select attempt.user_id, attempt.score from generate_series(${HIGHEST_SCORE}::int, 0, -1) as step(score)
        cross join lateral (
          select user_id, score from sign_ins
          where tenant_id = ${tenantId} and score = step.score and at >= ${from} and user_id is not null
          order by at desc, user_id desc limit ${SIGN_INS}
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
    order by score desc, events desc, user_id limit ${most}`;
}

/** Implements `riskiestPeople` of server/kernel/operation/searches.ts. */
export async function riskiestPeople(
  db: RegistryDatabase,
  tenantId: number,
  search: RiskiestSearch,
): Promise<RiskiestPerson[]> {
  const rows = await translated(
    db.execute<{ user_id: string; score: number; events: number }>(riskiestStatement(tenantId, search)),
  );
  return rows.map(({ user_id, ...person }) => ({ userId: Number(user_id), ...person }));
}

/** Implements `newestRisky` of server/kernel/operation/searches.ts. */
export function newestRisky(
  tenantId: number,
  { since, most, explained }: { since: Date; most: number; explained: boolean },
): SQL {
  const newest = (condition: SQL) =>
    sql`(select id from sign_ins where tenant_id = ${tenantId} and at >= ${sql.param(since, signIns.at)} and ${condition}
      order by at desc, id desc limit ${most})`;
  // This condition must have the same text as the condition of the index sign_ins_risky, so that the planner uses the index.
  const risky = newest(sql`tier in ('medium', 'high', 'critical')`);
  const withReason = sql`union all ${newest(sql`explanation is not null`)}`;
  return sql`${signIns.id} in (${risky} ${explained ? withReason : sql``})`;
}
