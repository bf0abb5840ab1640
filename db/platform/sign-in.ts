import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, folded, identity, instant, integer64 } from "../kit";
import { flowColumns, type ProofRecord } from "../tenant/sign-in-flows";
import { factorColumns } from "../tenant/sign-ins";
import { tenants } from "./registry";

/** Administrators of the platform. */
export const platformAdministrators = pgTable(
  "platform_administrators",
  {
    id: identity().primaryKey(),
    email: text("email").notNull(),
    emailKey: folded("email_key", "email"),
    name: text("name"),
    passwordHash: text("password_hash").notNull(),
    failedSignIns: integer("failed_sign_ins").notNull().default(0),
    lockedUntil: instant("locked_until"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("platform_administrators_email").on(t.emailKey)],
);

/** Second factors of platform administrators, in the form of the users' factors. */
export const platformFactors = pgTable(
  "platform_factors",
  {
    id: identity().primaryKey(),
    /** The administrator. */
    userId: integer64("administrator_id")
      .notNull()
      .references(() => platformAdministrators.id, { onDelete: "cascade" }),
    ...factorColumns(),
  },
  (t) => [
    index("platform_factors_administrator").on(t.userId, t.kind),
    uniqueIndex("platform_factors_external_key").on(t.externalKey),
  ],
);

/**
 * A browser of an earlier sign-in of a platform administrator. A lock after wrong passwords does not exclude
 * it.
 */
export const platformDevices = pgTable(
  "platform_devices",
  {
    id: identity().primaryKey(),
    administratorId: integer64("administrator_id")
      .notNull()
      .references(() => platformAdministrators.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in its device cookie, hex. */
    tokenHash: codeText("token_hash").notNull(),
    lastUsed: instant("last_used").notNull().defaultNow(),
    /**
     * Number of consecutive wrong answers from this browser. At the platform's limit it stops being a known
     * browser.
     */
    failedSignIns: integer("failed_sign_ins").notNull().default(0),
  },
  (t) => [
    uniqueIndex("platform_devices_token").on(t.administratorId, t.tokenHash),
    // A browser's token is renewed for all its users.
    index("platform_devices_browser").on(t.tokenHash),
  ],
);

/**
 * Secrets of a platform administrator that are valid once, stored as SHA-256: tokens of links in reset mails, and
 * answered challenges of passkeys, which are stored as used.
 */
export const platformResetTokens = pgTable(
  "platform_reset_tokens",
  {
    id: identity().primaryKey(),
    administratorId: integer64("administrator_id")
      .notNull()
      .references(() => platformAdministrators.id, { onDelete: "cascade" }),
    tokenHash: codeText("token_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [
    uniqueIndex("platform_reset_tokens_hash").on(t.tokenHash),
    index("platform_reset_tokens_administrator").on(t.administratorId),
  ],
);

/** A signed-in browser of the console. The cookie contains a random token, the row its SHA-256. */
export const consoleSessions = pgTable(
  "console_sessions",
  {
    id: identity().primaryKey(),
    tokenHash: codeText("token_hash").notNull(),
    email: text("email").notNull(),
    name: text("name"),
    platformAdministratorId: bigint("platform_administrator_id", { mode: "number" }).references(
      () => platformAdministrators.id,
      { onDelete: "cascade" },
    ),
    ip: text("ip"),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    uniqueIndex("console_sessions_token").on(t.tokenHash),
    index("console_sessions_expiry").on(t.expiresAt),
    index("console_sessions_platform_administrator").on(t.platformAdministratorId),
  ],
);

/** Tenants that a console session may enter. Each has its own session, which the tenant can revoke. */
export const consoleMemberships = pgTable(
  "console_memberships",
  {
    consoleSessionId: integer64("console_session_id")
      .notNull()
      .references(() => consoleSessions.id, { onDelete: "cascade" }),
    tenantId: integer64("tenant_id")
      .notNull()
      .references(() => tenants.id, { onDelete: "cascade" }),
    userId: integer64("user_id").notNull(),
    sessionId: integer64("session_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.consoleSessionId, t.tenantId] }),
    index("console_memberships_tenant").on(t.tenantId),
  ],
);

/** A sign-in to the console in progress; removed at its end. */
export const consoleSignInFlows = pgTable(
  "console_sign_in_flows",
  {
    id: identity().primaryKey(),
    ...flowColumns(),
    /** Accounts with their proofs. One address and password can match several. Tenant null: the platform. */
    subjects: jsonb("subjects")
      .$type<{ tenantId: number | null; userId: number; proofs: ProofRecord[] }[]>()
      .notNull()
      .default([]),
  },
  (t) => [
    uniqueIndex("console_sign_in_flows_key").on(t.keyHash),
    index("console_sign_in_flows_expiry").on(t.expiresAt),
  ],
);

/**
 * Payloads of oidc-provider: codes, grants, refresh tokens, sessions, interactions. The adapter hashes the ids. Also contains
 * records of wrong passwords that were counted (server/auth/sign-in/counted-passwords.ts).
 */
export const oidcPayloads = pgTable(
  "oidc_payloads",
  {
    model: codeText("model").notNull(),
    idHash: codeText("id_hash").notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    clientId: codeText("client_id"),
    accountId: codeText("account_id"),
    grantId: codeText("grant_id"),
    uid: codeText("uid"),
    userCode: codeText("user_code"),
    createdAt: instant("created_at").notNull().defaultNow(),
    consumedAt: instant("consumed_at"),
    expiresAt: instant("expires_at"),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.idHash] }),
    index("oidc_payloads_grant").on(t.grantId),
    index("oidc_payloads_uid").on(t.model, t.uid),
    index("oidc_payloads_user_code").on(t.model, t.userCode),
    index("oidc_payloads_expiry").on(t.expiresAt),
  ],
);

/** Revoked access tokens, until their expiry (RFC 7009). */
export const revokedTokens = pgTable(
  "revoked_tokens",
  { jti: codeText("jti").primaryKey(), expiresAt: instant("expires_at").notNull() },
  (t) => [index("revoked_tokens_expiry").on(t.expiresAt)],
);

/**
 * Signing keys of tokens. A key is published, signs from `signs_from` to `retired_at`, and stays published until its tokens have
 * expired (server/auth/oidc/keys.ts). Rows are kept, because the public part verifies old ID tokens that apps send as hints.
 */
export const signingKeys = pgTable("signing_keys", {
  kid: codeText("kid").primaryKey(),
  algorithm: text("algorithm").notNull(),
  publicJwk: jsonb("public_jwk").$type<Record<string, unknown>>().notNull(),
  /** Encrypted with the server's master key. Null after the key has been unpublished. */
  privateJwkEncrypted: text("private_jwk_encrypted"),
  createdAt: instant("created_at").notNull().defaultNow(),
  /** Time from which the key signs; until then it is only published. */
  signsFrom: instant("signs_from").notNull().defaultNow(),
  /** Time at which the key stops signing; in the future if a successor is planned. */
  retiredAt: instant("retired_at"),
  /** Time at which the key was revoked: from then on it is unpublished, and its tokens are invalid. */
  revokedAt: instant("revoked_at"),
});

/**
 * Counts of limits on guesses, messages and requests, for all instances together (server/store/counts.ts). The table is unlogged: a
 * crash of the database server empties it, and a write waits for no flush.
 */
export const limitCounters = pgTable("limit_counters", {
  /** SHA-256 of the name of the limit and its subject. */
  key: codeText("key").primaryKey(),
  points: integer("points").notNull(),
  expiresAt: instant("expires_at").notNull(),
});
