import * as z from "zod";
import { Id, Name, Timestamp } from "@/server/kernel/fields";
import { verbatim } from "@/server/kernel/strings/composed";
import type { ProviderKindModule } from "./kind.schema";
import { providerKinds, type ProviderKind } from "./kinds.schema";
import { ldap } from "./ldap/ldap.schema";
import { oidc } from "./oidc/oidc.schema";
import { saml } from "./saml/saml.schema";

const registry = { ldap, saml, oidc };

/** The module of each kind of identity provider. */
export const kinds: Readonly<Record<ProviderKind, ProviderKindModule>> = registry;

type Variant = {
  [Kind in ProviderKind]: z.ZodObject<
    { kind: z.ZodLiteral<Kind>; settings: (typeof registry)[Kind]["settings"] },
    z.core.$strict
  >;
}[ProviderKind];

/** A provider's kind and the settings for this kind. Verbatim, because they name things at the provider. */
export const Configuration = verbatim(
  z.discriminatedUnion(
    "kind",
    // The cast is needed, because `map` loses which settings belong to which kind.
    providerKinds.map((kind) =>
      z.strictObject({ kind: z.literal(kind), settings: registry[kind].settings }),
    ) as unknown as [Variant, ...Variant[]],
  ),
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
  /** One of `providerKinds`, or a kind that only another version of Castellan has. */
  kind: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  /** Number of users with a linked identity at the provider. */
  people: z.int(),
  /** Number of apps that offer the provider. These apps have the connector of the provider's kind, approved and enabled. */
  apps: z.int(),
});
export type ProviderSummary = z.output<typeof ProviderSummary>;

/** One of Castellan's keys for a provider, in the form that the provider's operator needs. */
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
  /** Null if this version does not have the provider's kind. */
  configuration: Configuration.nullable(),
  hasSecret: z.boolean(),
  /** True if Castellan has keys of its own for the provider. */
  hasOwnKeys: z.boolean(),
  /** True if this server sends requests to the provider. False if only browsers do. */
  isRequested: z.boolean(),
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
  kind: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  linkedAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export type LinkedIdentity = z.output<typeof LinkedIdentity>;
