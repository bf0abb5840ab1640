import { existsSync } from "node:fs";
import path from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";
import type { Logger } from "pino";
import { AppError } from "../kernel/errors";
import type { Rendered, RenderJob } from "./render";
import type { WorkerAnswer } from "./worker";

export interface PoolOptions {
  /** How many documents are made at once. */
  workers: number;
  /** How many may wait; one more is told to come back, as is who waited for as long as a document may take. */
  queue: number;
  timeoutMs: number;
  memoryMb: number;
  log: Logger;
}

interface Waiting {
  job: RenderJob;
  /** Ends the waiting, unless it is begun before. */
  impatience: NodeJS.Timeout;
  resolve: (rendered: Rendered) => void;
  reject: (error: AppError) => void;
}

const tooMany = () =>
  new AppError(503, "unavailable", "Too many documents are waiting; come back soon.", { retryAfter: 5 });
const refused = (message: string) => new AppError(422, "unprocessable", message);

/**
 * Renders in threads of their own, because a template is a stranger's: one that takes too long or too much memory ends its
 * thread and nothing else.
 */
export function createRenderPool({ workers: most, queue: longest, timeoutMs, memoryMb, log }: PoolOptions) {
  const idle: Worker[] = [];
  const waiting: Waiting[] = [];
  let busy = 0;
  let script: Promise<string> | null = null;

  async function start(): Promise<Worker> {
    script ??= workerScript();
    const options: WorkerOptions = {
      // React's own checks take longer than the rest together.
      env: { NODE_ENV: "production" },
      // Room for the young that saves memory: 500 pages took 577 MB with it, and 480 took 605 MB with twice as much.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      stdout: true,
      stderr: true,
    };
    // Next bundles what it sees a worker made of; this one's script is a program of its own, with fonts beside it.
    const worker = Reflect.construct(Worker, [await script, options]);
    worker.unref();
    return worker;
  }

  async function run({ job, resolve, reject }: Waiting) {
    const worker = idle.pop() ?? (await start());
    let settled = false;
    const settle = (keep: boolean, outcome: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      // Its own listeners only: a worker's port has some, too.
      worker.off("message", heard).off("error", broke).off("exit", broke);
      if (keep) idle.push(worker);
      else void worker.terminate();
      busy -= 1;
      outcome();
      next();
    };
    const deadline = setTimeout(
      () =>
        settle(false, () =>
          reject(refused(`The template takes more than ${Math.round(timeoutMs / 1_000)} seconds to render.`)),
        ),
      timeoutMs,
    );
    const heard = (answer: WorkerAnswer) => {
      if (answer.ok) return settle(true, () => resolve(answer));
      const { refused: fault, error } = answer;
      if (fault === null) log.warn({ detail: error }, "a template could not be rendered");
      settle(fault !== null, () => reject(refused(fault ?? "The template cannot be rendered.")));
    };
    const broke = (reason: unknown) => {
      log.warn({ reason }, "a render thread ended");
      settle(false, () => reject(refused("The template needs too much memory to render.")));
    };
    worker.on("message", heard).on("error", broke).on("exit", broke);
    worker.postMessage(job);
  }

  function next() {
    const job = busy < most ? waiting.shift() : undefined;
    if (!job) return;
    clearTimeout(job.impatience);
    busy += 1;
    run(job).catch((error: unknown) => {
      busy -= 1;
      log.error({ err: error }, "no render thread could be started");
      job.reject(
        new AppError(503, "unavailable", "Rendering is not available at the moment.", { retryAfter: 5 }),
      );
    });
  }

  return {
    render: (job: RenderJob): Promise<Rendered> =>
      new Promise((resolve, reject) => {
        if (waiting.length >= longest) return reject(tooMany());
        const one: Waiting = {
          job,
          resolve,
          reject,
          impatience: setTimeout(() => {
            waiting.splice(waiting.indexOf(one), 1);
            reject(tooMany());
          }, timeoutMs),
        };
        waiting.push(one);
        next();
      }),
    close: async () => void (await Promise.all(idle.splice(0).map((worker) => worker.terminate()))),
  };
}

export type RenderPool = ReturnType<typeof createRenderPool>;

/** The thread's script: built with the server; where that was not built (tests, development), made when it is first needed. */
async function workerScript(): Promise<string> {
  const root = process.cwd();
  const built = path.join(/*turbopackIgnore: true*/ root, "dist", "pdf-worker.js");
  if (process.env["NODE_ENV"] === "production" && existsSync(built)) return built;
  const { build } = await import("esbuild");
  // Under node_modules, so that the packages it imports are found from there.
  const outfile = path.join(
    /*turbopackIgnore: true*/ root,
    "node_modules",
    ".cache",
    "castellan",
    `pdf-worker-${process.pid}.mjs`,
  );
  await build({
    absWorkingDir: root,
    entryPoints: ["server/pdf/worker.ts"],
    alias: { "@": root },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    outfile,
    logLevel: "silent",
  });
  return outfile;
}
