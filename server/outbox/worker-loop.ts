import type { Logger } from "pino";

export interface LoopOptions {
  /**
   * Runs one round. Returns true if more work is waiting; the next round then starts without the idle time.
   * The signal is aborted when the loop is stopped, so that a long round can end early.
   */
  work: (signal: AbortSignal) => Promise<unknown>;
  /** Time in milliseconds between two rounds if no work is waiting and nothing wakes the loop. */
  idleMs: number;
  /** Time in milliseconds before each further round, also if work is waiting, to collect work. Default: none. */
  collectMs?: number;
  /** True starts the first round after the idle time. Default: at once. */
  idleFirst?: boolean;
  log: Logger;
  /** Log message of a failed round. */
  failure: string;
}

export interface Loop {
  /** Ends the idle time. If called during a round, the next round starts without the idle time. */
  wake: () => void;
  /** Prevents further rounds. Resolves when the round in progress has ended. Never rejects. */
  stop: () => Promise<void>;
}

/** Pause in milliseconds after the first failed round. It doubles with each further failure. */
const FIRST_BACKOFF_MS = 250;
/** Limit of the pause after failed rounds in milliseconds, unless the idle time is longer. */
const LONGEST_BACKOFF_MS = 5_000;

/**
 * Runs `work` in rounds, one after another, until it is stopped. Logs a failed round and waits before the
 * next one. A wake-up does not shorten this wait, so that a database that is down is not flooded. The timers
 * do not keep the process alive.
 */
export function startLoop(options: LoopOptions): Loop {
  const { work, idleMs, collectMs = 0, idleFirst = false, log, failure } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let woken = false;
  let endIdle: (() => void) | null = null;

  /** Waits, but at most until the stop. */
  const pause = (ms: number, onStart?: (end: () => void) => void) =>
    new Promise<void>((resolve) => {
      if (signal.aborted || ms === 0) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms).unref();
      signal.addEventListener("abort", end);
      onStart?.(end);
    });
  const idle = () => (woken ? undefined : pause(idleMs, (end) => (endIdle = end)));

  async function run() {
    let failures = 0;
    if (idleFirst) await idle();
    while (!signal.aborted) {
      woken = false;
      try {
        const hasMore = (await work(signal)) === true;
        failures = 0;
        if (!hasMore) await idle();
      } catch (error) {
        log.error({ err: error }, failure);
        await pause(backoffMs(failures++, idleMs));
      }
      await pause(collectMs);
    }
  }

  // The first round starts after the return, so that `work` can use the loop.
  const running = Promise.resolve().then(run);
  return {
    wake: () => {
      woken = true;
      endIdle?.();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

const backoffMs = (failuresBefore: number, idleMs: number) =>
  Math.min(FIRST_BACKOFF_MS * 2 ** failuresBefore, Math.max(LONGEST_BACKOFF_MS, idleMs));
