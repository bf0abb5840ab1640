import type { Logger } from "pino";

/** Creates background work. An answer does not wait for it, so that its duration reveals nothing. */
export function createBackground(log: Pick<Logger, "error">) {
  const working = new Set<Promise<unknown>>();
  return {
    /** Starts the work. Logs its error. */
    later: (work: () => Promise<unknown>): void => {
      const job = work()
        .catch((error: unknown) =>
          log.error({ err: error }, "a form of somebody who is not signed in failed"),
        )
        .finally(() => working.delete(job));
      working.add(job);
    },
    /** Settles after all work that was started so far. */
    settled: async (): Promise<void> => void (await Promise.all(working)),
  };
}

export type Background = ReturnType<typeof createBackground>;
