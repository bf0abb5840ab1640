import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSideJobs } from "./side-jobs";
import { startLoop, type Loop, type LoopOptions } from "./worker-loop";

const IDLE_MS = 1_000;

/** Creates a promise that the test settles. */
function gate() {
  let resolve = () => {};
  let reject = (_error: Error) => {};
  const promise = new Promise<void>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}

describe("the loop of a worker", () => {
  const log = pino({ level: "silent" });
  const failed = vi.spyOn(log, "error");
  let loop: Loop | null = null;
  let starts: number[] = [];
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    failed.mockClear();
    starts = [];
  });
  afterEach(async () => {
    await loop?.stop();
    vi.useRealTimers();
  });

  /** Starts a loop. `starts` contains the time of each round. */
  function start(work: LoopOptions["work"] = async () => false, options: Partial<LoopOptions> = {}) {
    loop = startLoop({
      work: (signal) => {
        starts.push(Date.now());
        return work(signal);
      },
      idleMs: IDLE_MS,
      log,
      failure: "a round failed",
      ...options,
    });
    return loop;
  }
  const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it("runs a round at once and after each idle time", async () => {
    start();
    expect(starts).toEqual([]);
    await after(2_500);
    expect(starts).toEqual([0, 1_000, 2_000]);
  });

  it("waits for the idle time first if configured", async () => {
    start(undefined, { idleFirst: true });
    await after(1_500);
    expect(starts).toEqual([1_000]);
  });

  it("runs the next round at once while more work is waiting", async () => {
    let waiting = 3;
    start(async () => --waiting > 0);
    await after(500);
    expect(starts).toEqual([0, 0, 0]);
  });

  it("ends the idle time when it is woken", async () => {
    const { wake } = start();
    await after(300);
    wake();
    await after(0);
    expect(starts).toEqual([0, 300]);
    await after(IDLE_MS);
    expect(starts).toEqual([0, 300, 1_300]);
  });

  it("runs one more round if it is woken several times during a round", async () => {
    const first = gate();
    const { wake } = start(async () => (starts.length === 1 ? first.promise : undefined));
    await after(300);
    wake();
    wake();
    expect(starts).toEqual([0]);
    first.resolve();
    await after(0);
    expect(starts).toEqual([0, 300]);
  });

  it("never runs two rounds at the same time", async () => {
    let active = 0;
    let most = 0;
    const { wake } = start(async () => {
      most = Math.max(most, ++active);
      await new Promise((resolve) => setTimeout(resolve, 3 * IDLE_MS));
      active -= 1;
    });
    for (let at = 0; at < 20; at++) {
      wake();
      await after(IDLE_MS / 2);
    }
    expect([most, starts]).toEqual([1, [0, 3_000, 6_000, 9_000]]);
    const stopped = loop!.stop();
    await after(3 * IDLE_MS);
    await stopped;
  });

  it("collects work before each further round", async () => {
    const { wake } = start(async () => starts.length < 3, { collectMs: 20 });
    await after(500);
    expect(starts).toEqual([0, 20, 40]);
    wake();
    wake();
    await after(100);
    expect(starts).toEqual([0, 20, 40, 520]);
  });

  it("logs a failed round and doubles the pause up to five seconds", async () => {
    const error = new Error("the database is down");
    start(() => Promise.reject(error), { idleMs: 200 });
    await after(20_000);
    expect(starts).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 12_750, 17_750]);
    expect(failed).toHaveBeenCalledTimes(starts.length);
    expect(failed).toHaveBeenLastCalledWith({ err: error }, "a round failed");
  });

  it("does not shorten the pause after a failed round when it is woken, and begins anew after a success", async () => {
    let broken = true;
    const { wake } = start(() => (broken ? Promise.reject(new Error("down")) : Promise.resolve(false)));
    await after(100);
    wake();
    await after(500);
    expect(starts).toEqual([0, 250]);
    broken = false;
    await after(200);
    expect(starts).toEqual([0, 250, 750]);
    broken = true;
    await after(IDLE_MS + 250);
    expect(starts).toEqual([0, 250, 750, 1_750, 2_000]);
  });

  it("repeats a failed round of a long interval before the interval has passed", async () => {
    start(async () => (starts.length < 3 ? Promise.reject(new Error("down")) : false), { idleMs: 3_600_000 });
    await after(3_600_000);
    expect(starts).toEqual([0, 250, 750]);
  });

  it("stops during the idle time without waiting for it", async () => {
    const { stop } = start();
    await after(0);
    await stop();
    await after(5 * IDLE_MS);
    expect([starts, vi.getTimerCount()]).toEqual([[0], 0]);
  });

  it("stops during the pause after a failed round", async () => {
    const { stop } = start(() => Promise.reject(new Error("down")));
    await after(0);
    await stop();
    expect([starts, vi.getTimerCount()]).toEqual([[0], 0]);
  });

  it("stops during a round after the round has ended, and aborts the signal at once", async () => {
    const round = gate();
    let signal: AbortSignal | undefined;
    const { stop, wake } = start((given) => {
      signal = given;
      return round.promise;
    });
    await after(0);
    let ended = false;
    const stopped = stop().then(() => (ended = true));
    wake();
    await after(5 * IDLE_MS);
    expect([ended, signal?.aborted]).toEqual([false, true]);
    round.resolve();
    await stopped;
    await after(5 * IDLE_MS);
    expect(starts).toEqual([0]);
  });

  it("runs no round if it is stopped before the first one", async () => {
    await start().stop();
    expect(starts).toEqual([]);
  });
});

describe("the side jobs of a worker", () => {
  const log = pino({ level: "silent" });

  it("are listed by key until they have ended, and a failure is logged", async () => {
    const failed = vi.spyOn(log, "error");
    const ended = vi.fn();
    const jobs = createSideJobs<string>(log, "a job failed", ended);
    const [one, two] = [gate(), gate()];
    jobs.add("app 1", one.promise);
    jobs.add("app 1", two.promise, { id: 7 });
    expect([jobs.count(), jobs.keys(), ended.mock.calls.length]).toEqual([2, ["app 1", "app 1"], 0]);
    const error = new Error("no route");
    one.resolve();
    two.reject(error);
    await jobs.settled(1_000);
    expect([jobs.count(), ended.mock.calls.length]).toEqual([0, 2]);
    expect(failed.mock.calls).toEqual([[{ err: error, id: 7 }, "a job failed"]]);
  });

  it("do not delay the end of the process beyond the limit", async () => {
    const jobs = createSideJobs<string>(log, "a job failed");
    jobs.add("hangs", new Promise(() => undefined));
    await jobs.settled(10);
    expect(jobs.count()).toBe(1);
  });
});
