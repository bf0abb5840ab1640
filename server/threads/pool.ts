import { Worker, type WorkerOptions } from "node:worker_threads";
import type { Logger } from "pino";
import { createFairQueue, QueueFull } from "../kernel/fair-queue";
import { scriptOf, type ThreadScript } from "./script";

/*
 * Threads for work on what strangers send: work that takes too long or too much memory ends its thread and nothing else.
 */

export interface ThreadLimits {
  /** How many jobs are done at once. */
  workers: number;
  /** How many of them may be of one, as of one organization; without it, all. */
  ofOne?: number;
  /** How many may wait; one more is refused, as is one that has waited for as long as a job may take. */
  queue: number;
  timeoutMs: number;
  memoryMb: number;
}

export interface ThreadPoolOptions<Answer> extends ThreadLimits {
  script: ThreadScript;
  log: Logger;
  /** Whether a thread that gave this answer may do another job. */
  keeps: (answer: Answer) => boolean;
}

/** Why there is no answer: `busy` before the job began, `late` and `broken` (memory) within it, `missing`: no thread starts. */
export type ThreadFault = "busy" | "late" | "broken" | "missing";

export class ThreadError extends Error {
  constructor(readonly fault: ThreadFault) {
    super(`the job has no answer: ${fault}`);
    this.name = "ThreadError";
  }
}

/**
 * A pool whose threads each do one job at a time: the script answers each message with one message. Those who wait take turns, so that
 * the jobs of one do not hold up those of another.
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
  let file: Promise<string> | null = null;

  async function start(): Promise<Worker> {
    file ??= scriptOf(script);
    const options: WorkerOptions = {
      // React's own checks take longer than the rest together.
      env: { NODE_ENV: "production" },
      // Room for the young that saves memory: 500 pages took 577 MB with it, and 480 took 605 MB with twice as much.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      stdout: true,
      stderr: true,
    };
    // Next bundles what it sees a worker made of; this one's script is a program of its own, with its files beside it.
    const worker = Reflect.construct(Worker, [await file, options]);
    worker.unref();
    // What it prints is read by nobody, and must not gather in memory.
    worker.stdout.resume();
    worker.stderr.resume();
    // An error of a thread that has no job ends that thread alone.
    worker.on("error", () => {});
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
        // Its own listeners only: a worker's port has some, too.
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
    /** The script's answer to this job of `by`. Throws ThreadError. */
    run: (job: Job, by: string): Promise<Answer> =>
      queue
        .run(by, () => perform(job))
        .catch((error: unknown) => {
          throw error instanceof QueueFull ? new ThreadError("busy") : error;
        }),
    close: async () => void (await Promise.all(idle.splice(0).map((worker) => worker.terminate()))),
  };
}
