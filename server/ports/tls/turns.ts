/**
 * Runs steps one after another, in turns by their owner. Steps of one owner run in their order. Between two steps the thread reads
 * its messages, so that an owner who comes later waits for one step of each other owner only.
 */
export function createTurns() {
  /** Waiting steps by owner, in the order of their turns. */
  const queues = new Map<string, (() => void)[]>();
  let planned = false;

  function plan() {
    if (planned || queues.size === 0) return;
    planned = true;
    setImmediate(run);
  }

  function run() {
    planned = false;
    const [turn] = queues;
    if (!turn) return;
    const [by, queue] = turn;
    const step = queue.shift();
    queues.delete(by);
    // The next turn of this owner comes after all others.
    if (queue.length > 0) queues.set(by, queue);
    plan();
    step?.();
  }

  return (by: string, step: () => void) => {
    const queue = queues.get(by);
    if (queue) queue.push(step);
    else queues.set(by, [step]);
    plan();
  };
}
