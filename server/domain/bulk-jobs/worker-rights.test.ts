import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bulkJobPeople } from "@/db/tenant/bulk-jobs";
import {
  listBulkJobs,
  resumeBulkJob,
  startBulkJob,
  stopBulkJob,
  undoBulkJob,
} from "@/server/domain/bulk-jobs/bulk-jobs";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import { suspendUser } from "@/server/domain/users/users";
import { aRole, aTag, aUser } from "@/server/testing/factories";
import { refusal } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { bulkJobScene } from "@/server/testing/bulk-jobs";

describe.each(databaseKinds)("bulk actions on users as jobs, on %s", (kind) => {
  const { test, at, as, people, start, get, worker, settled, runToEnd } = bulkJobScene(kind);

  it("attack: an ordinary administrator uses up the only undo of an owner's action", async () => {
    const { tenant, ann } = at();
    const [colleague] = (await people(1)) as [number];
    const owner = await aUser(test, tenant, { email: "owner@example.com", name: "Olive" });
    await test.write(tenant, async (tx) => {
      await tx.administrators.insert({ userId: owner.id, role: "owner" });
      await tx.administrators.insert({ userId: colleague, role: "admin" });
    });
    const asOwner = as(owner.id, administratorCapabilities.owner);
    const action = { do: "suspend" as const };
    const { jobId } = await test.run(asOwner, startBulkJob, { userIds: [colleague], action });
    await test.run(asOwner, suspendUser, { userId: colleague });
    await test.write(tenant, async (tx) => {
      await tx.bulkJobPeople.updateWhere(eq(bulkJobPeople.jobId, jobId), { outcome: "done" });
      await tx.bulkJobs.update(jobId, { status: "finished", finishedAt: test.clock.now });
    });
    await expect(test.run(as(ann.id), undoBulkJob, { jobId })).rejects.toMatchObject(refusal(403));
    await test.run(asOwner, undoBulkJob, { jobId });
  });

  it("are stopped, continue with the rights of the administrator who resumes them, and end when these are lost", async () => {
    const { tenant, ann } = at();
    const [bob, userIds] = [await aUser(test, tenant, { name: "Bob" }), await people(2)];
    const tag = await aTag(test, tenant, { name: "Guest" });
    const jobId = await start(userIds, { do: "tag", tagId: tag.id });
    await test.run(as(ann.id), stopBulkJob, { jobId });
    expect(await get(jobId)).toMatchObject({
      about: "Guest",
      status: "stopped",
      stopReason: "Stopped by an administrator.",
      counts: { waiting: 2 },
    });
    await test.run(as(ann.id), resumeBulkJob, { jobId });
    await expect(test.run(as(ann.id), resumeBulkJob, { jobId })).rejects.toMatchObject(refusal(409));
    const onlyBob = worker((userId) => userId === bob.id);
    await settled(jobId);
    expect(await get(jobId)).toMatchObject({
      status: "stopped",
      stopReason: expect.stringContaining("no longer") as string,
      counts: { waiting: 2 },
    });
    await test.run(as(bob.id), resumeBulkJob, { jobId });
    await settled(jobId);
    await onlyBob.stop();
    expect(await get(jobId)).toMatchObject({ status: "finished", counts: { done: 2 } });
    const tagged = (await test.events(tenant)).filter(({ action }) => action === "console.user_tagged");
    expect(tagged.map(({ userId }) => userId)).toEqual([bob.id, bob.id]);
  });

  it("can be undone after a stop, and do not continue then", async () => {
    const { tenant, ann } = at();
    const userIds = await people(2);
    const role = await aRole(test, tenant, { name: "Clerk" });
    const jobId = await start(userIds, { do: "grant", roleId: role.id });
    await test.run(as(ann.id), stopBulkJob, { jobId });
    await test.write(tenant, async (tx) => {
      await tx.roleGrants.insert({ userId: userIds[0]!, roleId: role.id });
      await tx.bulkJobPeople.updateWhere(eq(bulkJobPeople.userId, userIds[0]!), { outcome: "done" });
    });
    const { jobId: back } = await test.run(as(ann.id), undoBulkJob, { jobId });
    expect(await runToEnd(back)).toMatchObject({ action: { do: "revoke" }, counts: { done: 1 } });
    expect(await test.write(tenant, (tx) => tx.roleGrants.list())).toEqual([]);
    await expect(test.run(as(ann.id), resumeBulkJob, { jobId })).rejects.toMatchObject(refusal(409));
    // Undoing this job is refused, because it revoked a role.
    await expect(test.run(as(ann.id), undoBulkJob, { jobId: back })).rejects.toMatchObject(refusal(409));
  });

  it("are listed while they run, then for a day to their creator and for a while to others", async () => {
    const { tenant, ann } = at();
    const bob = await aUser(test, tenant, { name: "Bob" });
    const jobId = await start(await people(1), { do: "suspend" });
    const listed = async (userId: number) =>
      (await test.run(as(userId), listBulkJobs, {})).map((job) => job.jobId);
    expect(await listed(bob.id)).toEqual([jobId]);
    await runToEnd(jobId);
    expect(await listed(bob.id)).toEqual([jobId]);
    test.clock.now = new Date(Date.now() + 3_600_000);
    expect([await listed(bob.id), await listed(ann.id)]).toEqual([[], [jobId]]);
    test.clock.now = new Date(Date.now() + 25 * 3_600_000);
    expect(await listed(ann.id)).toEqual([]);
  });

  it("are deleted after a month, unless they run", async () => {
    const { tenant, ann } = at();
    const userIds = await people(2);
    const stopped = await start(userIds, { do: "suspend" });
    await test.run(as(ann.id), stopBulkJob, { jobId: stopped });
    const running = await start(userIds, { do: "suspend" });
    await test.database
      .sql`update bulk_jobs set created_at = now() - interval '31 days' where tenant_id = ${tenant}`;
    expect(await runToEnd(running)).toMatchObject({ counts: { done: 2 } });
    expect(await get(stopped)).toBeUndefined();
  });

  it("are deleted with their users", async () => {
    const { tenant } = at();
    const userIds = await people(2);
    const jobId = await start(userIds, { do: "suspend" });
    await test.write(tenant, (tx) => tx.users.remove(userIds[0]!));
    expect(await runToEnd(jobId)).toMatchObject({ counts: { waiting: 0, done: 1 } });
  });
});
