/** Error of a job that the queue refused, because the queue was full or the job waited for too long. */
export class QueueFull extends Error {
  constructor() {
    super("Too much work is waiting.");
    this.name = "QueueFull";
  }
}

interface Waiting {
  begin: () => void;
  refuse: (error: QueueFull) => void;
  /** Removes the timer and the abort listener of the waiting job. */
  settled: () => void;
}

export interface FairQueueLimits {
  /** Maximum number of concurrent jobs. */
  running: number;
  /** Maximum number of concurrent jobs of one owner, or of all owners with the same `limitedAs`. Default: `running`. */
  ofOne?: number | ((by: string) => number) | undefined;
  /** Returns the name under which `ofOne` counts the jobs of an owner. Default: the owner. */
  limitedAs?: (by: string) => string;
  /** Maximum number of waiting jobs. */
  waiting: number;
  /** Maximum waiting time of a job in milliseconds. Default: unlimited. */
  patienceMs?: number | undefined;
}

/**
 * Creates a queue that runs at most `running` jobs at once. At most `waiting` further jobs wait. The queue serves the owners
 * (`by`) in rotation, one job at a time. Many jobs of one owner therefore do not block the jobs of another owner. If the queue
 * is full, the newest job of the owner with the most waiting jobs is refused.
 */
export function createFairQueue({
  running: mostRunning,
  ofOne = mostRunning,
  limitedAs = (by) => by,
  waiting: mostWaiting,
  patienceMs,
}: FairQueueLimits) {
  /** Waiting jobs by owner. The first owner is served next. */
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
      // Moves the owner to the end of the rotation.
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

  /**
   * Removes a waiting job of another owner to make room for a job of `by`. Throws QueueFull if `by` itself has the most waiting
   * jobs.
   */
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
    /**
     * Runs the job as soon as the limits allow. Throws QueueFull if the queue is full, the waiting time ends, or the signal is
     * aborted before the job starts.
     */
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
