import type { CodedText } from "../../../kernel/texts/define";
import { answerJobs } from "../../../processes/jobs";
import { OutsideRefusal } from "../protocol";
import { finishSaml, type SamlAnswer, type TakenAssertion } from "./saml";

export type SamlWorkerAnswer =
  | { ok: true; taken: TakenAssertion }
  /** `refused` is the reason why the answer is refused, or null if the process itself failed. */
  | { ok: false; refused: CodedText | null; error: string };

answerJobs((job: SamlAnswer) =>
  finishSaml(job).then(
    (taken): SamlWorkerAnswer => ({ ok: true, taken }),
    (error: Error): SamlWorkerAnswer => ({
      ok: false,
      refused: error instanceof OutsideRefusal ? error.text : null,
      error: String(error.stack ?? error.message),
    }),
  ),
);
