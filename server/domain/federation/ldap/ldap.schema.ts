import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { commonShape, defineKind, PemText, required, text } from "../kind.schema";
import { IDENTIFIER, kindFacts } from "../kinds.schema";
import { defineTexts } from "@/server/kernel/texts/define";

const connectorTexts = defineTexts("connector_label", { ldap: "Password of an LDAP directory" });

const explanationTexts = defineTexts("explanation", {
  has_directory: "They are linked to a directory that the app offers.",
});

const { defaults } = kindFacts.ldap;

export const LdapSettings = z.strictObject({
  ...commonShape(defaults.attributes),
  url: required(500).regex(/^ldaps?:\/\/[^/?#@\s]+\/?$/i, must("not_ldap_url")),
  /** True if the connection begins unencrypted and is upgraded to TLS (RFC 4511 §4.14). */
  startTls: z.boolean().default(defaults.startTls),
  /** Certificate of the directory's certificate authority, if the authority is not a public one. */
  caCertificate: PemText.default(defaults.caCertificate),
  /** Distinguished name of the account that searches the directory; empty for an anonymous search. */
  bindDn: text(1_000).default(defaults.bindDn),
  baseDn: required(1_000),
  userFilter: required(2_000)
    .refine((filter) => filter.includes(IDENTIFIER), must("lacks", { text: IDENTIFIER }))
    .default(defaults.userFilter),
  /**
   * Attribute with the permanent identifier of a person. The identifier must not change when the address or the name changes.
   */
  subjectAttribute: required(200).default(defaults.subjectAttribute),
  timeoutSeconds: wholeNumber(1, 30).default(defaults.timeoutSeconds),
});
export type LdapSettings = z.output<typeof LdapSettings>;

/** Returns true if no password is sent to the directory in clear. */
export const encryptsPasswords = ({ url, startTls }: Pick<LdapSettings, "url" | "startTls">) =>
  startTls || url.toLowerCase().startsWith("ldaps:");

export const ldap = defineKind("ldap", {
  settings: LdapSettings,
  secret: {
    use: () => "password",
    // With another certificate authority, another server can have the address of a directory.
    receiver: ({ url, startTls, caCertificate }) => [url, startTls, caCertificate],
  },
  requestAddress: ({ url, startTls }) => {
    const isEncrypted = encryptsPasswords({ url, startTls });
    return { field: "url", url: url.replace(/^ldaps?:/i, isEncrypted ? "https:" : "http:"), isEncrypted };
  },
  authority: null,
  certificates: ["caCertificate"],
  hasOwnKeys: false,
  connectorLabel: connectorTexts.ldap(),
  linked: explanationTexts.has_directory(),
  words: {
    en: {
      label: "LDAP directory",
      hint: "Passwords are checked in your directory: OpenLDAP, Active Directory and others.",
      inLog: "LDAP",
      proof: "Directory password (LDAP)",
      connectorHint: "The person’s password in your LDAP directory, such as Active Directory.",
      addresses: {},
      fields: {
        url: "URL",
        startTls: "StartTLS",
        caCertificate: "CA certificate",
        bindDn: "Bind DN",
        baseDn: "Base DN",
        userFilter: "User filter",
        subjectAttribute: "Subject attribute",
        timeoutSeconds: "Timeout seconds",
      },
    },
    de: {
      label: "LDAP-Verzeichnis",
      hint: "Passwörter werden in Ihrem Verzeichnis geprüft: OpenLDAP, Active Directory und andere.",
      inLog: "LDAP",
      proof: "Verzeichnis-Passwort (LDAP)",
      connectorHint: "Das Passwort der Person in Ihrem LDAP-Verzeichnis, zum Beispiel Active Directory.",
      addresses: {},
      fields: {
        url: "URL",
        startTls: "StartTLS",
        caCertificate: "CA-Zertifikat",
        bindDn: "Bind-DN",
        baseDn: "Base-DN",
        userFilter: "Benutzerfilter",
        subjectAttribute: "Attribut der Kennung",
        timeoutSeconds: "Zeitlimit (Sekunden)",
      },
    },
  },
  generate: (fc) =>
    fc.record({
      url: fc.constantFrom("ldaps://directory.example.org", "LDAP://192.0.2.1:3890/"),
      baseDn: fc.constantFrom("dc=example,dc=org", "o=a"),
      startTls: fc.boolean(),
      timeoutSeconds: fc.integer({ min: 1, max: 30 }),
    }),
});
