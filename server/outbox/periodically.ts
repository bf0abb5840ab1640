import { setTimeout as pause } from "node:timers/promises";

/**
 * Does something again and again, `everyMs` after it was last done, the first time after as long or at once; gives what stops
 * it, once what was begun is done. `work` is given the signal of that.
 */
export function periodically(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  { atOnce = false }: { atOnce?: boolean } = {},
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    if (atOnce) await work(signal);
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await work(signal);
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
