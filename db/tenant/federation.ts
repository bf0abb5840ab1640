import { boolean, index, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, folded, instant, integer64, references, tenantLink, tenantTable } from "../kit";
import { users } from "./users";

/** A directory or identity provider of the organization, or a public one. */
export const identityProviders = tenantTable(
  "identity_providers",
  {
    /** A kind of server/domain/federation/kinds.schema.ts, or one that only another version has. */
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    nameKey: folded("name_key", "name"),
    enabled: boolean("enabled").notNull().default(true),
    /** Settings of its kind, parsed by the kind's schema. */
    settings: jsonb("settings").$type<Record<string, unknown>>().notNull(),
    /**
     * The password of the search account or the client's secret. Encrypted and not hashed, because its use
     * requires the plain text.
     */
    secretSealed: text("secret_sealed"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("identity_providers_name").on(t.tenantId, t.nameKey)],
);

/** Castellan's own keys for a SAML provider, published as certificates. */
export const identityProviderKeys = tenantTable(
  "identity_provider_keys",
  {
    providerId: integer64("provider_id").notNull(),
    /** `next` is published in advance, `current` signs, all decrypt. */
    use: text("use", { enum: ["next", "current", "previous"] }).notNull(),
    /** PEM. */
    certificate: text("certificate").notNull(),
    /** SHA-256 of the certificate, hex. */
    fingerprint: codeText("fingerprint").notNull(),
    /** The private key in PEM, encrypted. */
    keySealed: text("key_sealed").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Expiry of the certificate. */
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    references(t, t.providerId, () => identityProviders),
    index("identity_provider_keys_provider").on(t.tenantId, t.providerId),
  ],
);

/** The identity of a user at a provider. */
export const identities = tenantTable(
  "identities",
  {
    userId: integer64("user_id").notNull(),
    providerId: integer64("provider_id").notNull(),
    /** The provider's own identifier of the user, which it never assigns to another one. */
    subject: codeText("subject").notNull(),
    /** The address in the last sign-in, for people. */
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

/** A redirect to a provider whose callback is pending. */
export const outsideAttempts = tenantTable(
  "outside_attempts",
  {
    providerId: integer64("provider_id").notNull(),
    /** SHA-256 of the state parameter, hex. */
    stateHash: codeText("state_hash").notNull(),
    /** The hosted sign-in that redirected the browser. The redirected browser has the cookie of this sign-in. */
    interactionUid: codeText("interaction_uid").notNull(),
    /**
     * Data of the request that the protocol needs at the callback (nonce, verifier, request id), encrypted.
     */
    keptSealed: text("kept_sealed").notNull(),
    /** The identity from the provider's answer, encrypted. */
    identitySealed: text("identity_sealed"),
    /**
     * SHA-256 of the token that the browser gets at the callback, hex. The token and the cookie of the sign-in together prove that
     * the browser at the callback is the redirected one.
     */
    claimHash: codeText("claim_hash"),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    references(t, t.providerId, () => identityProviders),
    uniqueIndex("outside_attempts_state").on(t.tenantId, t.stateHash),
    index("outside_attempts_expiry").on(t.tenantId, t.expiresAt),
  ],
);

/** Accepted assertions. A repeated assertion is refused while it is valid. */
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
