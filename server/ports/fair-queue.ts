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
}

/**
 * Runs at most `running` works at once; of the others at most `waiting` wait. Those who wait take turns by `by`, so that many
 * works of one do not hold up the few of another. When no more may wait, whoever has most of them waiting loses the newest.
 */
export function createFairQueue({
  running: mostRunning,
  waiting: mostWaiting,
}: {
  running: number;
  waiting: number;
}) {
  /** In the order of their turns. */
  const queues = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function next() {
    running -= 1;
    const [turn] = queues;
    if (!turn) return;
    const [by, queue] = turn;
    const chosen = queue.shift()!;
    queues.delete(by);
    // The next turn is behind all others.
    if (queue.length > 0) queues.set(by, queue);
    waiting -= 1;
    running += 1;
    chosen.begin();
  }

  /** Makes place for one more of `by`; throws where it has most itself. */
  function makePlace(by: string) {
    let [longest, length] = [by, (queues.get(by)?.length ?? 0) + 1];
    for (const [other, queue] of queues) if (queue.length > length) [longest, length] = [other, queue.length];
    if (longest === by) throw new QueueFull();
    queues.get(longest)!.pop()!.refuse(new QueueFull());
    waiting -= 1;
  }

  async function enter(by: string) {
    if (running < mostRunning) {
      running += 1;
      return;
    }
    if (waiting >= mostWaiting) makePlace(by);
    waiting += 1;
    await new Promise<void>((begin, refuse) => {
      const queue = queues.get(by);
      if (queue) queue.push({ begin, refuse });
      else queues.set(by, [{ begin, refuse }]);
    });
  }

  return {
    /** Does it when it is its turn; throws QueueFull where there is no place. */
    run: async <T>(by: string, work: () => Promise<T>): Promise<T> => {
      await enter(by);
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}
