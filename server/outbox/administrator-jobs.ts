import type { Logger } from "pino";
import type { TenantActor } from "../kernel/operation/actor";
import { AppError } from "../kernel/errors";
import type { Execute } from "../kernel/operation/execute";
import type { Stores } from "../kernel/operation/store";
import type { Database } from "../store/database";
import { startLoop } from "./worker-loop";
import type { StopReason } from "../domain/row-jobs/row-jobs";
import { type CodedText, defineTexts } from "../kernel/texts/define";
import { reasonOf } from "../kernel/texts/text";
import { unavailability } from "../kernel/concurrency/unavailability";

const jobTexts = defineTexts("job", { given_up: "Something went wrong on our side." });

/*
 * Jobs: long tasks that an administrator has started. They run outside of requests, with the administrator's rights at each
 * moment. Another instance continues the jobs of an instance that has stopped. Each kind of job is a description (JobKind).
 */

export interface JobDeps {
  database: Pick<Database, "sql">;
  stores: Stores;
  execute: Execute;
  /** Returns the actor of an administrator with their current rights, or null if they have none. */
  administrator: (tenantId: number, userId: number) => Promise<TenantActor | null>;
  /** Returns the server's own actor, which stops and finishes jobs. */
  system: (tenantId: number) => TenantActor;
  log: Logger;
}

/**
 * Runs a part of an item. Returns null, or the reason if an operation refuses it. Throws an unexpected error, so that the item
 * is retried. After some retries, it returns a reason instead. Throws a refusal with the status 503 each time: the service is
 * busy, for example with other commands of the same administrator, and the item is not at fault.
 */
export type Attempt = (work: () => Promise<unknown>) => Promise<CodedText | string | null>;

/** A kind of job: its tables, its items and their execution. */
export interface JobKind<Item, Outcome> {
  /** Table of the jobs. `status`, `created_at`, `created_by_id` and `claimed_until` have the same meaning in each table. */
  table: "user_imports" | "bulk_jobs";
  /** Days after which a job is deleted, unless it is running. */
  retentionDays: number;
  /** Reads a job to start or to continue it. */
  open: (store: TenantStore, jobId: number) => Promise<OpenJob<Item, Outcome>>;
  stop: (actor: TenantActor, jobId: number, reason: StopReason) => Promise<unknown>;
  finish: (actor: TenantActor, jobId: number) => Promise<unknown>;
}

export interface OpenJob<Item, Outcome> {
  /** Items without an outcome, in the order of execution. */
  waiting: Item[];
  /** Returns the key of an item that is unique in the job. */
  keyOf: (item: Item) => number;
  /**
   * Prepares a batch of items. Returns the function that runs one item as `actor`. After a crash, the function
   * completes an interrupted item.
   */
  prepare: (actor: TenantActor, batch: Item[]) => Promise<(item: Item, attempt: Attempt) => Promise<Outcome>>;
  /** Stores outcomes. */
  record: (results: Result<Item, Outcome>[]) => Promise<unknown>;
}

export interface Result<Item, Outcome> {
  item: Item;
  outcome: Outcome;
}

type TenantStore = ReturnType<Stores["tenant"]>;

interface Job {
  tenantId: number;
  id: number;
}

const IDLE_MS = 200;
const CLEAN_MS = 3_600_000;
/** Time for which a claim is valid. After that, another instance can take over the job. */
const LEASE = "30 seconds";
/** Number of items in a turn of a job. */
const BATCH = 40;
/** Number of items that run at the same time. Their outcomes are stored together. */
const CONCURRENT = 4;
/** Maximum number of jobs of a kind that one instance has claimed. */
const MAX_JOBS = 8;
/** Maximum number of these jobs of one organization. */
const MAX_JOBS_OF_ONE = 2;
/** Number of unexpected failures after which an item is given up. */
const ATTEMPTS = 3;
/** Limit in seconds of the pause of a job that failed. The pause starts with one second and doubles. */
const MAX_PAUSE_SECONDS = 60;

/**
 * Starts to run the jobs of a kind. Jobs take turns, one batch each, so that a long job does not delay the others. Several
 * instances share the jobs.
 */
export function startJobs<Item, Outcome>(
  { table, retentionDays, open, stop, finish }: JobKind<Item, Outcome>,
  { database: { sql }, stores, administrator, system, log }: JobDeps,
) {
  /** Claimed jobs. The first one has the next turn. */
  const turns: { job: Job; batches: AsyncGenerator<void, void> }[] = [];
  const attempts = createAttempts(log);
  /** Consecutive failures of each job. */
  const failures = new Map<string, number>();

  /** Returns the organizations that have their share of the claimed jobs. */
  const served = () => {
    const counts = new Map<number, number>();
    for (const { job } of turns) counts.set(job.tenantId, (counts.get(job.tenantId) ?? 0) + 1);
    return [...counts].flatMap(([tenantId, count]) => (count < MAX_JOBS_OF_ONE ? [] : [tenantId]));
  };

  /** Claims the oldest job without a valid claim of an organization that has less than its share. It has the next turn. */
  async function claim() {
    const [row] = await sql<{ tenant_id: string; id: string; claimed_until: string }[]>`
      update ${sql(table)} j set claimed_until = now() + ${LEASE}::text::interval
      where (j.tenant_id, j.id) in (
        select d.tenant_id, d.id from ${sql(table)} d join tenants t on t.id = d.tenant_id and t.status = 'active'
        where d.status = 'running' and (d.claimed_until is null or d.claimed_until < now())
          and d.tenant_id <> all(${served()}::bigint[])
        order by d.created_at limit 1 for update of d skip locked)
      returning j.tenant_id, j.id, j.claimed_until::text`;
    if (!row) return;
    const job = { tenantId: Number(row.tenant_id), id: Number(row.id) };
    turns.unshift({ job, batches: runBatches(job, row.claimed_until) });
  }

  /**
   * Runs a batch for each turn, as long as the job is running, its tenant is active and this instance has the claim. Reads the
   * administrator's rights before each batch.
   */
  async function* runBatches(job: Job, claimedUntil: string): AsyncGenerator<void, void> {
    const { tenantId, id } = job;
    const key = `${tenantId}/${id}`;
    let held = claimedUntil;
    let pauseSeconds: number | null = null;
    try {
      const opened = await open(stores.tenant(tenantId), id);
      for (let from = 0; from < opened.waiting.length; from += BATCH) {
        const [extended] = await sql<{ claimed_until: string; created_by_id: string }[]>`
          update ${sql(table)} set claimed_until = now() + ${LEASE}::text::interval
          where tenant_id = ${tenantId} and id = ${id} and status = 'running' and claimed_until = ${held}::timestamptz
            and exists (select from tenants t where t.id = ${tenantId} and t.status = 'active')
          returning claimed_until::text, created_by_id`;
        if (!extended) return;
        held = extended.claimed_until;
        const actor = await administrator(tenantId, Number(extended.created_by_id));
        if (actor === null) {
          await stop(system(tenantId), id, "rights_lost");
          return;
        }
        await runBatch(opened, actor, opened.waiting.slice(from, from + BATCH), key);
        failures.delete(key);
        yield;
      }
      await finish(system(tenantId), id);
      failures.delete(key);
    } catch (error) {
      const before = failures.get(key) ?? 0;
      failures.set(key, before + 1);
      pauseSeconds = Math.min(2 ** before, MAX_PAUSE_SECONDS);
      throw error;
    } finally {
      // A job that failed keeps its claim for a while. Otherwise, a job that always fails would be the oldest
      // one in every round, and later jobs would never start.
      await sql`update ${sql(table)} set claimed_until = now() + make_interval(secs => ${pauseSeconds}::float8)
        where tenant_id = ${tenantId} and id = ${id} and claimed_until = ${held}::timestamptz`;
    }
  }

  /** Runs a batch. Throws an unexpected failure after the other items of its group have ended and their outcomes are stored. */
  async function runBatch(
    { keyOf, prepare, record }: OpenJob<Item, Outcome>,
    actor: TenantActor,
    batch: Item[],
    jobKey: string,
  ) {
    const run = await prepare(actor, batch);
    for (let first = 0; first < batch.length; first += CONCURRENT) {
      const settled = await Promise.allSettled(
        batch.slice(first, first + CONCURRENT).map(async (item) => ({
          item,
          outcome: await run(item, (work) => attempts(`${jobKey}/${keyOf(item)}`, work)),
        })),
      );
      const results = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      if (results.length > 0) await record(results);
      for (const one of settled) if (one.status === "rejected") throw one.reason;
    }
  }

  /** Runs the next turn. Returns true if there was one. */
  async function runTurn() {
    if (turns.length < MAX_JOBS) await claim();
    const turn = turns.shift();
    if (!turn) return false;
    try {
      if (!(await turn.batches.next()).done) turns.push(turn);
    } catch (error) {
      const job = { table, job: turn.job.id };
      if (isBusy(error)) log.warn({ err: error, ...job }, "a job waits for a busy service");
      else log.error({ err: error, ...job }, "a job was interrupted");
    }
    return true;
  }

  const running = startLoop({ work: runTurn, idleMs: IDLE_MS, log, failure: "jobs could not be claimed" });
  // Old jobs contain personal data.
  const cleaning = startLoop({
    work: () =>
      sql`delete from ${sql(table)}
        where status <> 'running' and created_at < now() - make_interval(days => ${retentionDays})`,
    idleMs: CLEAN_MS,
    log,
    failure: "old jobs could not be deleted",
  });
  return {
    /** Waits for the batch in progress and releases the claims. */
    stop: async () => {
      await cleaning.stop();
      await running.stop();
      for (const { batches } of turns) await batches.return();
    },
  };
}

/** Returns true for a refusal that passes: of a command that got no turn, of the gate of connections, and of time limits. */
const isBusy = (error: unknown) =>
  (error instanceof AppError && error.status === 503) || unavailability(error) !== null;

function createAttempts(log: Logger) {
  const failures = new Map<string, number>();
  return async (step: string, work: () => Promise<unknown>): Promise<CodedText | string | null> => {
    try {
      await work();
      failures.delete(step);
      return null;
    } catch (error) {
      if (isBusy(error)) throw error;
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
