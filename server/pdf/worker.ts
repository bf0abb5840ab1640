import { parentPort } from "node:worker_threads";
import type { CodedText } from "../kernel/texts/define";
import { refusalToData, type RefusalData } from "../kernel/refusals/transfer";
import { TemplateError } from "./errors";
import { render, type RenderJob } from "./render";

export type WorkerAnswer =
  | { ok: true; pdf: Uint8Array; warnings: (CodedText | string)[] }
  /** `refused` is the refusal of a TemplateError, which the author of the template sees. Null for other errors. */
  | { ok: false; refused: RefusalData | null; error: string };

// The pool sends the next job only after the answer to the previous job. Therefore, this thread runs only one job at a time.
parentPort?.on("message", (job: RenderJob) => {
  render(job).then(
    ({ pdf, warnings }) => answer({ ok: true, pdf: new Uint8Array(pdf), warnings }),
    (error: Error) =>
      answer({
        ok: false,
        refused: error instanceof TemplateError ? refusalToData(error.refusal) : null,
        error: String(error.stack ?? error.message),
      }),
  );
});

const answer = (message: WorkerAnswer) => parentPort?.postMessage(message);
