import type { Actor } from "./actor";
import { requestRefusals } from "../refusals/requests";
import { createFairQueue, QueueFull } from "../concurrency/fair-queue";

type Queue = ReturnType<typeof createFairQueue>;

/**
 * Limits of the commands of one organization. A command locks the row of its user. A second command of the same user would only wait,
 * and would hold a database connection that other organizations need. Commands of one client can also wait for each other, for example
 * for the role whose members they change.
 */
const LIMITS = {
  running: 6,
  // All clients together get at most four places, so that users always have a place.
  ofOne: (by: string) => (by.startsWith("user:") ? 1 : 4),
  limitedAs: (by: string) => (by.startsWith("user:") ? by : "clients"),
  waiting: 500,
  patienceMs: 15_000,
};

/** Returns the name under which an actor's commands take turns; null for the platform and for work of the server itself. */
function turnOf(actor: Actor): string | null {
  if (actor.scope !== "tenant") return null;
  const { subject } = actor;
  if (subject.kind === "user") return `user:${subject.userId}`;
  if (subject.kind === "scim_client") return `token:${subject.tokenId}`;
  return subject.kind === "credential" ? `client:${subject.clientId}` : null;
}

/**
 * Creates the turns of commands: one command of a user and four of all clients run at a time, and the users and clients of one
 * organization take turns. Commands of the platform and of the server itself run at once. Throws 503 if a command gets no turn. In a
 * `serial` database, one command of an organization runs at a time: others would wait in the queue of the only connection, before the
 * commands of other organizations.
 */
export function createCommandTurns(serial = false) {
  const limits = serial ? { ...LIMITS, running: 1 } : LIMITS;
  const queues = new Map<number, { queue: Queue; jobs: number }>();

  return async <T>(actor: Actor, work: () => Promise<T>): Promise<T> => {
    const by = turnOf(actor);
    if (actor.scope !== "tenant" || by === null) return work();
    const { tenantId } = actor;
    const entry = queues.get(tenantId) ?? { queue: createFairQueue(limits), jobs: 0 };
    queues.set(tenantId, entry);
    entry.jobs += 1;
    try {
      return await entry.queue.run(by, work);
    } catch (error) {
      if (error instanceof QueueFull) throw requestRefusals.unavailable({ retryAfter: 5 });
      throw error;
    } finally {
      entry.jobs -= 1;
      if (entry.jobs === 0) queues.delete(tenantId);
    }
  };
}
