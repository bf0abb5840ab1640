/** First message of a process. */
export const READY = "ready";

/**
 * Answers the jobs of a pool (pool.ts), which sends the next one after the answer to the last. Runs in a process of its own, and tells the
 * pool first that it is ready.
 */
export function answerJobs<Job, Answer>(answerTo: (job: Job) => Answer | Promise<Answer>): void {
  // A signal to the process group is for the server, which still needs the answers and ends this process itself.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("disconnect", () => process.exit());
  process.on(
    "message",
    (job: Job) => void Promise.resolve(answerTo(job)).then((answer) => process.send!(answer)),
  );
  process.send!(READY);
}
