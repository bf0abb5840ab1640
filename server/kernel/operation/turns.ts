import type { Actor } from "./actor";
import { requestRefusals } from "../refusals";
import { createFairQueue, QueueFull } from "../concurrency/fair-queue";

type Queue = ReturnType<typeof createFairQueue>;

/**
 * Limits of the concurrent commands of one organization. A command locks the row of its user. A second command of the same user
 * would only wait for this lock, and would occupy a database connection that other organizations need. Commands of one client
 * can block each other, too: for example, when they change the members of the same role.
 */
const LIMITS = {
  running: 6,
  // All clients together run at most four commands. Two of the six places therefore remain for users.
  ofOne: (by: string) => (by.startsWith("user:") ? 1 : 4),
  limitedAs: (by: string) => (by.startsWith("user:") ? by : "clients"),
  waiting: 500,
  patienceMs: 15_000,
};

/** Returns the owner of an actor's commands in the fair queue. Null for the platform and for background work of the server. */
function turnOf(actor: Actor): string | null {
  if (actor.scope !== "tenant") return null;
  const { subject } = actor;
  if (subject.kind === "user") return `user:${subject.userId}`;
  if (subject.kind === "scim_client") return `token:${subject.tokenId}`;
  return subject.kind === "credential" ? `client:${subject.clientId}` : null;
}

/**
 * Creates the command queue of a process. Each organization has its own fair queue, which serves its users and clients in
 * rotation. One command of a user and four commands of all clients run at the same time. Commands of the platform and
 * background work of the server do not wait. Throws 503 if a command cannot start in time. In a `serial` database, one command
 * of an organization runs at a time. Further commands would otherwise occupy the queue of the only connection before the
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
