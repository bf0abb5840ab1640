import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { createExecute } from "@/server/kernel/operation/execute";
import { startJobs, type JobKind } from "@/server/outbox/administrator-jobs";
import type { Database } from "@/server/store/database";
import { aUser } from "./factories";
import { tenantActor, testOperations, type TestOperations } from "./operations";

/** Registers hooks of a suite: a database, with tenants, jobs and workers for the tests. */
export function administratorJobs(kind: Database["kind"]) {
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
  return { test: () => test, aJob, start };
}
