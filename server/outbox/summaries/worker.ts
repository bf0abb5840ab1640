import type { Logger } from "pino";
import type { TransactionSql } from "postgres";
import type { Database } from "../../store/database";
import { startLoop } from "../worker-loop";
import { mergeCredentialCounts, mergeSignInCounts } from "./merge";
import { recountCredentials, recountSessions, recountSignIns } from "./recount";
import { countChangedSessions } from "./sessions";
import { advisoryLocks } from "../../store/advisory-locks";

const EVERY_MS = 2_000;

type Sql = Database["sql"];

const recounts = { sign_ins: recountSignIns, credentials: recountCredentials, sessions: recountSessions };

/** Counts the rows from before migration 0022, for one summary of one tenant. Returns false if no summary is left to count. */
async function countOne(tx: TransactionSql): Promise<boolean> {
  const [next] = await tx<{ tenant_id: string; summary: keyof typeof recounts }[]>`
    delete from uncounted_summaries where (tenant_id, summary) in (
      select tenant_id, summary from uncounted_summaries order by tenant_id, summary limit 1)
    returning tenant_id, summary`;
  if (!next) return false;
  await recounts[next.summary](tx, Number(next.tenant_id));
  return true;
}

/**
 * Brings the summaries up to date, one batch of each. Returns true if more is waiting. Does nothing while another instance does it. Each
 * batch is one transaction, so that a process that is killed leaves the summary and its changes as they were.
 */
export async function summarize(sql: Sql): Promise<boolean> {
  let more = false;
  for (const step of [mergeSignInCounts, mergeCredentialCounts, countChangedSessions, countOne]) {
    const waiting = await sql.begin(async (tx) => {
      const [lock] = await tx<
        { free: boolean }[]
      >`select pg_try_advisory_xact_lock(${advisoryLocks.summaries}, 0) as free`;
      return lock!.free && (await step(tx));
    });
    more ||= waiting;
  }
  return more;
}

/** Verifies the summaries of a tenant and corrects them. Returns the number of corrected rows of each. */
export function verifySummaries(sql: Sql, tenantId: number): Promise<Record<keyof typeof recounts, number>> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${advisoryLocks.summaries}, 0)`;
    while (await countChangedSessions(tx));
    const signIns = await recountSignIns(tx, tenantId);
    const credentials = await recountCredentials(tx, tenantId);
    return { sign_ins: signIns, credentials, sessions: await recountSessions(tx, tenantId) };
  });
}

/** Starts to keep the summaries short and complete. */
export const startSummaries = ({ sql }: Pick<Database, "sql">, log: Logger) =>
  startLoop({
    work: () => summarize(sql),
    idleMs: EVERY_MS,
    log,
    failure: "the summaries could not be brought up to date",
  });
