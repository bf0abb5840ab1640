/** Duration in milliseconds from which a step counts as costly. A usual handshake takes two. */
const COSTLY_MS = 20;
/** After a costly step, its owner rests for this multiple of the step's duration, at most MOST_REST_MS. */
const REST = 3;
const MOST_REST_MS = 2_000;

/**
 * Runs steps one after another, in turns by their owner. Steps of one owner run in their order. Between two
 * steps the thread reads its messages, so a new owner waits for at most one step of each other owner. An
 * owner rests after each costly step. Otherwise, each step of another owner's exchange would wait for a costly
 * step.
 */
export function createTurns() {
  /** Waiting steps by owner, in the order of their turns. */
  const queues = new Map<string, (() => void)[]>();
  /** The ends of rests, by owner. */
  const resting = new Map<string, number>();
  let planned = false;
  let alarm: NodeJS.Timeout | undefined;

  function plan() {
    if (planned) return;
    planned = true;
    setImmediate(run);
  }

  /** Returns the next owner with a waiting step, or null if all of them rest. */
  function nextOwner(now: number): string | null {
    for (const [by, end] of resting) if (end <= now) resting.delete(by);
    for (const by of queues.keys()) if (!resting.has(by)) return by;
    return null;
  }

  function run() {
    planned = false;
    clearTimeout(alarm);
    if (queues.size === 0) return;
    const now = performance.now();
    const by = nextOwner(now);
    if (by === null) {
      alarm = setTimeout(plan, Math.min(...resting.values()) - now);
      return;
    }
    const queue = queues.get(by) ?? [];
    const step = queue.shift();
    queues.delete(by);
    // The next turn of this owner comes after all others.
    if (queue.length > 0) queues.set(by, queue);
    plan();
    step?.();
    const tookMs = performance.now() - now;
    if (tookMs > COSTLY_MS) resting.set(by, performance.now() + Math.min(tookMs * REST, MOST_REST_MS));
  }

  return (by: string, step: () => void) => {
    const queue = queues.get(by);
    if (queue) queue.push(step);
    else queues.set(by, [step]);
    plan();
  };
}
