import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listBulkJobs, startBulkJob } from "@/server/domain/bulk-jobs/bulk-jobs";
import { createUserImport, getUserImport, startUserImport } from "@/server/domain/user-imports/imports";
import { createExecute, type Execute } from "@/server/kernel/operation/execute";
import type { WriteTx } from "@/server/kernel/operation/store";
import { aUser } from "@/server/testing/factories";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createAdministratorActor } from "./administrator-actor";
import { startBulkJobs } from "../domain/bulk-jobs/worker";
import { startUserImports } from "../domain/user-imports/worker";

/** Number of users of a job, and highest number of steps that may follow the loss of a right. */
const [MANY, MOST_AFTER] = [120, 40];

describe.each(databaseKinds)("the work of an administrator outside of requests, on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  let ann = { id: 0 };
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  beforeEach(async () => {
    test.clock.now = new Date();
    await newOrganization();
  });
  async function newOrganization() {
    tenant += 1;
    await test.database.sql`insert into tenants (id, slug) values (${tenant}, ${`tenant${tenant}`})`;
    ann = await aUser(test, tenant, { email: "ann@example.com", name: "Ann" });
    await test.write(tenant, (tx) => tx.administrators.insert({ userId: ann.id, role: "admin" }));
  }

  const asAnn = () => tenantActor(tenant, { as: { userId: ann.id, email: "ann@example.com" } });
  const ofAnn = () => createAdministratorActor(test.stores, test.ports)(tenant, ann.id);
  const change = (values: Parameters<WriteTx["users"]["update"]>[1]) =>
    test.write(tenant, (tx) => tx.users.update(ann.id, values));
  const lock = () => change({ lockedIndefinitely: true, lockCause: null });

  /** Returns the dependencies of the workers. Runs `ending` after 10 steps of the job, and counts the later steps. */
  function watched(ending: () => Promise<unknown>) {
    const run = createExecute(test.stores, test.ports);
    const watchedTenant = tenant;
    let steps = 0;
    let after = 0;
    const execute = (async (actor, operation, input, options) => {
      const isStep =
        actor.channel === "console" && actor.scope === "tenant" && actor.tenantId === watchedTenant;
      if (isStep && (steps += 1) === 10) await ending();
      const output = await run(actor, operation, input, options);
      if (isStep && steps > 10) after += 1;
      return output;
    }) as Execute;
    const deps = {
      database: test.database,
      stores: test.stores,
      execute,
      log: pino({ level: "silent" }),
      administrator: createAdministratorActor(test.stores, test.ports),
      system: (tenantId: number) => ({ ...tenantActor(tenantId), channel: "system" as const }),
    };
    return { deps, after: () => after };
  }

  async function bulkJob() {
    const rows = Array.from({ length: MANY }, (_, at) => ({ email: `p${at}@example.com`, name: `P ${at}` }));
    await test.write(tenant, (tx) => tx.users.insertAll(rows));
    const people = await test.write(tenant, (tx) => tx.users.list({}));
    const userIds = people.filter(({ name }) => name?.startsWith("P ")).map(({ id }) => id);
    const input = { userIds, action: { do: "suspend" as const } };
    const by = asAnn();
    const { jobId } = await test.run(by, startBulkJob, input);
    return async () => (await test.run(by, listBulkJobs, {})).find((job) => job.jobId === jobId)!;
  }

  it("is permitted to an administrator who could use the console", async () => {
    expect(await ofAnn()).toMatchObject({ tenantId: tenant, subject: { userId: ann.id } });
    const soon = new Date(+test.clock.now + 60_000);
    await change({ lockedUntil: soon, lockCause: "guesses" });
    expect(await ofAnn(), "strangers guessed").not.toBeNull();
    await change({ lockedUntil: soon, lockCause: null });
    expect(await ofAnn()).toBeNull();
    test.clock.now = soon;
    expect(await ofAnn(), "the lock is over").not.toBeNull();
    await change({ status: "suspended" });
    expect(await ofAnn()).toBeNull();
  });

  it("attack: the bulk job of a locked administrator runs to its end", async () => {
    const job = await bulkJob();
    const { deps, after } = watched(lock);
    const { stop } = startBulkJobs(deps);
    await expect.poll(async () => (await job()).status, { timeout: 20_000 }).not.toBe("running");
    await stop();
    expect(await job()).toMatchObject({ status: "stopped" });
    expect(after()).toBeLessThanOrEqual(MOST_AFTER);
    expect((await job()).counts.waiting).toBeGreaterThanOrEqual(MANY - 10 - MOST_AFTER);
  });

  it("attack: the import of a locked administrator runs to its end", async () => {
    const lines = Array.from({ length: MANY }, (_, at) => `i${at}@example.com;I ${at}`);
    const file = { fileName: "people.csv", text: ["Email;Name", ...lines].join("\n") };
    const { importId } = await test.run(asAnn(), createUserImport, file);
    await test.run(asAnn(), startUserImport, { importId, columns: ["email", "name"] });
    const { deps, after } = watched(lock);
    const { stop } = startUserImports(deps);
    const status = async () => (await test.run(asAnn(), getUserImport, { importId })).status;
    await expect.poll(status, { timeout: 20_000 }).not.toBe("running");
    await stop();
    expect(await status()).toBe("stopped");
    expect(after()).toBeLessThanOrEqual(MOST_AFTER);
  });

  it("attack: a bulk job continues in a suspended organization", async () => {
    const job = await bulkJob();
    const suspended = tenant;
    const set = (status: string) =>
      test.database.sql`update tenants set status = ${status} where id = ${suspended}`;
    const { deps, after } = watched(() => set("suspended"));
    const { stop } = startBulkJobs(deps);
    const done = async () => (await job()).counts.done;
    await expect.poll(done, { timeout: 20_000 }).toBeGreaterThanOrEqual(10);
    // The worker begins and ends a later job of another organization.
    await newOrganization();
    const later = await bulkJob();
    await expect.poll(async () => (await later()).status, { timeout: 20_000 }).toBe("finished");
    expect(after()).toBeLessThanOrEqual(MOST_AFTER);
    expect((await job()).status).toBe("running");
    await set("active");
    await expect.poll(async () => (await job()).status, { timeout: 20_000 }).toBe("finished");
    await stop();
    expect(await done()).toBe(MANY);
  });
});
