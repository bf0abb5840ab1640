import { afterEach, describe, expect, it, vi } from "vitest";
import { turnsOfLoop } from "@/server/testing/work";
import { createFairQueue, QueueFull } from "./fair-queue";

/** A job that ends when the test ends it. */
function heldJob() {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("a queue that takes turns", () => {
  afterEach(() => void vi.useRealTimers());

  it("runs at most the given number at once, and all in the end", async () => {
    const queue = createFairQueue({ running: 3, waiting: 100 });
    let [now, most, done] = [0, 0, 0];
    await Promise.all(
      times(50).map((index) =>
        queue.run(`${index % 4}`, async () => {
          most = Math.max(most, (now += 1));
          await turnsOfLoop(1);
          now -= 1;
          done += 1;
        }),
      ),
    );
    expect({ most, done, now }).toEqual({ most: 3, done: 50, now: 0 });
  });

  it("does not make one owner wait behind the hundred jobs of another", async () => {
    const queue = createFairQueue({ running: 1, waiting: 1_000 });
    const order: string[] = [];
    const flood = times(100).map(() => queue.run("flood", async () => void order.push("flood")));
    const one = queue.run("one", async () => void order.push("one"));
    await Promise.all([...flood, one]);
    expect(order.indexOf("one")).toBeLessThan(4);
  });

  it("refuses jobs of the owner who fills it, and keeps places for others", async () => {
    const queue = createFairQueue({ running: 1, waiting: 10 });
    const flood = times(100).map(() => queue.run("flood", () => turnsOfLoop(1)));
    const others = times(5).map((index) => queue.run(`other ${index}`, () => turnsOfLoop(1)));
    const settled = await Promise.allSettled(flood);
    expect((await Promise.allSettled(others)).map(({ status }) => status)).toEqual(
      times(5).map(() => "fulfilled"),
    );
    const refused = settled.filter((each) => each.status === "rejected");
    expect(refused.length).toBe(100 - 1 - 10 + 5);
    expect(refused.every(({ reason }) => reason instanceof QueueFull)).toBe(true);
  });

  it("starvation: runs no job of a client that left before its turn, and frees its place", async () => {
    const queue = createFairQueue({ running: 1, waiting: 10 });
    const ran: string[] = [];
    const held = heldJob();
    const first = queue.run("first", held.work);
    const client = new AbortController();
    const left = times(10).map((index) =>
      queue.run(`left ${index}`, async () => void ran.push("left"), client.signal),
    );
    const settled = Promise.allSettled(left);
    client.abort();
    const others = times(10).map((index) =>
      queue.run(`other ${index}`, async () => void ran.push("other"), new AbortController().signal),
    );
    for (const each of await settled)
      expect(each).toMatchObject({ status: "rejected", reason: expect.any(QueueFull) as QueueFull });
    held.end();
    await Promise.all([first, ...others]);
    await expect(queue.run("late", () => Promise.resolve(), client.signal)).rejects.toThrow(QueueFull);
    expect(ran).toEqual(times(10).map(() => "other"));
  });

  it("continues after jobs that fail", async () => {
    const queue = createFairQueue({ running: 1, waiting: 10 });
    await expect(queue.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await queue.run("a", () => Promise.resolve(1))).toBe(1);
  });

  it("leaves a place for others beside an owner with many jobs", async () => {
    const queue = createFairQueue({ running: 3, ofOne: 2, waiting: 100 });
    const held = heldJob();
    let [now, most, done] = [0, 0, 0];
    const flood = times(20).map(() =>
      queue.run("flood", async () => {
        most = Math.max(most, (now += 1));
        await held.work();
        now -= 1;
        done += 1;
      }),
    );
    await queue.run("one", () => Promise.resolve());
    expect(done).toBe(0);
    held.end();
    await Promise.all(flood);
    expect(most).toBe(2);
  });

  it("refuses a job that waited too long, and gives its place to others", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const queue = createFairQueue({ running: 1, waiting: 1, patienceMs: 20 });
    const held = heldJob();
    const long = queue.run("a", held.work);
    const refused = async (by: string) => {
      const outcome = queue.run(by, () => Promise.resolve()).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(20);
      return outcome;
    };
    expect(await refused("a")).toBeInstanceOf(QueueFull);
    expect(await refused("b")).toBeInstanceOf(QueueFull);
    held.end();
    await long;
    await expect(queue.run("b", () => Promise.resolve(1))).resolves.toBe(1);
  });
});
