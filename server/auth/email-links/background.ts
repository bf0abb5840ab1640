import type { Logger } from "pino";

/** Creates background work. A response does not wait for the work, so that the response time reveals nothing. */
export function createBackground(log: Pick<Logger, "error">) {
  const working = new Set<Promise<unknown>>();
  return {
    /** Starts the work. Logs its error if it fails. */
    later: (work: () => Promise<unknown>): void => {
      const job = work()
        .catch((error: unknown) =>
          log.error({ err: error }, "a form of somebody who is not signed in failed"),
        )
        .finally(() => working.delete(job));
      working.add(job);
    },
    /** Resolves when all work that was started so far has ended. */
    settled: async (): Promise<void> => void (await Promise.all(working)),
  };
}

export type Background = ReturnType<typeof createBackground>;
