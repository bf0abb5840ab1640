import { boolean, index, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, folded, instant, integer64, references, tenantLink, tenantTable } from "../kit";
import { users } from "./users";

/** A directory or identity provider of the organization's own, or one that the world shares. */
export const identityProviders = tenantTable(
  "identity_providers",
  {
    kind: text("kind", { enum: ["ldap", "saml", "oidc"] }).notNull(),
    name: text("name").notNull(),
    nameKey: folded("name_key", "name"),
    enabled: boolean("enabled").notNull().default(true),
    /** What its kind needs; read through the kind's schema. */
    settings: jsonb("settings").$type<Record<string, unknown>>().notNull(),
    /** The password of the search account or the client's secret, encrypted: it must be read back to be used. */
    secretSealed: text("secret_sealed"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("identity_providers_name").on(t.tenantId, t.nameKey)],
);

/** Our own keys for a SAML provider, which it is told as certificates. */
export const identityProviderKeys = tenantTable(
  "identity_provider_keys",
  {
    providerId: integer64("provider_id").notNull(),
    /** The next is told beforehand, the current signs, all decrypt. */
    use: text("use", { enum: ["next", "current", "previous"] }).notNull(),
    /** PEM. */
    certificate: text("certificate").notNull(),
    /** SHA-256 of the certificate, hex. */
    fingerprint: codeText("fingerprint").notNull(),
    /** The private key in PEM, encrypted. */
    keySealed: text("key_sealed").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the certificate runs out. */
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    references(t, t.providerId, () => identityProviders),
    index("identity_provider_keys_provider").on(t.tenantId, t.providerId),
  ],
);

/** Who someone is at a provider. */
export const identities = tenantTable(
  "identities",
  {
    userId: integer64("user_id").notNull(),
    providerId: integer64("provider_id").notNull(),
    /** The provider's own name for them, which it never gives to anybody else. */
    subject: codeText("subject").notNull(),
    /** The address that it told when they last signed in, for whoever reads the list. */
    email: text("email"),
    linkedAt: instant("linked_at").notNull().defaultNow(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [
    references(t, t.userId, () => users),
    references(t, t.providerId, () => identityProviders),
    uniqueIndex("identities_subject").on(t.tenantId, t.providerId, t.subject),
    index("identities_user").on(t.tenantId, t.userId),
  ],
);

/** Somebody was sent to a provider and is expected back. */
export const outsideAttempts = tenantTable(
  "outside_attempts",
  {
    providerId: integer64("provider_id").notNull(),
    /** SHA-256, hex, of the state that travels along. */
    stateHash: codeText("state_hash").notNull(),
    /** The hosted sign-in that it belongs to; its cookie is in the browser that left. */
    interactionUid: codeText("interaction_uid").notNull(),
    /** What the protocol needs to know of the request again (nonce, verifier, request id), encrypted. */
    keptSealed: text("kept_sealed").notNull(),
    /** Who the provider says it is, once it has said so, encrypted. */
    identitySealed: text("identity_sealed"),
    /** SHA-256, hex, of what the browser that came back was given: with the cookie it shows that it is the one that left. */
    claimHash: codeText("claim_hash"),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    references(t, t.providerId, () => identityProviders),
    uniqueIndex("outside_attempts_state").on(t.tenantId, t.stateHash),
    index("outside_attempts_expiry").on(t.tenantId, t.expiresAt),
  ],
);

/** Assertions that were taken once and must not be taken again while they are valid. */
export const usedAssertions = tenantLink(
  "used_assertions",
  {
    providerId: integer64("provider_id").notNull(),
    /** SHA-256 of the assertion's id, hex. */
    assertionHash: codeText("assertion_hash").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  ["providerId", "assertionHash"],
  (t) => [
    references(t, t.providerId, () => identityProviders),
    index("used_assertions_expiry").on(t.tenantId, t.expiresAt),
  ],
);
