import { describe, expect, it } from "vitest";
import { administratorJobs } from "@/server/testing/administrator-jobs";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("jobs of administrators on %s", (kind) => {
  const { test, aJob, start } = administratorJobs(kind);

  it("starvation: many jobs of one organization leave turns for the job of another", async () => {
    const first = await aJob(11);
    const createdBy = (await test().write(11, (tx) => tx.bulkJobs.get(first)))!.createdBy;
    for (let more = 0; more < 9; more++)
      await test().write(11, (tx) => tx.bulkJobs.insert({ action: { do: "suspend" }, about: "", createdBy }));
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
    await test().database.sql`update bulk_jobs set status = 'finished' where tenant_id = 11`;
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
});
