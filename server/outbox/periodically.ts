import { setTimeout as pause } from "node:timers/promises";

/**
 * Runs `work` at an interval of `everyMs` after each run, first after the interval or at once (`atOnce`). Returns a function that
 * stops it and waits for a run in progress. `work` gets a signal that is aborted by the stop.
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
