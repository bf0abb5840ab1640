import type { Cost } from "../kernel/operation/store";
import { DatabaseAway } from "./sockets";

/** Error of a transaction that got no connection in time, or found too many waiting transactions. */
export class GateFull extends Error {
  readonly code = "GATE_FULL";

  constructor() {
    super("Too many transactions wait for a connection.");
    this.name = "GateFull";
  }
}

/** Must be called at the end of an admitted transaction, so that another transaction can start. A second call has no effect. */
export type Leave = () => void;

interface Waiting {
  tenantId: number;
  cost: Cost;
  begin: (leave: Leave) => void;
  refuse: (error: Error) => void;
  patience: NodeJS.Timeout;
}

export interface Gate {
  /**
   * Admits a transaction. Returns the function that must be called at the end of the transaction. Returns a promise of this
   * function only if the transaction must wait. Throws or rejects with GateFull or DatabaseAway.
   */
  enter: (tenantId: number | null, cost: Cost) => Leave | Promise<Leave>;
  /** Rejects all waiting transactions, because the database does not answer. */
  giveUp: (reason?: Error | null) => void;
}

interface GateOptions {
  /** Number of connections of the pool. */
  connections: number;
  isUp?: () => boolean;
  /** Maximum waiting time of a transaction in milliseconds, for each kind (interactive, heavy, job). */
  patienceMs?: Record<Cost, number>;
}

/**
 * Default of the maximum waiting time in milliseconds, for each kind of transaction. The value for jobs is shorter than the
 * claim of a job (server/outbox/administrator-jobs.ts).
 */
const PATIENCE_MS: Record<Cost, number> = { interactive: 2_000, heavy: 5_000, job: 20_000 };

/** Maximum number of waiting transactions of one organization. */
const MOST_WAITING = 500;

/** Kinds of transactions in the order in which waiting transactions start. */
const ORDER: readonly Cost[] = ["interactive", "job", "heavy"];

/** Numbers of transactions: of all kinds, and of the kinds `heavy` and `job`. */
interface Counts {
  all: number;
  heavy: number;
  job: number;
}

const noPlaces = (): Counts => ({ all: 0, heavy: 0, job: 0 });

/** Returns the maximum numbers of transactions at the same time: of all organizations together, and of one organization. */
export function placesOf(connections: number): { together: Counts; ofOne: Counts } {
  const all = Math.max(1, connections - Math.ceil(connections / 4));
  const heavy = Math.max(1, Math.floor(connections / 8));
  const job = Math.max(1, Math.floor(connections / 4));
  return {
    together: { all, heavy, job },
    ofOne: {
      all: Math.min(all, Math.max(2, Math.ceil(connections / 3))),
      heavy: Math.max(1, heavy - 1),
      job: Math.max(1, Math.floor(job / 2)),
    },
  };
}

/**
 * Creates the gate in front of a pool of connections. The gate limits the number of simultaneous transactions.
 *
 * - Organizations use at most three quarters of the connections together. The other connections stay free for the platform,
 *   tokens and workers.
 * - One organization uses at most a third of the connections. Heavy reads and jobs have lower limits.
 * - If several organizations wait, their transactions start in rotation.
 * - A transaction of the platform never waits at the gate.
 */
export function createGate({ connections, isUp = () => true, patienceMs = PATIENCE_MS }: GateOptions): Gate {
  const { together, ofOne } = placesOf(connections);
  const used = noPlaces();
  const usedBy = new Map<number, Counts>();
  const waitingOf = new Map<number, number>();
  /** Waiting transactions, by kind and organization. The first organization of a map is the next to start a transaction. */
  const queues: Record<Cost, Map<number, Waiting[]>> = {
    interactive: new Map(),
    heavy: new Map(),
    job: new Map(),
  };

  function mayBegin(tenantId: number, cost: Cost) {
    const own = usedBy.get(tenantId);
    const isFree = (kind: keyof Counts) =>
      used[kind] < together[kind] && (own === undefined || own[kind] < ofOne[kind]);
    return isFree("all") && (cost === "interactive" || isFree(cost));
  }

  function count(tenantId: number, cost: Cost, change: 1 | -1) {
    const own = usedBy.get(tenantId) ?? noPlaces();
    for (const counts of [used, own]) {
      counts.all += change;
      if (cost !== "interactive") counts[cost] += change;
    }
    if (own.all === 0) usedBy.delete(tenantId);
    else usedBy.set(tenantId, own);
  }

  function begin(tenantId: number, cost: Cost): Leave {
    count(tenantId, cost, 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      count(tenantId, cost, -1);
      while (beginNext());
    };
  }

  /** Starts the next waiting transaction. Returns false if the limits allow no waiting transaction to start. */
  function beginNext(): boolean {
    for (const cost of ORDER) {
      for (const [tenantId, queue] of queues[cost]) {
        if (!mayBegin(tenantId, cost)) continue;
        const [next] = queue;
        remove(next!);
        // Moves this organization to the end of the rotation.
        if (queues[cost].delete(tenantId) && queue.length > 0) queues[cost].set(tenantId, queue);
        next!.begin(begin(tenantId, cost));
        return true;
      }
    }
    return false;
  }

  function remove(one: Waiting) {
    const { tenantId, cost, patience } = one;
    clearTimeout(patience);
    const queue = queues[cost].get(tenantId)!;
    queue.splice(queue.indexOf(one), 1);
    if (queue.length === 0) queues[cost].delete(tenantId);
    const left = waitingOf.get(tenantId)! - 1;
    if (left > 0) waitingOf.set(tenantId, left);
    else waitingOf.delete(tenantId);
  }

  function wait(tenantId: number, cost: Cost): Promise<Leave> {
    const before = waitingOf.get(tenantId) ?? 0;
    if (before >= MOST_WAITING) throw new GateFull();
    waitingOf.set(tenantId, before + 1);
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        remove(one);
        reject(new GateFull());
      }, patienceMs[cost]);
      const one: Waiting = { tenantId, cost, begin: resolve, refuse: reject, patience };
      const queue = queues[cost].get(tenantId);
      if (queue) queue.push(one);
      else queues[cost].set(tenantId, [one]);
    });
  }

  return {
    enter: (tenantId, cost) => {
      if (!isUp()) throw new DatabaseAway();
      if (tenantId === null) return uncounted;
      return mayBegin(tenantId, cost) ? begin(tenantId, cost) : wait(tenantId, cost);
    },
    giveUp: (reason) => {
      for (const cost of ORDER)
        for (const one of [...queues[cost].values()].flat()) {
          remove(one);
          one.refuse(new DatabaseAway(reason));
        }
    },
  };
}

const uncounted: Leave = () => {};
