import * as z from "zod";
import { must } from "@/server/kernel/strings/must";
import { webAddressProblem } from "@/server/kernel/http/web-address";
import { commonShape, defineKind, PemText, required, text } from "../kind.schema";
import { kindFacts } from "../kinds.schema";
import { defineTexts } from "@/server/kernel/texts/define";

const connectorTexts = defineTexts("connector_label", { saml: "SAML 2.0 identity provider" });

const explanationTexts = defineTexts("explanation", {
  has_saml: "They are linked to a SAML provider that the app offers.",
});

const { defaults } = kindFacts.saml;

export const SamlSettings = z.strictObject({
  ...commonShape(defaults.attributes),
  /** The provider's entity id. Assertions must have this issuer. */
  entityId: required(1_024),
  /** The provider's URL for sign-in requests (HTTP-Redirect binding). */
  ssoUrl: required(2_000)
    .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/, {
      error: must("not_https_url"),
      abort: true,
    })
    .refine((text) => webAddressProblem(text) === null, must("not_https_url")),
  /** The provider's signing certificates in PEM form. During a key change, the provider has several. */
  certificates: PemText.regex(
    /^(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/,
    must("not_certificates"),
  ),
  /** True if Castellan signs its requests with its own key for this provider. */
  signRequests: z.boolean().default(defaults.signRequests),
  /** Attribute with the permanent identifier of a person; empty if the NameID is the identifier. */
  subjectAttribute: text(500).default(defaults.subjectAttribute),
});
export type SamlSettings = z.output<typeof SamlSettings>;

/** Returns the certificates of the provider, each in PEM form. */
export const certificatesIn = ({ certificates }: Pick<SamlSettings, "certificates">): string[] =>
  certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

export const saml = defineKind("saml", {
  settings: SamlSettings,
  secret: null,
  requestAddress: () => null,
  authority: "entityId",
  certificates: ["certificates"],
  hasOwnKeys: true,
  connectorLabel: connectorTexts.saml(),
  linked: explanationTexts.has_saml(),
  words: {
    en: {
      label: "SAML 2.0",
      hint: "People sign in at your identity provider, such as ADFS, Entra ID or Okta.",
      inLog: "SAML 2.0",
      proof: "SAML",
      connectorHint: "Users sign in at your own identity provider with SAML 2.0.",
      addresses: {
        metadata: "Entity ID, and address of our metadata",
        acs: "Assertion consumer service (reply URL)",
      },
      fields: {
        entityId: "Entity id",
        ssoUrl: "SSO URL",
        certificates: "Certificates",
        signRequests: "Sign requests",
        subjectAttribute: "Subject attribute",
      },
    },
    de: {
      label: "SAML 2.0",
      hint: "Personen melden sich bei Ihrem Identitätsanbieter an, zum Beispiel ADFS, Entra ID oder Okta.",
      inLog: "SAML 2.0",
      proof: "SAML",
      connectorHint: "Benutzer melden sich mit SAML 2.0 bei Ihrem eigenen Identitätsanbieter an.",
      addresses: {
        metadata: "Entity ID und Adresse unserer Metadaten",
        acs: "Assertion Consumer Service (Antwort-URL)",
      },
      fields: {
        entityId: "Entity-ID",
        ssoUrl: "SSO-URL",
        certificates: "Zertifikate",
        signRequests: "Anfragen signieren",
        subjectAttribute: "Attribut der Kennung",
      },
    },
  },
  generate: (fc) =>
    fc.record({
      entityId: fc.constantFrom("https://idp.example.org", "urn:idp"),
      ssoUrl: fc.constantFrom("https://idp.example.org/sso", "http://localhost:8080/sso"),
      certificates: fc.constant("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"),
      signRequests: fc.boolean(),
    }),
});
