import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bulkJobPeople } from "@/db/tenant/bulk-jobs";
import { sessions } from "@/db/tenant/sessions";
import {
  listBulkRefusals,
  resumeBulkJob,
  startBulkJob,
  stopBulkJob,
  undoBulkJob,
} from "@/server/domain/bulk-jobs/bulk-jobs";
import { createExecute } from "@/server/kernel/operation/execute";
import type { Operation } from "@/server/kernel/operation/operation";
import { aRole, aSession, aUser } from "@/server/testing/factories";
import { refusal } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { bulkJobScene } from "@/server/testing/bulk-jobs";

describe.each(databaseKinds)("bulk actions on users as jobs, on %s", (kind) => {
  const { test, at, as, people, start, get, worker, settled, runToEnd } = bulkJobScene(kind);
  const statuses = async (userIds: number[]) => {
    const all = await test.write(at().tenant, (tx) => tx.users.list({}));
    return userIds.map((id) => all.find((row) => row.id === id)?.status);
  };

  it("run by the operation of the console, list the refused users, and can be undone", async () => {
    const { tenant, ann } = at();
    const [one, two, three] = (await people(3)) as [number, number, number];
    await aSession(test, tenant, one);
    await test.write(tenant, (tx) => tx.users.update(three, { status: "suspended" }));
    const owner = await aUser(test, tenant, { email: "owner@example.com", name: "Olive" });
    await test.write(tenant, (tx) => tx.administrators.insert({ userId: owner.id, role: "owner" }));
    const jobId = await start([one, two, three, owner.id, 999_999], { do: "suspend" });
    expect(await get(jobId)).toMatchObject({
      status: "running",
      about: "",
      createdBy: { userId: ann.id, name: "Ann" },
      counts: { waiting: 3, done: 0 },
    });
    expect(await runToEnd(jobId)).toMatchObject({
      status: "finished",
      counts: { waiting: 0, done: 2, unchanged: 0, refused: 1 },
      undone: false,
    });
    expect(await statuses([one, two, owner.id])).toEqual(["suspended", "suspended", "active"]);
    const live = await test.write(tenant, (tx) => tx.sessions.list({ where: eq(sessions.userId, one) }));
    expect(live[0]!.revokedAt).not.toBeNull();
    expect(await test.run(as(ann.id), listBulkRefusals, { jobId })).toEqual([
      {
        userId: owner.id,
        email: "owner@example.com",
        name: "Olive",
        problem: "Only an owner, or a credential with ManageTenantAdmins, can suspend an administrator.",
      },
    ]);
    const recorded = async () =>
      (await test.events(tenant)).map(({ action, target }) => `${action} ${target}`).sort();
    expect(await recorded()).toEqual(
      [
        `console.bulk_job_started bulk_job:${jobId}`,
        `console.user_suspended user:${one}`,
        `console.user_suspended user:${two}`,
        `system.bulk_job_finished bulk_job:${jobId}`,
      ].sort(),
    );

    const { jobId: back } = await test.run(as(ann.id), undoBulkJob, { jobId });
    expect(await runToEnd(back)).toMatchObject({ action: { do: "reactivate" }, counts: { done: 2 } });
    // A user who was suspended before stays suspended.
    expect(await statuses([one, two, three])).toEqual(["active", "active", "suspended"]);
    expect(await get(jobId)).toMatchObject({ undone: true });
    await expect(test.run(as(ann.id), undoBulkJob, { jobId })).rejects.toMatchObject(refusal(409));
  });

  it("continue after a stop of the server, and recognize their own completed changes", async () => {
    const { tenant } = at();
    const userIds = await people(130);
    const jobId = await start(userIds, { do: "suspend" });
    const { stop } = worker();
    await expect.poll(async () => (await get(jobId)).counts.done, { timeout: 20_000 }).toBeGreaterThan(0);
    await stop();
    const before = await get(jobId);
    expect(before.status).toBe("running");
    expect(before.counts.waiting).toBeGreaterThan(1);
    const waiting = await test.write(tenant, (tx) =>
      tx.bulkJobPeople.list({
        where: and(eq(bulkJobPeople.jobId, jobId), eq(bulkJobPeople.outcome, "waiting"))!,
        orderBy: [bulkJobPeople.userId],
      }),
    );
    const [mine, theirs] = waiting.map(({ userId }) => userId) as [number, number];
    // Sets the state after a crash that followed the suspension of the first user. Another administrator
    // suspended the second user.
    await test.write(tenant, async (tx) => {
      await tx.bulkJobPeople.updateWhere(eq(bulkJobPeople.userId, mine), { begun: true });
      for (const id of [mine, theirs]) await tx.users.update(id, { status: "suspended" });
    });
    expect(await runToEnd(jobId)).toMatchObject({
      status: "finished",
      counts: { waiting: 0, done: 129, unchanged: 1, refused: 0 },
    });
    expect(new Set(await statuses(userIds))).toEqual(new Set(["suspended"]));
  });

  it("give up on a user for whom they fail repeatedly, and continue with the others", async () => {
    const { ann } = at();
    const [one, two] = (await people(2)) as [number, number];
    const jobId = await start([one, two], { do: "suspend" });
    const execute = createExecute(test.stores, test.ports);
    let tries = 0;
    const failing = ((actor, operation, input) => {
      if ((input as { userId?: number }).userId !== one) return execute(actor, operation, input);
      tries += 1;
      throw new Error("the disk is full");
    }) as typeof execute;
    const { stop } = worker(undefined, failing);
    await settled(jobId);
    await stop();
    expect(await get(jobId)).toMatchObject({ status: "finished", counts: { done: 1, refused: 1 } });
    expect(await test.run(as(ann.id), listBulkRefusals, { jobId })).toMatchObject([
      { userId: one, problem: "Something went wrong on our side." },
    ]);
    expect([await statuses([one, two]), tries]).toEqual([["active", "suspended"], 3]);
  });

  it("are refused before any change", async () => {
    const { tenant, ann } = at();
    const [userId] = (await people(1)) as [number];
    const role = await aRole(test, tenant);
    const grant = { userIds: [userId], action: { do: "grant", roleId: role.id } };
    const attempt = (by: Parameters<typeof test.run>[0], input: object) =>
      expect(test.run(by, startBulkJob, input)).rejects;
    await attempt(as(ann.id, ["ManageUsers"]), grant).toMatchObject({
      status: 403,
      message: "This needs the capability ManageRoles.",
    });
    // A credential has no rights outside of its requests.
    await attempt(tenant, grant).toMatchObject(refusal(403));
    await attempt(as(ann.id), { ...grant, action: { do: "grant", roleId: 999_999 } }).toMatchObject(
      refusal(404),
    );
    await attempt(as(ann.id), { ...grant, action: { do: "reactivate" } }).toMatchObject(
      refusal(400, "userIds"),
    );
    await attempt(as(ann.id), { ...grant, userIds: [] }).toMatchObject(refusal(400, "userIds"));
    await attempt(as(ann.id), { ...grant, action: { do: "delete" } }).toMatchObject(refusal(400));
    const jobId = await start([userId], { do: "suspend" });
    await expect(test.run(as(ann.id), undoBulkJob, { jobId })).rejects.toMatchObject(refusal(409));
    const stranger = as(ann.id, undefined, tenant + 1_000);
    for (const operation of [stopBulkJob, undoBulkJob, resumeBulkJob, listBulkRefusals])
      await expect(test.run(stranger, operation as Operation, { jobId })).rejects.toMatchObject(refusal(404));
  });
});
