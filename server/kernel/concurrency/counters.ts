import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";

/** A limit on the events of one subject in a window of time. The window begins with the first event. */
export interface Counter {
  /** Name of the limit and of its subject, for example `sign-in-account:client:192.0.2.1:ada@example.com`. */
  key: string;
  /** Maximum number of events in a window. */
  most: number;
  /** Length of the window in seconds. */
  seconds: number;
}

/** An addition to a counter. */
export interface Addition {
  key: string;
  seconds: number;
  points: number;
}

/** The state of a counter. */
export interface Count {
  points: number;
  /** Milliseconds until the end of the window. */
  left: number;
}

/** The stored counts: in memory (`memoryCounts`), or in PostgreSQL for all instances (server/store/counts.ts). */
export interface Counts {
  /** Adds to the counters atomically. Returns their new states in the same order. The keys must differ. */
  add(additions: readonly Addition[]): Promise<Count[]>;
  /** Returns the states of the counters; null for one without a window. */
  read(counters: readonly { key: string; seconds: number }[]): Promise<(Count | null)[]>;
  remove(counters: readonly { key: string; seconds: number }[]): Promise<void>;
}

export interface Counters {
  /**
   * Counts one event on each of these counters, or on none if one of them is full. Returns the seconds to wait if one is full,
   * else 0.
   */
  take(...counters: Counter[]): Promise<number>;
  /** Returns the seconds to wait if one of these counters is full, else 0. Counts nothing. */
  wait(...counters: Counter[]): Promise<number>;
  /** Subtracts one event from each of these counters. */
  giveBack(...counters: Counter[]): Promise<void>;
  /** Deletes the counts. */
  forget(...counters: Counter[]): Promise<void>;
}

/**
 * Time in milliseconds for which this instance refuses events of a full counter without a look at the stored count. Bounds the
 * statements that a flood causes. A count that falls in another instance is noticed after this time.
 */
const REFUSED_FOR_MS = 1_000;

/** Maximum number of full counters that an instance remembers. */
const MOST_REFUSED = 50_000;

const secondsOf = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1_000));

/** Creates limits on these counts. */
export function createCounters(counts: Counts): Counters {
  /** Full counters, by key: the time of the next look at the stored count, and the end of the window. */
  const full = new LRUCache<string, { look: number; end: number }>({ max: MOST_REFUSED });
  const changed = (counters: readonly Counter[]) => {
    for (const { key } of counters) full.delete(key);
  };
  const giveBack = async (...counters: Counter[]) => {
    if (counters.length === 0) return;
    changed(counters);
    await counts.add(counters.map(({ key, seconds }) => ({ key, seconds, points: -1 })));
  };

  return {
    take: async (...counters) => {
      const now = Date.now();
      const known = counters.flatMap(({ key }) => full.get(key) ?? []).filter(({ look }) => look > now);
      if (known.length > 0) return secondsOf(Math.max(...known.map(({ end }) => end)) - now);
      const states = await counts.add(counters.map(({ key, seconds }) => ({ key, seconds, points: 1 })));
      const over = counters.flatMap((counter, index) =>
        states[index]!.points > counter.most ? { key: counter.key, left: states[index]!.left } : [],
      );
      if (over.length === 0) return 0;
      await giveBack(...counters);
      for (const { key, left } of over)
        full.set(key, { look: now + Math.min(left, REFUSED_FOR_MS), end: now + left });
      return secondsOf(Math.max(...over.map(({ left }) => left)));
    },
    wait: async (...counters) => {
      const states = await counts.read(counters);
      const waits = states.map((state, index) =>
        state !== null && state.points >= counters[index]!.most ? secondsOf(state.left) : 0,
      );
      return Math.max(0, ...waits);
    },
    giveBack,
    forget: async (...counters) => {
      changed(counters);
      await counts.remove(counters);
    },
  };
}

/** Creates counts in the memory of this process. */
export function memoryCounts(): Counts {
  const limiters = new Map<number, RateLimiterMemory>();
  const limiterOf = (seconds: number) => {
    let limiter = limiters.get(seconds);
    if (!limiter) limiters.set(seconds, (limiter = new RateLimiterMemory({ points: 1, duration: seconds })));
    return limiter;
  };
  return {
    add: (additions) =>
      Promise.all(
        additions.map(async ({ key, seconds, points }) => {
          const limiter = limiterOf(seconds);
          const state = points < 0 ? await limiter.reward(key, -points) : await limiter.penalty(key, points);
          return { points: state.consumedPoints, left: state.msBeforeNext };
        }),
      ),
    read: (counters) =>
      Promise.all(
        counters.map(async ({ key, seconds }) => {
          const state = await limiterOf(seconds).get(key);
          return state && { points: state.consumedPoints, left: state.msBeforeNext };
        }),
      ),
    remove: async (counters) => {
      await Promise.all(counters.map(({ key, seconds }) => limiterOf(seconds).delete(key)));
    },
  };
}
