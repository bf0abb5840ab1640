import type { CodedText } from "../kernel/texts/define";
import { refusalToData, type RefusalData } from "../kernel/errors";
import { answerJobs } from "../processes/jobs";
import { TemplateError } from "./errors";
import { render, type RenderJob } from "./render";

export type WorkerAnswer =
  | { ok: true; pdf: Uint8Array; warnings: (CodedText | string)[] }
  /** `refused` is the refusal of a TemplateError, which the author of the template sees. Null for other errors. */
  | { ok: false; refused: RefusalData | null; error: string };

answerJobs((job: RenderJob) =>
  render(job).then(
    ({ pdf, warnings }): WorkerAnswer => ({ ok: true, pdf: new Uint8Array(pdf), warnings }),
    (error: Error): WorkerAnswer => ({
      ok: false,
      refused: error instanceof TemplateError ? refusalToData(error.refusal) : null,
      error: String(error.stack ?? error.message),
    }),
  ),
);
