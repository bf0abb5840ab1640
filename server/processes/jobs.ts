import { Worker } from "node:worker_threads";

/** First message of a process. */
export const READY = "ready";

/** Interval in milliseconds at which a process looks whether its server still runs. */
const LOOK_EVERY_MS = 1_000;

/**
 * Ends this process when the server has ended without ending it. A thread looks, because a job can block the main thread, and nobody is
 * left to limit its time.
 */
function endWithParent() {
  const look = `
    const parent = ${process.ppid};
    setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGKILL"), ${LOOK_EVERY_MS});`;
  new Worker(look, { eval: true, stdout: true, stderr: true }).unref();
}

/**
 * Answers the jobs of a pool (pool.ts), which sends the next one after the answer to the last. Runs in a process of its own, and tells the
 * pool first that it is ready.
 */
export function answerJobs<Job, Answer>(answerTo: (job: Job) => Answer | Promise<Answer>): void {
  // A signal to the process group is for the server, which still needs the answers and ends this process itself.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  endWithParent();
  process.on(
    "message",
    (job: Job) => void Promise.resolve(answerTo(job)).then((answer) => process.send!(answer)),
  );
  process.send!(READY);
}
