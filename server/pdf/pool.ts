import type { Logger } from "pino";
import { AppError } from "../kernel/errors";
import { createThreadPool, ThreadError, type ThreadLimits } from "../threads/pool";
import type { Rendered, RenderJob } from "./render";
import type { WorkerAnswer } from "./worker";

export interface PoolOptions extends ThreadLimits {
  log: Logger;
}

/** Who asks without an organization. */
const NOBODY = "";

const tooMany = () =>
  new AppError(503, "unavailable", "Too many documents are waiting; come back soon.", { retryAfter: 5 });
const refused = (message: string) => new AppError(422, "unprocessable", message);

/**
 * Renders in threads of their own, because a template is a stranger's: one that takes too long or too much memory ends its
 * thread and nothing else.
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
        return tooMany();
      case "late":
        return refused(
          `The template takes more than ${Math.round(limits.timeoutMs / 1_000)} seconds to render.`,
        );
      case "broken":
        return refused("The template needs too much memory to render.");
      case "missing":
        return new AppError(503, "unavailable", "Rendering is not available at the moment.", {
          retryAfter: 5,
        });
    }
  }

  return {
    /** `by`: whose document it is; those of one wait for each other. */
    render: async (job: RenderJob, by = NOBODY): Promise<Rendered> => {
      const answer = await threads.run(job, by).catch((error: unknown) => {
        throw refusalOf(error);
      });
      if (answer.ok) return answer;
      const { refused: fault, error } = answer;
      if (fault === null) log.warn({ detail: error }, "a template could not be rendered");
      throw refused(fault ?? "The template cannot be rendered.");
    },
    close: threads.close,
  };
}

export type RenderPool = ReturnType<typeof createRenderPool>;
