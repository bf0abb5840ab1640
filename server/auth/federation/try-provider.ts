import { X509Certificate } from "node:crypto";
import { Configuration, isGitHub, type SamlSettings } from "../../domain/federation/federation.schema";
import type { Ports } from "../../kernel/operation/ports";
import { tryDirectory } from "./ldap";
import { configurationFor, describe, type Reach } from "./oidc";
import type { CodedText } from "../../kernel/texts/define";
import { providerTexts } from "../../kernel/texts/providers";

/** Tests the connection to a provider step by step. Returns the findings in words, and the step that failed. Never throws. */
export const createTryProvider =
  (reach: Reach): Ports["tryProvider"] =>
  async (given, secret, by) => {
    const findings: (CodedText | string)[] = [];
    try {
      const { kind, settings } = Configuration.parse(given);
      if (kind === "ldap")
        await tryDirectory({ settings, secret, allowPrivate: reach.allowPrivate, by }, findings);
      else if (kind === "saml") readCertificates(settings, findings);
      else {
        const configuration = await configurationFor(reach, settings, secret, by);
        const metadata = configuration.serverMetadata();
        if (isGitHub(settings)) findings.push(providerTexts.github_untried());
        else {
          findings.push(providerTexts.issuer_answers({ issuer: metadata.issuer }));
          if (metadata.code_challenge_methods_supported?.includes("S256") !== true)
            findings.push(providerTexts.no_pkce());
        }
        findings.push(providerTexts.client_untried());
      }
      return { ok: true, findings };
    } catch (error) {
      return { ok: false, findings: [...findings, describe(error)] };
    }
  };

function readCertificates({ certificates, ssoUrl }: SamlSettings, findings: (CodedText | string)[]) {
  for (const pem of certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []) {
    const { subject, validTo } = new X509Certificate(pem);
    const ends = new Date(validTo).toISOString().slice(0, 10);
    findings.push(providerTexts.certificate({ subject: subject.replaceAll("\n", ", "), day: ends }));
    // An expired certificate is only reported: SAML does not forbid its use, and providers often renew late.
    if (new Date(validTo) < new Date()) findings.push(providerTexts.certificate_old());
  }
  findings.push(providerTexts.sso_address({ address: ssoUrl }));
}
