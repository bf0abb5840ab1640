import { describe, expect, it } from "vitest";
import { startBulkJob } from "@/server/domain/bulk-jobs/bulk-jobs";
import { databaseKinds } from "@/server/testing/stores";
import { bulkJobScene } from "@/server/testing/bulk-jobs";

describe.each(databaseKinds)("bulk actions on users as jobs, on %s", (kind) => {
  const { test, at, organization, as, people, start, get, worker, settled } = bulkJobScene(kind);

  it("do not delay the action of another organization while a long one runs", async () => {
    const { tenant } = at();
    const long = await start(await people(400), { do: "suspend" });
    const other = await organization();
    const few = await people(3, other.tenant);
    const actor = as(other.ann.id, undefined, other.tenant);
    const { jobId: short } = await test.run(actor, startBulkJob, {
      userIds: few,
      action: { do: "suspend" },
    });
    const { stop } = worker();
    await expect.poll(async () => (await get(short, actor)).status, { timeout: 20_000 }).toBe("finished");
    await settled(long);
    await stop();
    const ended = async (of: number) =>
      (await test.events(of)).find(({ action }) => action === "system.bulk_job_finished")!.id;
    expect(await ended(other.tenant)).toBeLessThan(await ended(tenant));
  });
});
