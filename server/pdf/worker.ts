import { parentPort } from "node:worker_threads";
import { TemplateError } from "./errors";
import { render, type RenderJob } from "./render";

export type WorkerAnswer =
  | { ok: true; pdf: Uint8Array; warnings: string[] }
  /** `refused`: the template's own fault, in words for whoever wrote it. */
  | { ok: false; refused: string | null; error: string };

// One job at a time: whoever posts the next waits for the answer, or ends the thread.
parentPort?.on("message", (job: RenderJob) => {
  render(job).then(
    ({ pdf, warnings }) => answer({ ok: true, pdf: new Uint8Array(pdf), warnings }),
    (error: Error) =>
      answer({
        ok: false,
        refused: error instanceof TemplateError ? error.message : null,
        error: String(error.stack ?? error.message),
      }),
  );
});

const answer = (message: WorkerAnswer) => parentPort?.postMessage(message);
