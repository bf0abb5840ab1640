import type { Logger } from "pino";

/**
 * Creates a set of jobs that a worker starts without waiting for them, such as requests to slow receivers.
 * `ended` is called after each job. A failed job is logged with the message `failure`.
 */
export function createSideJobs<Key>(log: Logger, failure: string, ended: () => void = () => undefined) {
  const running = new Map<Promise<void>, Key>();
  return {
    /** Adds a job. Several jobs may have the same key. `fields` are added to the log record of a failure. */
    add: (key: Key, work: Promise<unknown>, fields: Record<string, unknown> = {}) => {
      const job: Promise<void> = work
        .then(
          () => undefined,
          (error: unknown) => log.error({ err: error, ...fields }, failure),
        )
        .finally(() => {
          running.delete(job);
          ended();
        });
      running.set(job, key);
    },
    /** Number of jobs in progress. */
    count: () => running.size,
    /** Keys of the jobs in progress. */
    keys: () => [...running.values()],
    /**
     * Waits until all jobs have ended, but at most `ms` milliseconds, because a job that hangs must not delay
     * the end of the process.
     */
    settled: async (ms: number) => {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
      await Promise.race([Promise.allSettled(running.keys()), limit]);
      clearTimeout(timer);
    },
  };
}
