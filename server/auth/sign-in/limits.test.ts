import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inUniformTime } from "./limits";

describe("an answer in uniform time", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  it.each([
    [5, 120],
    [119, 120],
    [121, 240],
    [500, 600],
  ])("comes after a multiple of 120 ms: work of %i ms takes %i ms", async (workMs, answerMs) => {
    for (const work of [
      () => after(workMs),
      () => after(workMs).then(() => Promise.reject(new Error("no"))),
    ]) {
      let isAnswered = false;
      const answered = () => (isAnswered = true);
      inUniformTime(work(), after).then(answered, answered);
      await vi.advanceTimersByTimeAsync(answerMs - 1);
      expect(isAnswered).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(isAnswered).toBe(true);
    }
  });
});
