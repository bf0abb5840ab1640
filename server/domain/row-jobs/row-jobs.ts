import { count, inArray, sql, type AnyColumn } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import * as z from "zod";
import type { CommandContext } from "@/server/kernel/operation/operation";
import type { ReadTx, TenantTable } from "@/server/kernel/operation/store";
import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import { textIn } from "@/server/kernel/texts/text";
import type { Actor } from "@/server/kernel/operation/actor";
import { namesOf } from "../users/people";

const jobTexts = defineTexts("job", {
  stopped: "Stopped by an administrator.",
  rights_lost: "Who started it may no longer administer this organization.",
});

/*
 * A job with many rows, such as a bulk action on users or an import. An administrator starts the job. A worker processes the
 * rows one by one with the rights of this administrator. The worker records an outcome for each row.
 */

/**
 * Reasons why a job was stopped. `stopped`: an administrator stopped the job. `rights_lost`: the administrator who started the
 * job lost the necessary rights.
 */
export const StopReason = z.enum(["stopped", "rights_lost"]);
export type StopReason = z.output<typeof StopReason>;

type Counts<Outcome extends string> = Readonly<Record<Outcome, number>>;

/** Describes where the rows of a kind of job are stored: table, columns, and a count of 0 for each outcome. */
export interface JobRows<Outcome extends string> {
  table: TenantTable;
  jobId: AnyPgColumn & AnyColumn;
  outcome: AnyPgColumn & AnyColumn;
  none: Counts<Outcome>;
}

/** Counts the rows of these jobs by outcome, in one query. Returns a function that returns the counts of one job. */
export async function countsOf<Outcome extends string>(
  tx: Pick<ReadTx, "select">,
  { table, jobId, outcome, none }: JobRows<Outcome>,
  jobIds: number[],
): Promise<(jobId: number) => Counts<Outcome>> {
  const counts = new Map<number, Counts<Outcome>>();
  if (jobIds.length > 0) {
    const states = await tx.select({
      fields: {
        job: sql<number>`${jobId}`.mapWith(Number),
        // The database permits only these outcomes in the column.
        state: sql<Outcome>`${outcome}`,
        rows: count(),
      },
      from: table,
      where: inArray(jobId, jobIds),
      groupBy: [jobId, outcome],
    });
    for (const { job, state, rows } of states)
      counts.set(job, { ...(counts.get(job) ?? none), [state]: rows });
  }
  return (job) => counts.get(job) ?? none;
}

/** Returns two functions. One function returns the counts of a job. The other function returns the creator of a job. */
export async function progressOf<Outcome extends string>(
  tx: Pick<ReadTx, "select">,
  rows: JobRows<Outcome>,
  jobs: readonly { id: number; createdBy: number }[],
) {
  const [counts, people] = await Promise.all([
    countsOf(
      tx,
      rows,
      jobs.map(({ id }) => id),
    ),
    namesOf(
      tx,
      jobs.map(({ createdBy }) => createdBy),
    ),
  ]);
  return { countsOf: counts, creatorOf: (userId: number) => people.get(userId)! };
}

type Context = Pick<CommandContext<Actor, unknown>, "now" | "changed" | "unchanged">;

interface Stopped {
  status: "stopped";
  stopReason: CodedText;
  finishedAt: Date;
}

/** Stops a job. If the job is not running, changes nothing and records no event. `update` writes the columns of the job. */
export async function stopJob(
  { now, changed, unchanged }: Context,
  { status }: { status: string },
  reason: StopReason,
  update: (columns: Stopped) => Promise<unknown>,
): Promise<void> {
  if (status !== "running") return unchanged();
  const stopReason = jobTexts[reason]();
  changed({ status }, { status: "stopped", reason: textIn("en", stopReason) });
  await update({ status: "stopped", stopReason, finishedAt: now });
}

interface Finished {
  status: "finished";
  finishedAt: Date;
}

/**
 * Finishes a running job if no row is waiting. Records the summary in the event. Otherwise changes nothing and records no
 * event. `update` writes the columns of the job.
 */
export async function finishJob(
  { now, changed, unchanged }: Context,
  { status, waiting, summary }: { status: string; waiting: number; summary: object },
  update: (columns: Finished) => Promise<unknown>,
): Promise<void> {
  if (status !== "running" || waiting > 0) return unchanged();
  changed({}, summary);
  await update({ status: "finished", finishedAt: now });
}
