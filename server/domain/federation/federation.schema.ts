import * as z from "zod";
import { Id, Name, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { byField, userFieldNames, type UserField } from "@/server/kernel/user-fields";
import { webAddressProblem } from "@/server/kernel/http/web-address";
import { IDENTIFIER, ldapDefaults, linkingDefaults, oidcDefaults, samlDefaults } from "./defaults.schema";
import { APPLE_ISSUER, GITHUB_ISSUER } from "./presets.schema";
import { providerKinds } from "./kinds.schema";

/*
 * The settings of each kind of identity provider. Forms, operations and the protocol code share these schemas. They
 * contain no secrets.
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

/** A domain name, as in an address after the @. */
const Domain = text(253)
  .toLowerCase()
  .regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u, {
    error: ({ input }) => must("not_domain", { value: String(input) }),
  });

/** Linking of accounts and trust in addresses. */
const Linking = z.object({
  /** True if the provider's addresses count as verified even without a statement of the provider. */
  trustEmail: z.boolean().default(linkingDefaults.trustEmail),
  /** Domains whose addresses count as verified; empty: all domains. */
  emailDomains: z
    .array(Domain)
    .max(100, must("too_many_domains", { max: 100 }))
    .default(linkingDefaults.emailDomains),
  /** Links an identity to the user who has its verified address. */
  linkByEmail: z.boolean().default(linkingDefaults.linkByEmail),
  /** Creates a user for an unknown identity. */
  createPeople: z.boolean().default(linkingDefaults.createPeople),
});

/**
 * Returns a condition for zod's `when`: a refinement of several fields runs if all of them are texts, even if other
 * fields have errors.
 */
const areTexts =
  (...names: string[]) =>
  ({ value }: z.core.ParsePayload) =>
    names.every((name) => typeof (value as Record<string, unknown>)[name] === "string");

/** Names of the provider's attributes for our fields. An attribute with an empty name is not read. */
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
  /** Upgrades a plain connection to TLS (RFC 4511 §4.14). */
  startTls: z.boolean().default(ldapDefaults.startTls),
  /** Certificate authority of the directory, if it is not a public one. */
  caCertificate: PemText.default(ldapDefaults.caCertificate),
  /** Account that searches the directory; empty: anonymous. */
  bindDn: text(1_000).default(ldapDefaults.bindDn),
  baseDn: required(1_000),
  userFilter: required(2_000)
    .refine((filter) => filter.includes(IDENTIFIER), must("lacks", { text: IDENTIFIER }))
    .default(ldapDefaults.userFilter),
  /**
   * Attribute with the permanent identifier of a person. The identifier must not change with the address or the name.
   */
  subjectAttribute: required(200).default(ldapDefaults.subjectAttribute),
  attributes: attributes(ldapDefaults.attributes),
  timeoutSeconds: wholeNumber(1, 30).default(ldapDefaults.timeoutSeconds),
});
export type LdapSettings = z.output<typeof LdapSettings>;

export const SamlSettings = z.strictObject({
  ...Linking.shape,
  /** The provider's entity id. It must be the issuer of the provider's assertions. */
  entityId: required(1_024),
  /** Sign-in address of the provider (HTTP-Redirect binding). */
  ssoUrl: required(2_000)
    .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/, {
      error: must("not_https_url"),
      abort: true,
    })
    .refine((text) => webAddressProblem(text) === null, must("not_https_url")),
  /** PEM; several certificates during a key change of the provider. */
  certificates: PemText.regex(
    /^(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/,
    must("not_certificates"),
  ),
  /** True if requests are signed with our own key for the provider. */
  signRequests: z.boolean().default(samlDefaults.signRequests),
  /** Attribute with the permanent identifier; empty: the NameID. */
  subjectAttribute: text(500).default(samlDefaults.subjectAttribute),
  attributes: attributes(samlDefaults.attributes),
});
export type SamlSettings = z.output<typeof SamlSettings>;

/** The separate settings of an OpenID Connect provider, without the conditions on several settings. */
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
   * Apple only: the client secret is a signed JWT, and answers arrive by form post. Both fields or neither must be set.
   */
  teamId: text(50).default(oidcDefaults.teamId),
  keyId: text(50).default(oidcDefaults.keyId),
  attributes: attributes(oidcDefaults.attributes),
});

type OidcTexts = Pick<z.output<typeof OidcFields>, "issuer" | "scopes" | "teamId" | "keyId">;

const togetherInOidc = (path: keyof OidcTexts, error: string, holds: (texts: OidcTexts) => boolean) =>
  z.refine<OidcTexts>(holds, { path: [path], error, when: areTexts("issuer", "scopes", "teamId", "keyId") });

/** Conditions on several settings together. */
export const oidcRules = [
  // OpenID Connect Core §3.1.2.1: without this scope there is no ID token and therefore no identity.
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

/** Returns true for GitHub, which uses OAuth 2.0 without OpenID Connect. */
export const isGitHub = ({ issuer }: { issuer: string }) => issuer === GITHUB_ISSUER;

/**
 * Returns true if the client secret is a JWT that is signed with a key (Apple). The key is then stored in place of the
 * secret.
 */
export const signsItsSecret = ({ teamId, keyId }: { teamId: string; keyId: string }) =>
  teamId !== "" && keyId !== "";

export const settingsOf = { ldap: LdapSettings, saml: SamlSettings, oidc: OidcSettings } as const;

/** A provider's kind with the settings of that kind. */
export const Configuration = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ldap"), settings: LdapSettings }),
  z.strictObject({ kind: z.literal("saml"), settings: SamlSettings }),
  z.strictObject({ kind: z.literal("oidc"), settings: OidcSettings }),
]);
export type Configuration = z.output<typeof Configuration>;

/** The secret. It is stored encrypted and never returned. Absent: unchanged; null: removed. */
const Secret = z.string().min(1).max(4_000).nullish();

export const NewProvider = z.strictObject({ name: Name, configuration: Configuration, secret: Secret });
export const ProviderChange = z.strictObject({
  providerId: Id,
  name: Name,
  configuration: Configuration,
  secret: Secret,
});

/** A provider in the list. */
export const ProviderSummary = z.object({
  providerId: Id,
  kind: z.enum(providerKinds),
  name: z.string(),
  enabled: z.boolean(),
  /** Number of people with an identity at the provider. */
  people: z.int(),
  /** Number of apps that offer the provider: the connector of its kind is approved and enabled there. */
  apps: z.int(),
});
export type ProviderSummary = z.output<typeof ProviderSummary>;

/** One of our keys for a SAML provider, in the form that the provider's operator needs. */
export const ProviderKey = z.object({
  keyId: Id,
  /** The `next` key is only announced. The `current` key signs. All keys decrypt. */
  use: z.enum(["next", "current", "previous"]),
  /** PEM. */
  certificate: z.string(),
  /** SHA-256 of the certificate, hex. */
  fingerprint: z.string(),
  createdAt: Timestamp,
  /** End of the certificate's validity. */
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

/** Result of a connection test, with the findings in the order of the checks. */
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
