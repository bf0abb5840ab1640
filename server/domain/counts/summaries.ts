import { eq } from "drizzle-orm";
import { uncountedSummaries } from "@/db/tenant/summaries";
import type { ReadTx } from "@/server/kernel/operation/store";

/**
 * Returns true if a summary table does not yet count the rows from before migration 0022. server/outbox/summaries/ adds these
 * rows to the summary. Until then, callers must count the rows of the original table.
 */
export async function uncounted(
  tx: Pick<ReadTx, "select">,
  summary: (typeof uncountedSummaries.$inferSelect)["summary"],
): Promise<boolean> {
  const rows = await tx.select({
    fields: { summary: uncountedSummaries.summary },
    from: uncountedSummaries,
    where: eq(uncountedSummaries.summary, summary),
  });
  return rows.length > 0;
}
