import { describe, expect, it } from "vitest";
import { requestRefusals } from "@/server/kernel/refusals";
import { administratorJobs } from "@/server/testing/administrator-jobs";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("jobs of administrators on %s", (kind) => {
  const { aJob, start } = administratorJobs(kind);

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
