import type { ChildProcess } from "node:child_process";
import type { Logger } from "pino";
import { createFairQueue, QueueFull } from "../kernel/concurrency/fair-queue";
import type { Script } from "./script";
import { READY } from "./jobs";
import { endProcess, startProcess } from "./start";

/*
 * Processes for work on untrusted input. Work that takes too long or too much memory ends its process only. Work that exceeds the
 * memory of a thread can end the whole server (nodejs/node#47224).
 */

/** Maximum time in milliseconds that a process takes to start. It does not count as time of its first job. */
const START_MS = 30_000;

export interface ProcessLimits {
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
  /** Maximum time of a job in milliseconds. */
  timeoutMs: number;
  /** Maximum size of a process's JavaScript objects. */
  memoryMb: number;
}

export interface ProcessPoolOptions<Answer> extends ProcessLimits {
  script: Script;
  log: Logger;
  /** Returns true if the process of this answer may run another job. */
  keeps: (answer: Answer) => boolean;
}

/**
 * Reason of a missing answer: `busy` before the job began, `late` and `broken` (memory) during it, `missing`
 * if no process starts.
 */
export type ProcessFault = "busy" | "late" | "broken" | "missing";

export class ProcessError extends Error {
  constructor(readonly fault: ProcessFault) {
    super(`the job has no answer: ${fault}`);
    this.name = "ProcessError";
  }
}

/**
 * Creates a pool. Each process runs one job at a time: the script answers each message with one message.
 * Waiting jobs take turns by owner, so that one owner does not block the others.
 */
export function createProcessPool<Job, Answer>({
  workers,
  ofOne,
  queue: waiting,
  timeoutMs,
  memoryMb,
  script,
  log,
  keeps,
}: ProcessPoolOptions<Answer>) {
  const running = new Set<ChildProcess>();
  const idle: ChildProcess[] = [];
  const queue = createFairQueue({ running: workers, ofOne, waiting, patienceMs: timeoutMs });

  async function start(): Promise<ChildProcess> {
    const child = await startProcess(script, memoryMb);
    running.add(child);
    child.on("exit", () => {
      running.delete(child);
      const at = idle.indexOf(child);
      if (at !== -1) idle.splice(at, 1);
    });
    return child;
  }

  async function perform(job: Job): Promise<Answer> {
    const kept = idle.pop();
    const child =
      kept ??
      (await start().catch((error: unknown) => {
        log.error({ err: error, script: script.name }, "no process could be started");
        throw new ProcessError("missing");
      }));
    return new Promise((resolve, reject) => {
      let settled = false;
      const settle = (keep: boolean, outcome: () => void) => {
        if (settled) return;
        settled = true;
        clearTimeout(deadline);
        child.off("message", heard).off("error", broke).off("exit", broke);
        if (keep) idle.push(child);
        else void endProcess(child);
        outcome();
      };
      const expectWithin = (ms: number, fault: ProcessFault) =>
        setTimeout(() => settle(false, () => reject(new ProcessError(fault))), ms);
      let deadline = kept ? expectWithin(timeoutMs, "late") : expectWithin(START_MS, "missing");
      const heard = (message: unknown) => {
        if (message === READY) {
          clearTimeout(deadline);
          deadline = expectWithin(timeoutMs, "late");
          return;
        }
        const answer = message as Answer;
        settle(keeps(answer), () => resolve(answer));
      };
      const broke = (reason: unknown, signal?: unknown) => {
        log.warn({ reason, signal, script: script.name }, "a process ended");
        settle(false, () => reject(new ProcessError("broken")));
      };
      child.on("message", heard).on("error", broke).on("exit", broke);
      child.send(job as object);
    });
  }

  return {
    /** Returns the script's answer to this job of the owner `by`. Throws ProcessError. */
    run: (job: Job, by: string): Promise<Answer> =>
      queue
        .run(by, () => perform(job))
        .catch((error: unknown) => {
          throw error instanceof QueueFull ? new ProcessError("busy") : error;
        }),
    close: async () => void (await Promise.all([...running].map(endProcess))),
  };
}
