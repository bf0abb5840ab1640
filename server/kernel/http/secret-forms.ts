import { randomBytes } from "node:crypto";

/*
 * Forms of the secrets that clients get from the server. Every such secret begins with one of these prefixes, so that scanners find
 * it in code, and the log hides it (server/ports/log.ts).
 */

const prefixes = { client: "cs_", scim: "scim_", webhook: "whsec_" } as const;

/** Creates a token of 256 random bits. */
export const newOpaqueToken = () => randomBytes(32).toString("base64url");

/** Creates a secret of 256 random bits for an OAuth client or a SCIM client. */
export const newSecretOf = (holder: "client" | "scim") => prefixes[holder] + newOpaqueToken();

/** Creates a secret of 192 random bits in the form of the Standard Webhooks specification. */
export const newWebhookSecret = () => prefixes.webhook + randomBytes(24).toString("base64");

/**
 * Secrets in a text: a prefix, or the beginning of a JSON Web Token, and characters of base64 or of percent-encoding. Shorter than
 * whole secrets, because long texts are cut before they are logged.
 */
const SECRET = new RegExp(
  `(?<![A-Za-z0-9])(${Object.values(prefixes).join("|")})[A-Za-z0-9_+/=%-]{16,}|(?<![A-Za-z0-9])(eyJ)[A-Za-z0-9_.-]{32,}`,
  "g",
);

/** Replaces the secrets in a text. The prefix stays, so that readers know the kind of the secret. */
export const withoutSecrets = (text: string): string =>
  text.replace(
    SECRET,
    (_secret, prefix: string | undefined, jwt: string | undefined) => `${prefix ?? jwt}(hidden)`,
  );
