import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { remembered } from "./remembered";

describe("a remembered value", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("is read once for concurrent first callers", async () => {
    const read = vi.fn(() => Promise.resolve("one"));
    const value = remembered(read, 1_000);
    expect(await Promise.all([value(), value()])).toEqual(["one", "one"]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("is returned at once during the next read, and is never older than its limit", async () => {
    let reads = 0;
    const value = remembered(() => Promise.resolve((reads += 1)), 1_000);
    expect(await value()).toBe(1);
    vi.setSystemTime(Date.now() + 600);
    expect(await value()).toBe(1);
    await vi.waitFor(async () => expect(await value()).toBe(2), { timeout: 15_000 });
    vi.setSystemTime(Date.now() + 1_001);
    expect(await value()).toBe(3);
  });

  it("is read again after a failed read, and stays until its limit", async () => {
    const read = vi.fn(() => Promise.resolve("old"));
    const value = remembered(read, 1_000);
    await value();
    read.mockRejectedValue(new Error("gone"));
    vi.setSystemTime(Date.now() + 600);
    expect(await value()).toBe("old");
    vi.setSystemTime(Date.now() + 500);
    await expect(value()).rejects.toThrow("gone");
    read.mockResolvedValue("new");
    expect(await value()).toBe("new");
  });
});
