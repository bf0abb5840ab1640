import * as z from "zod";
import { Id, Name, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { byField, userFieldNames, type UserField } from "@/server/kernel/user-fields";
import { webAddressProblem } from "@/server/kernel/http/web-address";
import { IDENTIFIER, ldapDefaults, linkingDefaults, oidcDefaults, samlDefaults } from "./defaults.schema";
import { APPLE_ISSUER, GITHUB_ISSUER } from "./presets.schema";
import { providerKinds } from "./kinds.schema";
import { verbatim } from "@/server/kernel/strings/composed";

/*
 * Settings of each kind of identity provider. Forms, operations and the protocol code share these schemas. The settings contain
 * no secrets.
 */

export { connectorOfKind, providerKinds, type ProviderKind } from "./kinds.schema";

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, must("control_characters"));
const required = (max: number) => text(max).min(1);
const PemText = z.string().trim().max(50_000);

/** A domain name, as after the @ of an e-mail address. */
const Domain = text(253)
  .toLowerCase()
  .regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u, {
    error: ({ input }) => must("not_domain", { value: String(input) }),
  });

/** Settings for linking accounts, for trust in addresses and for updates of profiles. */
const Linking = z.object({
  /** True if all addresses from the provider count as verified. A statement of the provider is then not necessary. */
  trustEmail: z.boolean().default(linkingDefaults.trustEmail),
  /** Domains whose addresses can count as verified. An empty list means all domains. */
  emailDomains: z
    .array(Domain)
    .max(100, must("too_many_domains", { max: 100 }))
    .default(linkingDefaults.emailDomains),
  /** True if an unknown identity is linked to the user with the same verified address. */
  linkByEmail: z.boolean().default(linkingDefaults.linkByEmail),
  /** True if the first sign-in of an unknown identity creates a user. */
  createPeople: z.boolean().default(linkingDefaults.createPeople),
  /** True if the names of a user follow the provider at each sign-in. */
  updateProfile: z.boolean().default(linkingDefaults.updateProfile),
});

/**
 * Returns a condition for zod's option `when`. A refinement of several fields then runs if all these fields are texts. Errors
 * in other fields do not prevent the refinement.
 */
const areTexts =
  (...names: string[]) =>
  ({ value }: z.core.ParsePayload) =>
    names.every((name) => typeof (value as Record<string, unknown>)[name] === "string");

/**
 * Names of the provider's attributes for Castellan's user fields. An empty name means that no attribute is read for the field.
 */
const attributes = (names: Record<"email" | UserField, string>) =>
  z
    .object({
      email: text(200).default(names.email),
      ...byField(userFieldNames, (field) => text(200).default(names[field])),
    })
    .prefault({});

export const LdapSettings = z.strictObject({
  ...Linking.shape,
  url: required(500).regex(/^ldaps?:\/\/[^/?#@\s]+\/?$/i, must("not_ldap_url")),
  /** True if the connection begins unencrypted and is upgraded to TLS (RFC 4511 §4.14). */
  startTls: z.boolean().default(ldapDefaults.startTls),
  /** Certificate of the directory's certificate authority, if the authority is not a public one. */
  caCertificate: PemText.default(ldapDefaults.caCertificate),
  /** Distinguished name of the account that searches the directory; empty for an anonymous search. */
  bindDn: text(1_000).default(ldapDefaults.bindDn),
  baseDn: required(1_000),
  userFilter: required(2_000)
    .refine((filter) => filter.includes(IDENTIFIER), must("lacks", { text: IDENTIFIER }))
    .default(ldapDefaults.userFilter),
  /**
   * Attribute with the permanent identifier of a person. The identifier must not change when the address or the name changes.
   */
  subjectAttribute: required(200).default(ldapDefaults.subjectAttribute),
  attributes: attributes(ldapDefaults.attributes),
  timeoutSeconds: wholeNumber(1, 30).default(ldapDefaults.timeoutSeconds),
});
export type LdapSettings = z.output<typeof LdapSettings>;

export const SamlSettings = z.strictObject({
  ...Linking.shape,
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
  signRequests: z.boolean().default(samlDefaults.signRequests),
  /** Attribute with the permanent identifier of a person; empty if the NameID is the identifier. */
  subjectAttribute: text(500).default(samlDefaults.subjectAttribute),
  attributes: attributes(samlDefaults.attributes),
});
export type SamlSettings = z.output<typeof SamlSettings>;

/** The single settings of an OpenID Connect provider. `oidcRules` adds the conditions that relate several settings. */
export const OidcFields = z.strictObject({
  ...Linking.shape,
  issuer: required(2_000)
    .refine((text) => webAddressProblem(text) === null, { error: must("not_https_url"), abort: true })
    .refine((url) => !/\/(common|organizations|consumers)\/v2\.0\/?$/.test(url), {
      error: must("shared_issuer"),
    }),
  clientId: required(500),
  scopes: required(500).default(oidcDefaults.scopes),
  /**
   * Team id and key id at Apple. Apple's client secret is a signed JWT, and Apple's answers arrive by form post. The settings
   * contain both ids or neither.
   */
  teamId: text(50).default(oidcDefaults.teamId),
  keyId: text(50).default(oidcDefaults.keyId),
  attributes: attributes(oidcDefaults.attributes),
});

type OidcTexts = Pick<z.output<typeof OidcFields>, "issuer" | "scopes" | "teamId" | "keyId">;

const togetherInOidc = (path: keyof OidcTexts, error: string, holds: (texts: OidcTexts) => boolean) =>
  z.refine<OidcTexts>(holds, { path: [path], error, when: areTexts("issuer", "scopes", "teamId", "keyId") });

/** Conditions that relate several settings. */
export const oidcRules = [
  // OpenID Connect Core §3.1.2.1: without the scope `openid`, the answer contains no ID token and therefore no identity.
  togetherInOidc(
    "scopes",
    must("lacks", { text: "openid" }),
    (texts) => isGitHub(texts) || texts.scopes.split(/\s+/).includes("openid"),
  ),
  togetherInOidc(
    "teamId",
    must("apple_key_required"),
    ({ issuer, teamId, keyId }) =>
      teamId !== "" || keyId !== "" || issuer.replace(/\/$/, "") !== APPLE_ISSUER,
  ),
  togetherInOidc("teamId", must("other_one_required"), ({ teamId, keyId }) => teamId !== "" || keyId === ""),
  togetherInOidc("keyId", must("other_one_required"), ({ teamId, keyId }) => keyId !== "" || teamId === ""),
];

export const OidcSettings = OidcFields.check(...oidcRules);
export type OidcSettings = z.output<typeof OidcSettings>;

/** Returns true for GitHub. GitHub uses OAuth 2.0 without OpenID Connect. */
export const isGitHub = ({ issuer }: { issuer: string }) => issuer === GITHUB_ISSUER;

/**
 * Returns true if the client secret is a JWT that Castellan signs with a key (Apple). The server then stores the key in place
 * of the secret.
 */
export const signsItsSecret = ({ teamId, keyId }: { teamId: string; keyId: string }) =>
  teamId !== "" && keyId !== "";

export const settingsOf = { ldap: LdapSettings, saml: SamlSettings, oidc: OidcSettings } as const;

/** A provider's kind and the settings for this kind. Verbatim, because they name things at the provider. */
export const Configuration = verbatim(
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("ldap"), settings: LdapSettings }),
    z.strictObject({ kind: z.literal("saml"), settings: SamlSettings }),
    z.strictObject({ kind: z.literal("oidc"), settings: OidcSettings }),
  ]),
);
export type Configuration = z.output<typeof Configuration>;

/**
 * The provider's secret. The server stores the secret encrypted and never returns it. Absent: the secret stays. Null: the
 * secret is removed.
 */
const Secret = verbatim(z.string().min(1).max(4_000)).nullish();

export const NewProvider = z.strictObject({ name: Name, configuration: Configuration, secret: Secret });
export const ProviderChange = z.strictObject({
  providerId: Id,
  name: Name,
  configuration: Configuration,
  secret: Secret,
});

/** A provider in the list of providers. */
export const ProviderSummary = z.object({
  providerId: Id,
  kind: z.enum(providerKinds),
  name: z.string(),
  enabled: z.boolean(),
  /** Number of users with a linked identity at the provider. */
  people: z.int(),
  /** Number of apps that offer the provider. These apps have the connector of the provider's kind, approved and enabled. */
  apps: z.int(),
});
export type ProviderSummary = z.output<typeof ProviderSummary>;

/** One of Castellan's keys for a SAML provider, in the form that the provider's operator needs. */
export const ProviderKey = z.object({
  keyId: Id,
  /**
   * State of the key. `next`: announced to the provider and not used for signing. `current`: used for signing. Keys of all
   * states decrypt assertions.
   */
  use: z.enum(["next", "current", "previous"]),
  /** The certificate in PEM form. */
  certificate: z.string(),
  /** SHA-256 of the certificate, as hexadecimal text. */
  fingerprint: z.string(),
  createdAt: Timestamp,
  /** Time at which the certificate becomes invalid. */
  expiresAt: Timestamp,
});
export type ProviderKey = z.output<typeof ProviderKey>;

export const Provider = z.object({
  ...ProviderSummary.shape,
  configuration: Configuration,
  hasSecret: z.boolean(),
  createdAt: Timestamp,
});
export type Provider = z.output<typeof Provider>;

/** Result of a connection test. The findings are in the order of the checks. */
export const ConnectionTest = z.object({
  ok: z.boolean(),
  findings: z.array(z.string()),
});
export type ConnectionTest = z.output<typeof ConnectionTest>;

export const LinkedIdentity = z.object({
  identityId: Id,
  providerId: Id,
  providerName: z.string(),
  kind: z.enum(providerKinds),
  subject: z.string(),
  email: z.string().nullable(),
  linkedAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export type LinkedIdentity = z.output<typeof LinkedIdentity>;
