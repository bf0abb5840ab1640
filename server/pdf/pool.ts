import type { Logger } from "pino";
import { pdfRefusals } from "../kernel/refusals/pdf";
import { refusalFromData } from "../kernel/refusals/transfer";
import { createThreadPool, ThreadError, type ThreadLimits } from "../threads/pool";
import type { Rendered, RenderJob } from "./render";
import type { WorkerAnswer } from "./worker";

export interface PoolOptions extends ThreadLimits {
  log: Logger;
}

/** Key for requests that belong to no organization. */
const NOBODY = "";

/**
 * Creates a pool of threads that render documents. Separate threads are needed because templates are untrusted: a template that
 * takes too much time or memory ends only its own thread.
 */
export function createRenderPool({ log, ...limits }: PoolOptions) {
  const threads = createThreadPool<RenderJob, WorkerAnswer>({
    ...limits,
    log,
    script: { name: "pdf-worker", entry: "server/pdf/worker.ts" },
    keeps: (answer) => answer.ok || answer.refused !== null,
  });

  function refusalOf(error: unknown): unknown {
    if (!(error instanceof ThreadError)) return error;
    switch (error.fault) {
      case "busy":
        return pdfRefusals.busy({ retryAfter: 5 });
      case "late":
        return pdfRefusals.timed_out({ seconds: Math.round(limits.timeoutMs / 1_000) });
      case "broken":
        return pdfRefusals.out_of_memory();
      case "missing":
        return pdfRefusals.unavailable({ retryAfter: 5 });
    }
  }

  return {
    /**
     * Renders a document. `by` is the key of the organization. If an organization uses all threads that it can use at the same
     * time, its next documents wait.
     */
    render: async (job: RenderJob, by = NOBODY): Promise<Rendered> => {
      const answer = await threads.run(job, by).catch((error: unknown) => {
        throw refusalOf(error);
      });
      if (answer.ok) return answer;
      const { refused: fault, error } = answer;
      if (fault !== null) throw refusalFromData(fault);
      log.warn({ detail: error }, "a template could not be rendered");
      throw pdfRefusals.failed();
    },
    close: threads.close,
  };
}

export type RenderPool = ReturnType<typeof createRenderPool>;
