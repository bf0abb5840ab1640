import * as z from "zod";
import { Id, Name, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { must } from "@/server/kernel/must";
import { byField, userFieldNames, type UserField } from "@/server/kernel/user-fields";
import { webAddressProblem } from "@/server/kernel/web-address";
import { IDENTIFIER, ldapDefaults, linkingDefaults, oidcDefaults, samlDefaults } from "./defaults.schema";
import { APPLE_ISSUER, GITHUB_ISSUER } from "./presets.schema";
import { providerKinds } from "./kinds.schema";

/*
 * What each kind of identity provider needs. Forms, operations and the code that talks to the provider read these same
 * schemas; a secret is never part of them.
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

/** A domain name, as it stands behind the @ of an address. */
const Domain = text(253)
  .toLowerCase()
  .regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u, {
    error: ({ input }) => must("not_domain", { value: String(input) }),
  });

/** Who a provider may bring, and what its word counts for. */
const Linking = z.object({
  /** Its addresses count as proven even where it does not say so of each. */
  trustEmail: z.boolean().default(linkingDefaults.trustEmail),
  /** Proven addresses are only those of these domains; none: of every domain. */
  emailDomains: z
    .array(Domain)
    .max(100, must("too_many_domains", { max: 100 }))
    .default(linkingDefaults.emailDomains),
  /** Whoever has a proven address of a person here is that person. */
  linkByEmail: z.boolean().default(linkingDefaults.linkByEmail),
  /** Whoever is not known becomes a person here. */
  createPeople: z.boolean().default(linkingDefaults.createPeople),
});

/** So that a rule about several texts is told beside what else is wrong, wherever they are texts at all. */
const areTexts =
  (...names: string[]) =>
  ({ value }: z.core.ParsePayload) =>
    names.every((name) => typeof (value as Record<string, unknown>)[name] === "string");

/** Which of the provider's attributes is which of ours; an empty one is not read. */
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
  /** Encrypts a connection that began in the clear (RFC 4511 §4.14). */
  startTls: z.boolean().default(ldapDefaults.startTls),
  /** The certificate authority of a directory that no public one vouches for. */
  caCertificate: PemText.default(ldapDefaults.caCertificate),
  /** The account that searches; empty: anonymously. */
  bindDn: text(1_000).default(ldapDefaults.bindDn),
  baseDn: required(1_000),
  userFilter: required(2_000)
    .refine((filter) => filter.includes(IDENTIFIER), must("lacks", { text: IDENTIFIER }))
    .default(ldapDefaults.userFilter),
  /** Names someone for good: it must outlive a new address and a new name. */
  subjectAttribute: required(200).default(ldapDefaults.subjectAttribute),
  attributes: attributes(ldapDefaults.attributes),
  timeoutSeconds: wholeNumber(1, 30).default(ldapDefaults.timeoutSeconds),
});
export type LdapSettings = z.output<typeof LdapSettings>;

export const SamlSettings = z.strictObject({
  ...Linking.shape,
  /** The provider's name for itself; its assertions must bear it. */
  entityId: required(1_024),
  /** Where people are sent (HTTP-Redirect binding). */
  ssoUrl: required(2_000)
    .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/, {
      error: must("not_https_url"),
      abort: true,
    })
    .refine((text) => webAddressProblem(text) === null, must("not_https_url")),
  /** PEM; several while the provider changes its key. */
  certificates: PemText.regex(
    /^(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/,
    must("not_certificates"),
  ),
  /** Requests are signed with our own key for the provider. */
  signRequests: z.boolean().default(samlDefaults.signRequests),
  /** The attribute that names someone for good; empty: the NameID. */
  subjectAttribute: text(500).default(samlDefaults.subjectAttribute),
  attributes: attributes(samlDefaults.attributes),
});
export type SamlSettings = z.output<typeof SamlSettings>;

/** What an OpenID Connect provider's settings are, each by itself. */
export const OidcFields = z.strictObject({
  ...Linking.shape,
  issuer: required(2_000)
    .refine((text) => webAddressProblem(text) === null, { error: must("not_https_url"), abort: true })
    .refine((url) => !/\/(common|organizations|consumers)\/v2\.0\/?$/.test(url), {
      error: must("shared_issuer"),
    }),
  clientId: required(500),
  scopes: required(500).default(oidcDefaults.scopes),
  /** Apple's: the client's secret is signed with a key, and answers come as a form. Both or neither. */
  teamId: text(50).default(oidcDefaults.teamId),
  keyId: text(50).default(oidcDefaults.keyId),
  attributes: attributes(oidcDefaults.attributes),
});

type OidcTexts = Pick<z.output<typeof OidcFields>, "issuer" | "scopes" | "teamId" | "keyId">;

const togetherInOidc = (path: keyof OidcTexts, error: string, holds: (texts: OidcTexts) => boolean) =>
  z.refine<OidcTexts>(holds, { path: [path], error, when: areTexts("issuer", "scopes", "teamId", "keyId") });

/** What must hold of some of them together. */
export const oidcRules = [
  // OpenID Connect Core §3.1.2.1: without it there is no ID token, so nobody would be known.
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

/** Whether this provider is GitHub, which speaks OAuth 2.0 without OpenID Connect. */
export const isGitHub = ({ issuer }: { issuer: string }) => issuer === GITHUB_ISSUER;

/** Whether the client signs its secret with a key, which is what is kept in place of the secret then (Apple). */
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

/** Kept encrypted and never shown; without it, what is kept stays, and null takes it away. */
const Secret = z.string().min(1).max(4_000).nullish();

export const NewProvider = z.strictObject({ name: Name, configuration: Configuration, secret: Secret });
export const ProviderChange = z.strictObject({
  providerId: Id,
  name: Name,
  configuration: Configuration,
  secret: Secret,
});

/** A provider as the list shows it. */
export const ProviderSummary = z.object({
  providerId: Id,
  kind: z.enum(providerKinds),
  name: z.string(),
  enabled: z.boolean(),
  /** How many people's identities at it are known. */
  people: z.int(),
  /** In how many apps it is offered: those where its connector is approved and on. */
  apps: z.int(),
});
export type ProviderSummary = z.output<typeof ProviderSummary>;

/** A key of ours for a SAML provider, as its operator is told it. */
export const ProviderKey = z.object({
  keyId: Id,
  /** The next is told beforehand, the current signs, all decrypt. */
  use: z.enum(["next", "current", "previous"]),
  /** PEM. */
  certificate: z.string(),
  /** SHA-256 of the certificate, hex. */
  fingerprint: z.string(),
  createdAt: Timestamp,
  /** When the certificate runs out. */
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

/** What came of trying to reach a provider: what was found, in the order of looking. */
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
