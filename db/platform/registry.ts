import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, identity, instant, integer64, usageColumns } from "../kit";
import type { FieldChange } from "../tenant/journal";

/** Organizations. Contains only data that the platform needs without access to a tenant's own data. */
export const tenants = pgTable(
  "tenants",
  {
    id: identity().primaryKey(),
    slug: codeText("slug").notNull(),
    status: text("status", { enum: ["active", "suspended"] })
      .notNull()
      .default("active"),
    /** Storage of the tenant's data. */
    storageProvider: text("storage_provider").notNull().default("embedded"),
    /** `none`, or the state of a migration to another storage. */
    migrationStatus: text("migration_status").notNull().default("none"),
    migrationTargetProvider: text("migration_target_provider"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("tenants_slug").on(t.slug),
    // Search is by a part of the slug over all tenants.
    index("tenants_slug_search").using("gin", sql`${t.slug} gin_trgm_ops`),
  ],
);

/**
 * The organization that owns an audience of access tokens. All organizations share the issuer and its keys,
 * so an API distinguishes them by the audience. Functions of migration 0015 write it in a tenant's
 * transaction.
 */
export const apiAudiences = pgTable(
  "api_audiences",
  {
    /** The audience in the form that comparisons use (server/kernel/http/api-audience.ts). */
    audience: codeText("audience").primaryKey(),
    tenantId: integer64("tenant_id").notNull(),
    host: codeText("host"),
    claimedAt: instant("claimed_at").notNull().defaultNow(),
  },
  (t) => [index("api_audiences_host").on(t.host)],
);

/** Settings of the platform in one row. PlatformSettings validates the value at each read. */
export const platformSettings = pgTable("platform_settings", {
  id: integer("id").primaryKey().default(1),
  value: jsonb("value").$type<Record<string, unknown>>().notNull(),
});

/** A credential that creates and manages tenants. */
export const platformCredentials = pgTable(
  "platform_credentials",
  {
    id: identity().primaryKey(),
    name: text("name").notNull(),
    clientId: codeText("client_id").notNull(),
    secretHash: text("secret_hash").notNull(),
    secretGeneration: integer("secret_generation").notNull().default(1),
    capabilities: jsonb("capabilities").$type<string[]>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    rotatedAt: instant("rotated_at"),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (t) => [uniqueIndex("platform_credentials_client_id").on(t.clientId)],
);

/** Use of a platform credential on one day (UTC). */
export const platformCredentialUsage = pgTable(
  "platform_credential_usage",
  {
    credentialId: integer64("credential_id")
      .notNull()
      .references(() => platformCredentials.id, { onDelete: "cascade" }),
    ...usageColumns(),
  },
  (t) => [primaryKey({ columns: [t.credentialId, t.day] })],
);

/** Audit log of the platform. */
export const platformAuditEvents = pgTable(
  "platform_audit_events",
  {
    id: identity().primaryKey(),
    at: instant("at").notNull().defaultNow(),
    action: codeText("action").notNull(),
    target: codeText("target").notNull(),
    targetLabel: text("target_label"),
    userId: integer64("user_id"),
    userEmail: text("user_email"),
    actorLabel: text("actor_label"),
    clientId: text("client_id"),
    ip: text("ip"),
    requestId: text("request_id"),
    changes: jsonb("changes").$type<Record<string, FieldChange>>(),
  },
  (t) => [
    index("platform_audit_events_time").on(t.at, t.id),
    index("platform_audit_events_action").on(t.action, t.at, t.id),
    index("platform_audit_events_user").on(t.userId, t.at, t.id),
    index("platform_audit_events_target").on(t.target, t.at, t.id),
  ],
);

/** Same as in db/tenant/journal.ts, for writes of the platform interface. */
export const platformIdempotencyKeys = pgTable(
  "platform_idempotency_keys",
  {
    owner: codeText("owner").notNull(),
    key: codeText("key").notNull(),
    fingerprint: text("fingerprint").notNull(),
    answer: text("answer").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.key] }), index("platform_idempotency_keys_age").on(t.createdAt)],
);
