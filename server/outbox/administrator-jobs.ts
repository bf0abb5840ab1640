import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { StopReason } from "../domain/bulk-jobs/stop-reasons";
import type { TenantActor } from "../kernel/actor";
import { AppError } from "../kernel/errors";
import type { Execute } from "../kernel/execute";
import type { Stores } from "../kernel/store";
import type { CodedText } from "../kernel/texts/define";
import { jobTexts } from "../kernel/texts/jobs";
import { reasonOf } from "../kernel/texts/reason";
import type { Database } from "../store/database";

/*
 * Long work that an administrator has started and that goes on without them: beside requests, with the rights that they have
 * at each moment, and on another instance where one has gone silent.
 */

export interface JobDeps {
  database: Pick<Database, "sql">;
  stores: Stores;
  execute: Execute;
  /** An administrator as they may act now; null where they no longer may. */
  administrator: (tenantId: number, userId: number) => Promise<TenantActor | null>;
  /** The server itself. */
  system: (tenantId: number) => TenantActor;
  log: Logger;
}

export interface Job {
  tenantId: number;
  id: number;
}

/** One kind of such work. */
export interface JobKind<Item> {
  /** Where its jobs are: `status`, `created_at`, `created_by_id` and `claimed_until` mean the same in each. */
  table: "user_imports" | "bulk_jobs";
  /** After so many days a job is removed, unless it runs. */
  keptDays: number;
  /** What of a job is still to be done, and what does some of it and remembers that it is done. */
  open: (
    job: Job,
  ) => Promise<{ waiting: Item[]; work: (actor: TenantActor, batch: Item[]) => Promise<void> }>;
  stop: (job: Job, reason: StopReason) => Promise<unknown>;
  finish: (job: Job) => Promise<unknown>;
}

const POLL_MS = 200;
/** How long another instance waits for one that has gone silent. */
const LEASE = "30 seconds";
/** How much a job does before it is the next one's turn. */
const BATCH = 40;
/** What of a batch is done beside each other. */
const ABREAST = 4;
/** How many jobs of a kind one instance has under way. */
const MOST_JOBS = 8;
/** After so many unexpected failures a step is given up. */
const ATTEMPTS = 3;
const CLEAN_MS = 3_600_000;

/**
 * Works off the jobs of a kind; gives what stops it. They take turns, a batch each: a long one holds nobody else's up. Two
 * instances share them.
 */
export function startJobs<Item>(
  { table, keptDays, open, stop, finish }: JobKind<Item>,
  { database: { sql }, administrator, log }: Pick<JobDeps, "database" | "administrator" | "log">,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Those under way; whose turn it is comes first. */
  const turns: { job: Job; steps: AsyncGenerator<void, void> }[] = [];
  let cleanedAt = 0;

  async function claim() {
    const [row] = await sql<{ tenant_id: string; id: string; claimed_until: string }[]>`
      update ${sql(table)} j set claimed_until = now() + ${LEASE}::text::interval
      where (j.tenant_id, j.id) in (
        select d.tenant_id, d.id from ${sql(table)} d join tenants t on t.id = d.tenant_id and t.status = 'active'
        where d.status = 'running' and (d.claimed_until is null or d.claimed_until < now())
        order by d.created_at limit 1 for update of d skip locked)
      returning j.tenant_id, j.id, j.claimed_until::text`;
    if (!row) return;
    const job = { tenantId: Number(row.tenant_id), id: Number(row.id) };
    turns.unshift({ job, steps: stepsOf(job, row.claimed_until) });
  }

  /** A batch for each turn, as long as the job is running and this instance has the claim on it. */
  async function* stepsOf(job: Job, claimedUntil: string): AsyncGenerator<void, void> {
    const { tenantId, id } = job;
    let held = claimedUntil;
    try {
      const { waiting, work } = await open(job);
      for (let from = 0; from < waiting.length; from += BATCH) {
        const [kept] = await sql<{ claimed_until: string; created_by_id: string }[]>`
          update ${sql(table)} set claimed_until = now() + ${LEASE}::text::interval
          where tenant_id = ${tenantId} and id = ${id} and status = 'running' and claimed_until = ${held}::timestamptz
          returning claimed_until::text, created_by_id`;
        if (!kept) return;
        held = kept.claimed_until;
        const actor = await administrator(tenantId, Number(kept.created_by_id));
        if (actor === null) {
          await stop(job, "rights_lost");
          return;
        }
        await work(actor, waiting.slice(from, from + BATCH));
        yield;
      }
      await finish(job);
    } finally {
      await sql`update ${sql(table)} set claimed_until = null
        where tenant_id = ${tenantId} and id = ${id} and claimed_until = ${held}::timestamptz`;
    }
  }

  /** Removes jobs that nobody needs any more: they hold personal data. */
  async function clean() {
    if (Date.now() - cleanedAt < CLEAN_MS) return;
    cleanedAt = Date.now();
    await sql`delete from ${sql(table)} where status <> 'running' and created_at < now() - make_interval(days => ${keptDays})`;
  }

  async function loop() {
    while (!signal.aborted) {
      let turn: (typeof turns)[number] | undefined;
      try {
        await clean();
        if (turns.length < MOST_JOBS) await claim();
        turn = turns.shift();
        if (turn) {
          if (!(await turn.steps.next()).done) turns.push(turn);
          continue;
        }
      } catch (error) {
        log.error({ err: error, table, job: turn?.job.id }, "a job was interrupted");
      }
      await pause(POLL_MS, undefined, { signal, ref: false }).catch(() => {});
    }
    for (const { steps } of turns) await steps.return();
  }
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Does this with each of them, some beside each other; where one fails, those beside it come to rest first. */
export async function abreast<Item>(items: Item[], work: (item: Item) => Promise<unknown>) {
  for (let first = 0; first < items.length; first += ABREAST) {
    const outcomes = await Promise.allSettled(items.slice(first, first + ABREAST).map(work));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }
}

/**
 * Gives what does a step and tells why it was refused, null where it was not. An unexpected failure is thrown, so that it is
 * tried again, until it has come too often.
 */
export function createAttempts(log: Logger) {
  const failures = new Map<string, number>();
  return async (step: string, work: () => Promise<unknown>): Promise<CodedText | string | null> => {
    try {
      await work();
      failures.delete(step);
      return null;
    } catch (error) {
      if (error instanceof AppError) return reasonOf(error);
      const times = (failures.get(step) ?? 0) + 1;
      failures.set(step, times);
      if (times < ATTEMPTS) throw error;
      failures.delete(step);
      log.error({ err: error, step }, "a step of a job was given up");
      return jobTexts.given_up();
    }
  };
}
