/** Thrown to whom there is no place for in the queue. */
export class QueueFull extends Error {
  constructor() {
    super("Too much work is waiting.");
    this.name = "QueueFull";
  }
}

interface Waiting {
  begin: () => void;
  refuse: (error: QueueFull) => void;
  /** Ends the waiting, unless the work is begun before. */
  patience: NodeJS.Timeout | undefined;
}

export interface FairQueueLimits {
  /** How many works are done at once. */
  running: number;
  /** How many of them may be of one; without it, all. */
  ofOne?: number | undefined;
  /** How many wait at most. */
  waiting: number;
  /** How long one waits at most; without it, without end. */
  patienceMs?: number | undefined;
}

/**
 * Runs at most `running` works at once; of the others at most `waiting` wait. Those who wait take turns by `by`, so that many
 * works of one do not hold up the few of another. When no more may wait, whoever has most of them waiting loses the newest.
 */
export function createFairQueue({
  running: mostRunning,
  ofOne = mostRunning,
  waiting: mostWaiting,
  patienceMs,
}: FairQueueLimits) {
  /** In the order of their turns. */
  const queues = new Map<string, Waiting[]>();
  const runningOf = new Map<string, number>();
  let running = 0;
  let waiting = 0;

  const mayRun = (by: string) => running < mostRunning && (runningOf.get(by) ?? 0) < ofOne;

  function began(by: string) {
    running += 1;
    runningOf.set(by, (runningOf.get(by) ?? 0) + 1);
  }

  function ended(by: string) {
    running -= 1;
    const left = runningOf.get(by)! - 1;
    if (left > 0) runningOf.set(by, left);
    else runningOf.delete(by);
    next();
  }

  function next() {
    for (const [by, queue] of queues) {
      if (!mayRun(by)) continue;
      const chosen = queue.shift()!;
      queues.delete(by);
      // The next turn is behind all others.
      if (queue.length > 0) queues.set(by, queue);
      waiting -= 1;
      clearTimeout(chosen.patience);
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
    clearTimeout(one.patience);
    one.refuse(new QueueFull());
  }

  /** Makes place for one more of `by`; throws where it has most itself. */
  function makePlace(by: string) {
    let [longest, length] = [by, (queues.get(by)?.length ?? 0) + 1];
    for (const [other, queue] of queues) if (queue.length > length) [longest, length] = [other, queue.length];
    if (longest === by) throw new QueueFull();
    leave(longest, queues.get(longest)!.at(-1)!);
  }

  async function enter(by: string) {
    if (mayRun(by)) return began(by);
    if (waiting >= mostWaiting) makePlace(by);
    waiting += 1;
    await new Promise<void>((begin, refuse) => {
      const one: Waiting = { begin, refuse, patience: undefined };
      if (patienceMs !== undefined) one.patience = setTimeout(() => leave(by, one), patienceMs);
      const queue = queues.get(by);
      if (queue) queue.push(one);
      else queues.set(by, [one]);
    });
  }

  return {
    /** Does it when it is its turn; throws QueueFull where there is no place. */
    run: async <T>(by: string, work: () => Promise<T>): Promise<T> => {
      await enter(by);
      try {
        return await work();
      } finally {
        ended(by);
      }
    },
  };
}
