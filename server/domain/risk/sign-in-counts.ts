import { gte, sql } from "drizzle-orm";
import { signIns } from "@/db/tenant/sign-ins";
import { signInCounts } from "@/db/tenant/summaries";
import type { ReadTx } from "@/server/kernel/operation/store";
import { uncounted } from "../counts/summaries";

/** Number of sign-in attempts with one outcome and one tier on one day (UTC). */
export interface SignInCount extends Pick<typeof signInCounts.$inferSelect, "outcome" | "tier" | "attempts"> {
  /** The day in the form YYYY-MM-DD. */
  date: string;
}

/**
 * Counts the sign-ins since the start of a day (UTC). Reads a summary table. The size of this table does not depend on the
 * number of sign-ins.
 */
export async function countSignIns(tx: Pick<ReadTx, "select">, since: Date): Promise<SignInCount[]> {
  // Checks the state of the summary before reading it. The worker may complete the summary between the two statements.
  const incomplete = await uncounted(tx, "sign_ins");
  if (!incomplete)
    return tx.select({
      fields: {
        date: signInCounts.day,
        outcome: signInCounts.outcome,
        tier: signInCounts.tier,
        attempts: sql<number>`sum(${signInCounts.attempts})`.mapWith(Number),
      },
      from: signInCounts,
      where: gte(signInCounts.day, since.toISOString().slice(0, 10)),
      groupBy: [signInCounts.day, signInCounts.outcome, signInCounts.tier],
    });
  return tx.select({
    fields: {
      date: sql<string>`to_char(${signIns.at} at time zone 'UTC', 'YYYY-MM-DD')`,
      outcome: signIns.outcome,
      tier: sql<SignInCount["tier"]>`coalesce(${signIns.tier}, 'none')`,
      attempts: sql<number>`count(*)::int`,
    },
    from: signIns,
    where: gte(signIns.at, since),
    groupBy: [sql`1`, signIns.outcome, sql`3`],
  });
}
