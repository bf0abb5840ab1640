import { pino } from "pino";
import { beforeEach, expect } from "vitest";
import { listBulkJobs, startBulkJob } from "@/server/domain/bulk-jobs/bulk-jobs";
import type { BulkAction } from "@/server/domain/users/bulk.schema";
import { administratorCapabilities, type Capability } from "@/server/kernel/capabilities";
import { createExecute } from "@/server/kernel/operation/execute";
import { startBulkJobs } from "@/server/domain/bulk-jobs/worker";
import type { Database } from "@/server/store/database";
import { aUser } from "./factories";
import { tenantActor } from "./operations";
import { operationsOn } from "./operations-on";

interface Scene {
  /** Tenant of the test that runs. */
  tenant: number;
  /** Its administrator. */
  ann: { id: number };
}

/**
 * Creates tenants, users, jobs and workers for the tests of bulk jobs in one `describe`. Each test has a new tenant and
 * the present time.
 */
export function bulkJobScene(kind: Database["kind"]) {
  const { test, another } = operationsOn(kind);
  let scene: Scene;
  /** Returns the scene of the test that runs. */
  const at = () => scene;
  const organization = async (): Promise<Scene> => {
    const tenant = another();
    await test.database.sql`insert into tenants (id, slug) values (${tenant}, ${`tenant${tenant}`})`;
    const ann = await aUser(test, tenant, { email: "ann@example.com", name: "Ann" });
    await test.write(tenant, (tx) => tx.administrators.insert({ userId: ann.id, role: "admin" }));
    return { tenant, ann };
  };
  beforeEach(async () => {
    test.clock.now = new Date();
    scene = await organization();
  });
  const as = (
    userId: number,
    capabilities: Iterable<Capability> = administratorCapabilities.admin,
    of = at().tenant,
  ) =>
    tenantActor(of, { as: { userId, email: `user${userId}@example.com` }, capabilities: [...capabilities] });
  const get = async (jobId: number, actor = as(at().ann.id)) =>
    (await test.run(actor, listBulkJobs, {})).find((job) => job.jobId === jobId)!;
  /** Starts a worker. `mayAct` returns false for an administrator without rights. */
  const worker = (mayAct = (_userId: number) => true, execute = createExecute(test.stores, test.ports)) =>
    startBulkJobs({
      database: test.database,
      stores: test.stores,
      execute,
      log: pino({ level: "silent" }),
      administrator: async (tenantId, userId) => (mayAct(userId) ? as(userId, undefined, tenantId) : null),
      system: (tenantId) => ({ ...tenantActor(tenantId), channel: "system" }),
    });
  const settled = (jobId: number) =>
    expect.poll(async () => (await get(jobId)).status, { timeout: 20_000 }).not.toBe("running");
  return {
    test,
    at,
    /** Returns the user with this id as an actor. */
    as,
    get,
    worker,
    settled,
    /** Creates a tenant with the administrator Ann. */
    organization,
    /** Creates users, and returns their ids. */
    people: async (count: number, of = at().tenant) => {
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
      (await test.run(as(at().ann.id), startBulkJob, { userIds, action })).jobId,
    /** Runs a worker until the job has ended, and returns the job. */
    runToEnd: async (jobId: number) => {
      const { stop } = worker();
      await settled(jobId);
      await stop();
      return get(jobId);
    },
  };
}
