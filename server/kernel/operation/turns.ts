import type { Actor } from "./actor";
import { requestRefusals } from "../refusals/requests";
import { createFairQueue, QueueFull } from "../concurrency/fair-queue";

type Queue = ReturnType<typeof createFairQueue>;

/**
 * Limits of the commands of one organization's users. A command locks the row of its user. A second command
 * of the same user would only wait, and hold a database connection that other organizations need.
 */
const LIMITS = { running: 6, ofOne: 1, waiting: 500, patienceMs: 15_000 };

/**
 * Creates the turns of commands: one command of a user runs at a time, and the users of one organization take
 * turns. Commands of other actors start at once. Throws 503 if a command gets no turn.
 */
export function createCommandTurns() {
  const queues = new Map<number, { queue: Queue; jobs: number }>();

  return async <T>(actor: Actor, work: () => Promise<T>): Promise<T> => {
    if (actor.scope !== "tenant" || actor.subject.kind !== "user") return work();
    const { tenantId, subject } = actor;
    const entry = queues.get(tenantId) ?? { queue: createFairQueue(LIMITS), jobs: 0 };
    queues.set(tenantId, entry);
    entry.jobs += 1;
    try {
      return await entry.queue.run(String(subject.userId), work);
    } catch (error) {
      if (error instanceof QueueFull) throw requestRefusals.unavailable({ retryAfter: 5 });
      throw error;
    } finally {
      entry.jobs -= 1;
      if (entry.jobs === 0) queues.delete(tenantId);
    }
  };
}
