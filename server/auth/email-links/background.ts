import type { Logger } from "pino";

/** Work that an answer does not wait for, so that how long it takes tells nothing. */
export function createBackground(log: Pick<Logger, "error">) {
  const working = new Set<Promise<unknown>>();
  return {
    /** Begins it; what goes wrong is logged. */
    later: (work: () => Promise<unknown>): void => {
      const job = work()
        .catch((error: unknown) =>
          log.error({ err: error }, "a form of somebody who is not signed in failed"),
        )
        .finally(() => working.delete(job));
      working.add(job);
    },
    /** Settles when everything that was begun so far is done. */
    settled: async (): Promise<void> => void (await Promise.all(working)),
  };
}

export type Background = ReturnType<typeof createBackground>;
