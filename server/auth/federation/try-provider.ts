import { X509Certificate } from "node:crypto";
import { Configuration, isGitHub, type SamlSettings } from "../../domain/federation/federation.schema";
import type { Ports } from "../../kernel/ports";
import { tryDirectory } from "./ldap";
import { configurationFor, describe, type Reach } from "./oidc";

/** Tests the connection to a provider step by step. Returns the findings in words, and the step that failed. Never throws. */
export const createTryProvider =
  (reach: Reach): Ports["tryProvider"] =>
  async (given, secret) => {
    const findings: string[] = [];
    try {
      const { kind, settings } = Configuration.parse(given);
      if (kind === "ldap")
        await tryDirectory({ settings, secret, allowPrivate: reach.allowPrivate }, findings);
      else if (kind === "saml") readCertificates(settings, findings);
      else {
        const configuration = await configurationFor(reach, settings, secret);
        const metadata = configuration.serverMetadata();
        if (isGitHub(settings)) findings.push("GitHub has no discovery: the first sign-in will show.");
        else {
          findings.push(`The issuer ${metadata.issuer} answers, and is who it says.`);
          if (metadata.code_challenge_methods_supported?.includes("S256") !== true)
            findings.push("It does not say that it knows PKCE; it is sent all the same.");
        }
        findings.push("Whether it takes the client and its secret shows at the first sign-in.");
      }
      return { ok: true, findings };
    } catch (error) {
      return { ok: false, findings: [...findings, describe(error)] };
    }
  };

function readCertificates({ certificates, ssoUrl }: SamlSettings, findings: string[]) {
  for (const pem of certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []) {
    const { subject, validTo } = new X509Certificate(pem);
    const ends = new Date(validTo).toISOString().slice(0, 10);
    findings.push(
      `The certificate of ${subject.replaceAll("\n", ", ")} can be read; it runs out on ${ends}.`,
    );
    // Expired certificates are accepted: providers renew late, and SAML leaves their meaning to both sides.
    if (new Date(validTo) < new Date()) findings.push("It has run out; signatures made with it still count.");
  }
  findings.push(`People are sent to ${ssoUrl}; whether it answers shows at the first sign-in.`);
}
