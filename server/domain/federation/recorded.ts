import { createHash } from "node:crypto";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g;

/** Returns the SHA-256 fingerprints of the certificates in a PEM text, as hexadecimal texts. */
const fingerprints = (pem: string) =>
  Array.from(pem.matchAll(CERTIFICATE), ([, body = ""]) =>
    createHash("sha256").update(Buffer.from(body, "base64")).digest("hex"),
  );

/** Returns a provider's settings for the audit log. Replaces certificates with their fingerprints. */
export const recorded = ({ certificates, caCertificate, ...settings }: Record<string, unknown>) => ({
  ...settings,
  ...(typeof certificates === "string" && { certificates: fingerprints(certificates) }),
  ...(typeof caCertificate === "string" && { caCertificate: fingerprints(caCertificate) }),
});
