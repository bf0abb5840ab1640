import { pino } from "pino";
import { expect } from "vitest";
import { listBulkJobs, startBulkJob } from "@/server/domain/bulk-jobs/bulk-jobs";
import type { BulkAction } from "@/server/domain/users/bulk.schema";
import { administratorCapabilities, type Capability } from "@/server/kernel/capabilities";
import { createExecute } from "@/server/kernel/operation/execute";
import { startBulkJobs } from "@/server/outbox/bulk-jobs";
import { aUser } from "./factories";
import { tenantActor, type TestOperations } from "./operations";

interface Scene {
  test: TestOperations;
  /** Tenant of the test that runs. */
  tenant: number;
  /** Its administrator. */
  ann: { id: number };
}

/** Creates tenants, users, jobs and workers for tests of bulk jobs. `at` returns the scene of the test that runs. */
export function bulkJobScene(at: () => Scene) {
  let made = 0;
  const as = (
    userId: number,
    capabilities: Iterable<Capability> = administratorCapabilities.admin,
    of = at().tenant,
  ) =>
    tenantActor(of, { as: { userId, email: `user${userId}@example.com` }, capabilities: [...capabilities] });
  const get = async (jobId: number, actor = as(at().ann.id)) =>
    (await at().test.run(actor, listBulkJobs, {})).find((job) => job.jobId === jobId)!;
  /** Starts a worker. `mayAct` returns false for an administrator without rights. */
  const worker = (
    mayAct = (_userId: number) => true,
    execute = createExecute(at().test.stores, at().test.ports),
  ) =>
    startBulkJobs({
      database: at().test.database,
      stores: at().test.stores,
      execute,
      log: pino({ level: "silent" }),
      administrator: async (tenantId, userId) => (mayAct(userId) ? as(userId, undefined, tenantId) : null),
      system: (tenantId) => ({ ...tenantActor(tenantId), channel: "system" }),
    });
  const settled = (jobId: number) =>
    expect.poll(async () => (await get(jobId)).status, { timeout: 20_000 }).not.toBe("running");
  return {
    /** Returns the user with this id as an actor. */
    as,
    get,
    worker,
    settled,
    /** Creates a tenant with the administrator Ann. */
    organization: async () => {
      const { test } = at();
      const id = ++made;
      await test.database.sql`insert into tenants (id, slug) values (${id}, ${`tenant${id}`})`;
      const admin = await aUser(test, id, { email: "ann@example.com", name: "Ann" });
      await test.write(id, (tx) => tx.administrators.insert({ userId: admin.id, role: "admin" }));
      return { tenant: id, ann: admin };
    },
    /** Creates users, and returns their ids. */
    people: async (count: number, of = at().tenant) => {
      const { test } = at();
      const rows = Array.from({ length: count }, (_, index) => ({
        email: `p${index}@example.com`,
        name: `P ${index}`,
      }));
      await test.write(of, (tx) => tx.users.insertAll(rows));
      const all = await test.write(of, (tx) => tx.users.list({}));
      return all.filter(({ name }) => name?.startsWith("P ")).map(({ id }) => id);
    },
    /** Starts a job as Ann, and returns its id. */
    start: async (userIds: number[], action: BulkAction) =>
      (await at().test.run(as(at().ann.id), startBulkJob, { userIds, action })).jobId,
    /** Runs a worker until the job has ended, and returns the job. */
    runToEnd: async (jobId: number) => {
      const { stop } = worker();
      await settled(jobId);
      await stop();
      return get(jobId);
    },
  };
}
