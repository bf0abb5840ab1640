import { describe, expect, it } from "vitest";
import { inUniformTime } from "./limits";

describe("an answer in uniform time", () => {
  it.each([
    [5, 120],
    [119, 120],
    [121, 240],
    [500, 600],
  ])("comes after a multiple of 120 ms: work of %i ms takes %i ms", async (workMs, answerMs) => {
    for (const result of ["yes", new Error("no")]) {
      let now = 1_000;
      const pause = (ms: number) => Promise.resolve().then(() => void (now += ms));
      const work = pause(workMs).then(() => (result instanceof Error ? Promise.reject(result) : result));
      expect(await inUniformTime(work, pause, () => now).catch((error: unknown) => error)).toBe(result);
      expect(now - 1_000).toBe(answerMs);
    }
  });
});
