import type postgres from "postgres";
import type { Sql } from "@/server/store/database";
import type { SentStatement } from "./stores";

/*
 * Numbers of rows that statements read, from PostgreSQL's own counts. For tests that fail if the cost of a list grows with the tenant.
 */

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Plan[];
}

/** Returns the number of rows and index entries that the scans of a plan read. */
function rowsOf(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);
  if (plan["Relation Name"] === undefined) return below;
  const each =
    plan["Actual Rows"] +
    (plan["Rows Removed by Filter"] ?? 0) +
    (plan["Rows Removed by Index Recheck"] ?? 0);
  return below + each * plan["Actual Loops"];
}

export interface Explained {
  text: string;
  /** Rows that the statement reads, including those that its functions read. */
  rows: number;
  /** The plan, for the message of a failed test. */
  plan: string;
}

/**
 * Returns the number of rows that this connection has read from tables, including those of functions. EXPLAIN does not show these.
 * Entries that an index-only scan reads are not included. The counts of earlier transactions remain for some time.
 */
async function rowsOfTransaction(sql: postgres.TransactionSql): Promise<number> {
  const [counted] = await sql<{ rows: number }[]>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables`;
  return counted!.rows;
}

/**
 * Runs statements again with EXPLAIN (ANALYZE, FORMAT JSON), in a transaction of this tenant. Omits writes, and statements that read
 * none of these tables.
 */
export async function explained(
  sql: Sql,
  tenantId: number,
  statements: SentStatement[],
  tables: string[],
): Promise<Explained[]> {
  const named = new RegExp(`"(${tables.join("|")})"|castellan_(people|search)`);
  const reads = statements.filter(({ text }) => /^(select|with)/i.test(text) && named.test(text));
  const results: Explained[] = [];
  for (const { text, parameters } of reads)
    await sql.begin(async (tx) => {
      await tx`select set_config('role', 'castellan_tenant', true), set_config('castellan.tenant_id', ${String(tenantId)}, true)`;
      // A sequential scan is cheaper in a table of some thousand rows, but not in one of millions.
      await tx`set local enable_seqscan = off`;
      const before = await rowsOfTransaction(tx);
      // The parameters have the types with which the statement was sent.
      const [line] = await tx
        .unsafe(`explain (analyze, format json) ${text}`, parameters as never[])
        .values();
      const [{ Plan: plan }] = line![0] as [{ Plan: Plan }];
      const after = await rowsOfTransaction(tx);
      results.push({
        text,
        rows: Math.max(rowsOf(plan), after - before),
        plan: JSON.stringify(plan, null, 1),
      });
    });
  return results;
}
