import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { createFairQueue, QueueFull } from "../kernel/concurrency/fair-queue";
import type { ThreadScript } from "./script";
import { startThread } from "./start";

/* Threads for work on untrusted input. Work that takes too long or too much memory ends its thread only. */

export interface ThreadLimits {
  /** Number of concurrent jobs. */
  workers: number;
  /**
   * Maximum number of concurrent jobs of one owner, such as an organization; by default the same as
   * `workers`.
   */
  ofOne?: number;
  /**
   * Maximum number of waiting jobs. A job above this number is refused. A job that waits longer than the
   * time limit is refused, too.
   */
  queue: number;
  timeoutMs: number;
  memoryMb: number;
}

export interface ThreadPoolOptions<Answer> extends ThreadLimits {
  script: ThreadScript;
  log: Logger;
  /** Returns true if the thread of this answer may run another job. */
  keeps: (answer: Answer) => boolean;
}

/**
 * Reason of a missing answer: `busy` before the job began, `late` and `broken` (memory) during it, `missing`
 * if no thread starts.
 */
export type ThreadFault = "busy" | "late" | "broken" | "missing";

export class ThreadError extends Error {
  constructor(readonly fault: ThreadFault) {
    super(`the job has no answer: ${fault}`);
    this.name = "ThreadError";
  }
}

/**
 * Creates a pool. Each thread runs one job at a time: the script answers each message with one message.
 * Waiting jobs take turns by owner, so that one owner does not block the others.
 */
export function createThreadPool<Job, Answer>({
  workers,
  ofOne,
  queue: waiting,
  timeoutMs,
  memoryMb,
  script,
  log,
  keeps,
}: ThreadPoolOptions<Answer>) {
  const idle: Worker[] = [];
  const queue = createFairQueue({ running: workers, ofOne, waiting, patienceMs: timeoutMs });

  async function start(): Promise<Worker> {
    // A small young generation saves memory: 500 pages took 577 MB with 32 MB, and 480 pages took 605 MB
    // with 64 MB.
    const worker = await startThread(script, {
      maxOldGenerationSizeMb: memoryMb,
      maxYoungGenerationSizeMb: 32,
    });
    worker.on("exit", () => {
      const at = idle.indexOf(worker);
      if (at !== -1) idle.splice(at, 1);
    });
    return worker;
  }

  async function perform(job: Job): Promise<Answer> {
    const worker =
      idle.pop() ??
      (await start().catch((error: unknown) => {
        log.error({ err: error, script: script.name }, "no thread could be started");
        throw new ThreadError("missing");
      }));
    return new Promise((resolve, reject) => {
      let settled = false;
      const settle = (keep: boolean, outcome: () => void) => {
        if (settled) return;
        settled = true;
        clearTimeout(deadline);
        // Removes only these listeners, because a worker's port has its own.
        worker.off("message", heard).off("error", broke).off("exit", broke);
        if (keep) idle.push(worker);
        else void worker.terminate();
        outcome();
      };
      const deadline = setTimeout(() => settle(false, () => reject(new ThreadError("late"))), timeoutMs);
      const heard = (answer: Answer) => settle(keeps(answer), () => resolve(answer));
      const broke = (reason: unknown) => {
        log.warn({ reason, script: script.name }, "a thread ended");
        settle(false, () => reject(new ThreadError("broken")));
      };
      worker.on("message", heard).on("error", broke).on("exit", broke);
      worker.postMessage(job);
    });
  }

  return {
    /** Returns the script's answer to this job of the owner `by`. Throws ThreadError. */
    run: (job: Job, by: string): Promise<Answer> =>
      queue
        .run(by, () => perform(job))
        .catch((error: unknown) => {
          throw error instanceof QueueFull ? new ThreadError("busy") : error;
        }),
    close: async () => void (await Promise.all(idle.splice(0).map((worker) => worker.terminate()))),
  };
}
