import { setTimeout as pause } from "node:timers/promises";

/** Does something again and again, `everyMs` after it was last done; gives what stops it, once what was begun is done. */
export function periodically(everyMs: number, work: () => Promise<unknown>) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await work();
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
