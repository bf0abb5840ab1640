import type { Logger } from "pino";
import { createProcessPool, ProcessError, type ProcessLimits } from "../../processes/pool";
import { OutsideRefusal } from "./refusal";
import { readDocument, type SamlAnswer, type TakenAssertion } from "./saml";
import type { SamlWorkerAnswer } from "./saml-worker";
import type { CodedText } from "../../kernel/texts/define";
import { providerTexts } from "../../kernel/texts/providers";

/** Reads the answer of a provider of the organization `by`. Throws OutsideRefusal if a check fails. */
export type ReadSaml = (answer: SamlAnswer, by: string) => Promise<TakenAssertion>;

/**
 * Limits of the processes. Reading an answer within the limits of xml-shape.ts takes some milliseconds, and starting a process takes
 * longer.
 */
const limits: ProcessLimits = { workers: 3, ofOne: 2, queue: 100, timeoutMs: 10_000, memoryMb: 128 };

const why: Record<ProcessError["fault"], CodedText> = {
  busy: providerTexts.saml_busy(),
  late: providerTexts.saml_late(),
  broken: providerTexts.saml_memory(),
  missing: providerTexts.saml_unavailable(),
};

/**
 * Creates the processes that decrypt and verify answers. They are separate because anyone can send an answer. Answers that are too
 * long or not well-formed are refused here, before a process gets them.
 */
export function createSamlProcesses(log: Logger, within: Partial<ProcessLimits> = {}) {
  const processes = createProcessPool<SamlAnswer, SamlWorkerAnswer>({
    ...limits,
    ...within,
    log,
    script: { name: "saml-worker", entry: "server/auth/federation/saml-worker.ts" },
    keeps: (answer) => answer.ok || answer.refused !== null,
  });
  const read: ReadSaml = async (sent, by) => {
    readDocument(sent.samlResponse);
    const answer = await processes.run(sent, by).catch((error: unknown) => {
      throw error instanceof ProcessError ? new OutsideRefusal(why[error.fault], { cause: error }) : error;
    });
    if (answer.ok) return answer.taken;
    if (answer.refused === null) log.error({ detail: answer.error }, "a SAML response could not be read");
    throw new OutsideRefusal(answer.refused ?? providerTexts.saml_unreadable());
  };
  return { read, close: processes.close };
}
