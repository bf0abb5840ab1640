import type { Logger } from "pino";
import { createThreadPool, ThreadError, type ThreadLimits } from "../../threads/pool";
import { OutsideRefusal } from "./refusal";
import { readDocument, type SamlAnswer, type TakenAssertion } from "./saml";
import type { SamlWorkerAnswer } from "./saml-worker";
import type { CodedText } from "../../kernel/texts/define";
import { providerTexts } from "../../kernel/texts/providers";

/** Reads the answer of a provider of the organization `by`. Throws OutsideRefusal if a check fails. */
export type ReadSaml = (answer: SamlAnswer, by: string) => Promise<TakenAssertion>;

/**
 * Limits of the threads. Reading an answer within the limits of xml-shape.ts takes some milliseconds, and starting a thread takes
 * longer.
 */
const limits: ThreadLimits = { workers: 3, ofOne: 2, queue: 100, timeoutMs: 10_000, memoryMb: 128 };

const why: Record<ThreadError["fault"], CodedText> = {
  busy: providerTexts.saml_busy(),
  late: providerTexts.saml_late(),
  broken: providerTexts.saml_memory(),
  missing: providerTexts.saml_unavailable(),
};

/**
 * Creates the threads that decrypt and verify answers. They are separate because anyone can send an answer. Answers that are too
 * long or not well-formed are refused here, before a thread gets them.
 */
export function createSamlThreads(log: Logger, within: Partial<ThreadLimits> = {}) {
  const threads = createThreadPool<SamlAnswer, SamlWorkerAnswer>({
    ...limits,
    ...within,
    log,
    script: { name: "saml-worker", entry: "server/auth/federation/saml-worker.ts" },
    keeps: (answer) => answer.ok || answer.refused !== null,
  });
  const read: ReadSaml = async (sent, by) => {
    readDocument(sent.samlResponse);
    const answer = await threads.run(sent, by).catch((error: unknown) => {
      throw error instanceof ThreadError ? new OutsideRefusal(why[error.fault], { cause: error }) : error;
    });
    if (answer.ok) return answer.taken;
    if (answer.refused === null) log.error({ detail: answer.error }, "a SAML response could not be read");
    throw new OutsideRefusal(answer.refused ?? providerTexts.saml_unreadable());
  };
  return { read, close: threads.close };
}
