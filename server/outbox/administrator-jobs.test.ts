import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestRefusals } from "@/server/kernel/refusals/requests";
import { createExecute } from "@/server/kernel/operation/execute";
import { aUser } from "@/server/testing/factories";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { startJobs, type JobKind } from "./administrator-jobs";

describe.each(databaseKinds)("jobs of administrators on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  /** Creates a tenant with a job. Returns the job's id. */
  async function aJob(tenantId: number) {
    await test.database.sql`insert into tenants (id, slug) values (${tenantId}, ${`tenant${tenantId}`})`;
    const { id: createdBy } = await aUser(test, tenantId);
    const job = { action: { do: "suspend" }, about: "", createdBy };
    return (await test.write(tenantId, (tx) => tx.bulkJobs.insert(job))).id;
  }

  /** Starts a worker that reads its jobs by `open`. Adds the ids of finished jobs to `finished`. */
  const start = (finished: number[], open: JobKind<number, unknown>["open"]) =>
    startJobs<number, unknown>(
      {
        table: "bulk_jobs",
        retentionDays: 30,
        open,
        stop: async () => undefined,
        finish: async (_actor, jobId) => {
          finished.push(jobId);
          await test.database.sql`update bulk_jobs set status = 'finished' where id = ${jobId}`;
        },
      },
      {
        database: test.database,
        stores: test.stores,
        execute: createExecute(test.stores, test.ports),
        administrator: async (tenantId) => tenantActor(tenantId),
        system: (tenantId) => tenantActor(tenantId),
        log: pino({ level: "silent" }),
      },
    );

  it("starvation: many jobs of one organization leave turns for the job of another", async () => {
    const first = await aJob(11);
    const createdBy = (await test.write(11, (tx) => tx.bulkJobs.get(first)))!.createdBy;
    for (let more = 0; more < 9; more++)
      await test.write(11, (tx) => tx.bulkJobs.insert({ action: { do: "suspend" }, about: "", createdBy }));
    const other = await aJob(12);
    const finished: number[] = [];
    const { stop } = start(finished, async () => ({
      waiting: Array.from({ length: 400 }, (_, index) => index),
      keyOf: (item) => item,
      prepare: async () => async () => "done",
      record: async () => undefined,
    }));
    await expect.poll(() => finished, { timeout: 20_000 }).toContain(other);
    await stop();
    expect(finished.indexOf(other)).toBeLessThan(3);
    await test.database.sql`update bulk_jobs set status = 'finished' where tenant_id = 11`;
  });

  it("starvation: runs younger jobs while an older job fails in every round", async () => {
    const [broken, younger] = [await aJob(1), await aJob(2)];
    const finished: number[] = [];
    const { stop } = start(finished, async (_store, jobId) => {
      if (jobId === broken) throw new Error("the job cannot be read");
      return {
        waiting: [1, 2],
        keyOf: (item) => item,
        prepare: async () => async () => "done",
        record: async () => undefined,
      };
    });
    await expect.poll(() => finished, { timeout: 20_000 }).toContain(younger);
    await stop();
    expect(finished).not.toContain(broken);
  });

  it("starvation: a job tries an item again, as often as the service is busy, and refuses only what an operation refuses", async () => {
    const job = await aJob(3);
    const finished: number[] = [];
    const outcomes = new Map<number, unknown>();
    // Three times, because the third unexpected error would end the item.
    let busy = 3;
    const { stop } = start(finished, async (_store, jobId) => ({
      waiting: jobId === job ? [1, 2].filter((item) => !outcomes.has(item)) : [],
      keyOf: (item) => item,
      prepare: async () => (item, attempt) =>
        attempt(async () => {
          if (item === 2) throw requestRefusals.reference_removed();
          if ((busy -= 1) >= 0) throw requestRefusals.unavailable({ retryAfter: 5 });
        }),
      record: async (results) => results.forEach(({ item, outcome }) => void outcomes.set(item, outcome)),
    }));
    await expect.poll(() => finished, { timeout: 40_000 }).toContain(job);
    await stop();
    expect(outcomes.get(1)).toBeNull();
    expect(outcomes.get(2)).toMatchObject({ code: "request.reference_removed" });
  }, 60_000);
});
