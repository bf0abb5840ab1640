/** Error of a job without a place in the queue. */
export class QueueFull extends Error {
  constructor() {
    super("Too much work is waiting.");
    this.name = "QueueFull";
  }
}

interface Waiting {
  begin: () => void;
  refuse: (error: QueueFull) => void;
  /** Removes the timer and the listener that end the waiting. */
  settled: () => void;
}

export interface FairQueueLimits {
  /** Maximum number of concurrent jobs. */
  running: number;
  /** Maximum number of concurrent jobs of one owner, or of owners with the same `limitedAs`; all by default. */
  ofOne?: number | ((by: string) => number) | undefined;
  /** Returns the name under which the jobs of an owner are counted for `ofOne`; the owner by default. */
  limitedAs?: (by: string) => string;
  /** Maximum number of waiting jobs. */
  waiting: number;
  /** Maximum time of waiting in milliseconds; unlimited by default. */
  patienceMs?: number | undefined;
}

/**
 * Creates a queue that runs at most `running` jobs at once. At most `waiting` others wait. Waiting jobs take
 * turns by their owner `by`, so that many jobs of one owner do not block the few of another. If the queue is
 * full, the owner with the most waiting jobs loses the newest of them.
 */
export function createFairQueue({
  running: mostRunning,
  ofOne = mostRunning,
  limitedAs = (by) => by,
  waiting: mostWaiting,
  patienceMs,
}: FairQueueLimits) {
  /** Waiting jobs by owner, in the order of their turns. */
  const queues = new Map<string, Waiting[]>();
  const runningOf = new Map<string, number>();
  let running = 0;
  let waiting = 0;

  const mayRun = (by: string) =>
    running < mostRunning &&
    (runningOf.get(limitedAs(by)) ?? 0) < (typeof ofOne === "number" ? ofOne : ofOne(by));

  function began(by: string) {
    const name = limitedAs(by);
    running += 1;
    runningOf.set(name, (runningOf.get(name) ?? 0) + 1);
  }

  function ended(by: string) {
    const name = limitedAs(by);
    running -= 1;
    const left = runningOf.get(name)! - 1;
    if (left > 0) runningOf.set(name, left);
    else runningOf.delete(name);
    next();
  }

  function next() {
    for (const [by, queue] of queues) {
      if (!mayRun(by)) continue;
      const chosen = queue.shift()!;
      queues.delete(by);
      // The next turn of this owner comes after all others.
      if (queue.length > 0) queues.set(by, queue);
      waiting -= 1;
      chosen.settled();
      began(by);
      chosen.begin();
      return;
    }
  }

  function leave(by: string, one: Waiting) {
    const queue = queues.get(by)!;
    queue.splice(queue.indexOf(one), 1);
    if (queue.length === 0) queues.delete(by);
    waiting -= 1;
    one.settled();
    one.refuse(new QueueFull());
  }

  /** Frees a place for one more job of `by`. Throws if `by` itself has the most waiting jobs. */
  function makePlace(by: string) {
    let [longest, length] = [by, (queues.get(by)?.length ?? 0) + 1];
    for (const [other, queue] of queues) if (queue.length > length) [longest, length] = [other, queue.length];
    if (longest === by) throw new QueueFull();
    leave(longest, queues.get(longest)!.at(-1)!);
  }

  async function enter(by: string, signal: AbortSignal | undefined) {
    if (signal?.aborted) throw new QueueFull();
    if (mayRun(by)) return began(by);
    if (waiting >= mostWaiting) makePlace(by);
    waiting += 1;
    await new Promise<void>((begin, refuse) => {
      const end = () => leave(by, one);
      const patience = patienceMs === undefined ? undefined : setTimeout(end, patienceMs);
      const settled = () => {
        clearTimeout(patience);
        signal?.removeEventListener("abort", end);
      };
      const one: Waiting = { begin, refuse, settled };
      signal?.addEventListener("abort", end, { once: true });
      const queue = queues.get(by);
      if (queue) queue.push(one);
      else queues.set(by, [one]);
    });
  }

  return {
    /** Runs the job at its turn. Throws QueueFull without a place, or if the signal is aborted before the turn. */
    run: async <T>(by: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      await enter(by, signal);
      try {
        return await work();
      } finally {
        ended(by);
      }
    },
  };
}
