import { X509Certificate } from "node:crypto";
import type { Logger } from "pino";
import { certificatesIn } from "../../../domain/federation/saml/saml.schema";
import { createProcessPool, ProcessError, type ProcessLimits } from "../../../processes/pool";
import { OutsideRefusal, type Protocol, type RedirectTarget } from "../protocol";
import { samlMetadata } from "./metadata";
import {
  beginSaml,
  readDocument,
  type SamlAddresses,
  type SamlAnswer,
  type SamlKept,
  type TakenAssertion,
} from "./saml";
import type { SamlWorkerAnswer } from "./worker";
import { type CodedText, defineTexts } from "../../../kernel/texts/define";

const providerTexts = defineTexts("provider", {
  saml_busy: "Too many SAML responses are waiting.",
  saml_late: "The SAML response takes too long to read.",
  saml_memory: "The SAML response takes too much memory to read.",
  saml_unavailable: "SAML responses cannot be read at the moment.",
  saml_unreadable: "The SAML response cannot be read.",
  saml_reused: "The assertion was used before.",
  certificate: "The certificate of {subject} can be read; it runs out on {day}.",
  certificate_old: "It has run out; signatures made with it still count.",
  sso_address: "People are sent to {address}; whether it answers shows at the first sign-in.",
});

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
    script: { name: "saml-worker", entry: "server/auth/federation/saml/worker.ts" },
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

const addressesOf = ({ address }: RedirectTarget<unknown>): SamlAddresses => ({
  entityId: address("metadata"),
  acsUrl: address("acs"),
});

export const saml: Protocol<"saml"> = {
  tryConnection: ({ settings }, _reach, findings) => {
    for (const pem of certificatesIn(settings)) {
      const { subject, validTo } = new X509Certificate(pem);
      const day = new Date(validTo).toISOString().slice(0, 10);
      findings.push(providerTexts.certificate({ subject: subject.replaceAll("\n", ", "), day }));
      // An expired certificate is only reported: SAML does not forbid its use, and providers often renew late.
      if (new Date(validTo) < new Date()) findings.push(providerTexts.certificate_old());
    }
    findings.push(providerTexts.sso_address({ address: settings.ssoUrl }));
    return Promise.resolve();
  },
  start: ({ log }) => {
    const processes = createSamlProcesses(log);
    return {
      signIn: "redirect",
      begin: async (provider, state) => {
        const { settings } = provider;
        const keys = settings.signRequests ? await provider.readOwnKeys() : [];
        const signing = keys.find(({ use }) => use === "current")?.privateKey() ?? null;
        return beginSaml(settings, addressesOf(provider), { signing, decryption: [] }, state);
      },
      endpoints: {
        metadata: {
          methods: ["GET"],
          publish: async (provider) => {
            const keys = await provider.readOwnKeys();
            const certificates = (...uses: string[]) =>
              keys.filter(({ use }) => uses.includes(use)).map(({ certificate }) => certificate);
            const xml = samlMetadata(addressesOf(provider), {
              signs: provider.settings.signRequests,
              signing: certificates("current", "next"),
              encryption: certificates("current")[0] ?? null,
            });
            return new Response(xml, { headers: { "content-type": "application/samlmetadata+xml" } });
          },
        },
        acs: {
          methods: ["POST"],
          // A usual response is much smaller.
          mostBytes: 400_000,
          // The fields of the HTTP-POST binding (saml-bindings §3.5.4).
          readAnswer: (_url, text) => {
            const form = new URLSearchParams(text ?? "");
            const [samlResponse, relayState] = [form.get("SAMLResponse"), form.get("RelayState")];
            if (samlResponse === null || relayState === null) return null;
            return {
              state: relayState,
              identify: async (provider, { kept }) => {
                const { settings, now, by } = provider;
                const decryption = (await provider.readOwnKeys()).map(({ privateKey }) => privateKey());
                // `begin` returned the kept values.
                const answer = { settings, decryption, now, samlResponse, kept: kept as SamlKept };
                const taken = await processes.read({ ...answer, addresses: addressesOf(provider) }, by);
                if (!(await provider.takeOnce(taken.assertionId, taken.validUntil)))
                  throw new OutsideRefusal(providerTexts.saml_reused());
                return taken.identity;
              },
            };
          },
        },
      },
      close: processes.close,
    };
  },
};
