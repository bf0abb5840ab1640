import { randomInt } from "node:crypto";
import { isProofMethod, proofFacts } from "../../domain/sign-in-methods/factor-kinds.schema";
import { sealMessage, type SealedMessage } from "../../domain/messages/queue";
import { newOpaqueToken } from "../../kernel/http/client-id";
import type { Locale } from "../../kernel/strings/languages";
import type { CodeMethod } from "./flow";
import type { StepDeps, Visit } from "./visit";

/* Messages of a sign-in: the secret in each message, and its text. */

/** Methods whose code or link the server sends. */
export type SentMethod = CodeMethod | "MagicLink";

export const SENT_MINUTES = 10;

export const isSms = (method: SentMethod) => proofFacts(method).sentBy === "sms";

/** Returns true if a form may ask for a message of this method. */
export const isSentMethod = (method: string): method is SentMethod =>
  isProofMethod(method) && proofFacts(method).sentBy !== null;

/** A recipient of a message. */
export interface Addressee {
  tenantId: number;
  userId: number;
  address: string;
  locale: Locale | null;
}

/**
 * Creates one secret for each address, so that a code proves only the accounts whose codes go to that mailbox. At the console,
 * another person's account can have the same address and password, and its codes go to another mailbox.
 */
export function secretsFor(method: SentMethod, to: readonly Pick<Addressee, "address">[]) {
  const make = () =>
    method === "MagicLink" ? newOpaqueToken() : String(randomInt(1_000_000)).padStart(6, "0");
  const made = new Map<string, string>();
  for (const { address } of to) {
    let secret = made.get(address) ?? make();
    // Two addresses must not get the same code by chance, because a code identifies its address.
    while (!made.has(address) && [...made.values()].includes(secret)) secret = make();
    made.set(address, secret);
  }
  return (address: string) => made.get(address) ?? make();
}

/** Returns the encrypted message with this secret. */
export function messageFor(
  { ports, baseUrl }: Pick<StepDeps, "ports" | "baseUrl">,
  { place, flow }: Visit,
  method: SentMethod,
  { tenantId, address, locale }: Addressee,
  secret: string,
): SealedMessage {
  // The account page is not an app and has no name. Its message names the organization instead.
  const app = place.app?.appId == null ? null : place.app.name;
  const common = { to: address, locale };
  if (method === "MagicLink") {
    const url = `${place.baseUrl ?? baseUrl}/interaction/${flow.key}?link=${tenantId}.${secret}`;
    const data = { url, minutes: SENT_MINUTES, app };
    return sealMessage(ports.vault, { ...common, channel: "email", template: "magic_link", data });
  }
  return isSms(method)
    ? sealMessage(ports.vault, { ...common, channel: "sms", template: "sms_code", data: { code: secret } })
    : sealMessage(ports.vault, {
        ...common,
        channel: "email",
        template: "email_code",
        data: { code: secret, minutes: SENT_MINUTES, app },
      });
}
