import { parentPort } from "node:worker_threads";
import { OutsideRefusal } from "./refusal";
import { finishSaml, type SamlAnswer, type TakenAssertion } from "./saml";

export type SamlWorkerAnswer =
  | { ok: true; taken: TakenAssertion }
  /** `refused` is the reason of a refusal; null if the thread itself failed. */
  | { ok: false; refused: string | null; error: string };

const answer = (message: SamlWorkerAnswer) => parentPort?.postMessage(message);

parentPort?.on("message", (job: SamlAnswer) => {
  finishSaml(job).then(
    (taken) => answer({ ok: true, taken }),
    (error: Error) =>
      answer({
        ok: false,
        refused: error instanceof OutsideRefusal ? error.message : null,
        error: String(error.stack ?? error.message),
      }),
  );
});
