import type { Factor } from "./factors";

const kindWords: Record<Factor["kind"], string> = {
  webauthn: "passkey",
  totp: "authenticator app",
  email: "code by e-mail",
  sms: "code by text message",
  recovery_codes: "recovery codes",
};

/** Returns the name of a factor for an event. */
export const factorWords = ({ kind, label }: Pick<Factor, "kind" | "label">) =>
  label === null ? kindWords[kind] : `${kindWords[kind]} (${label})`;
