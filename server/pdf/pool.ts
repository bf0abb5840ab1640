import type { Logger } from "pino";
import { refusalFromData } from "../kernel/errors";
import { createProcessPool, ProcessError, type ProcessLimits } from "../processes/pool";
import type { Rendered, RenderJob } from "./render";
import type { WorkerAnswer } from "./worker";
// Declares the texts of the warnings, which the processes return by code.
import "./warnings";
import { pdfRefusals } from "./errors";

interface PoolOptions extends ProcessLimits {
  log: Logger;
}

/** Key for requests that belong to no organization. */
const NOBODY = "";

/**
 * Creates a pool of processes that render documents. Separate processes are needed because templates are untrusted: a template that
 * takes too much time or memory ends only its own process.
 */
export function createRenderPool({ log, ...limits }: PoolOptions) {
  const processes = createProcessPool<RenderJob, WorkerAnswer>({
    ...limits,
    log,
    script: { name: "pdf-worker", entry: "server/pdf/worker.ts" },
    keeps: (answer) => answer.ok || answer.refused !== null,
  });

  function refusalOf(error: unknown): unknown {
    if (!(error instanceof ProcessError)) return error;
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
     * Renders a document. `by` is the key of the organization. If an organization uses all processes that it can use at the same
     * time, its next documents wait.
     */
    render: async (job: RenderJob, by = NOBODY): Promise<Rendered> => {
      const answer = await processes.run(job, by).catch((error: unknown) => {
        throw refusalOf(error);
      });
      if (answer.ok) return answer;
      const { refused: fault, error } = answer;
      if (fault !== null) throw refusalFromData(fault);
      log.warn({ detail: error }, "a template could not be rendered");
      throw pdfRefusals.failed();
    },
    close: processes.close,
  };
}

export type RenderPool = ReturnType<typeof createRenderPool>;
