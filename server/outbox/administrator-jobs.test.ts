import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createExecute } from "@/server/kernel/operation/execute";
import { aUser } from "@/server/testing/factories";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { startJobs } from "./administrator-jobs";

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

  it("starvation: runs younger jobs while an older job fails in every round", async () => {
    const [broken, younger] = [await aJob(1), await aJob(2)];
    const finished: number[] = [];
    const { stop } = startJobs<number, string>(
      {
        table: "bulk_jobs",
        retentionDays: 30,
        open: async (_store, jobId) => {
          if (jobId === broken) throw new Error("the job cannot be read");
          return {
            waiting: [1, 2],
            keyOf: (item) => item,
            prepare: async () => async () => "done",
            record: async () => undefined,
          };
        },
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
    await expect.poll(() => finished, { timeout: 20_000 }).toContain(younger);
    await stop();
    expect(finished).not.toContain(broken);
  });
});
