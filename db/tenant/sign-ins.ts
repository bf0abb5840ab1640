import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { type CodedText, codeText, instant, integer64, references, storedText, tenantTable } from "../kit";
import { users } from "./users";

/** Every attempt to sign in with its facts and decision. All risk figures are computed from these rows. */
export const signIns = tenantTable(
  "sign_ins",
  {
    at: instant("at").notNull().defaultNow(),
    /**
     * Null if the identifier matches no account. Rows remain after the deletion of apps, devices and
     * sessions, so there are no references to them.
     */
    userId: integer64("user_id"),
    /** The typed text, if it matches no account. */
    identifier: text("identifier"),
    appId: integer64("app_id"),
    deviceId: integer64("device_id"),
    sessionId: integer64("session_id"),
    outcome: text("outcome", { enum: ["succeeded", "failed", "refused", "stepped_up"] }).notNull(),
    /** The factor: password, webauthn, EmailOtp, … */
    method: text("method"),
    ip: text("ip"),
    /** The network for limits (server/kernel/http/network.ts); null in rows from before migration 0014. */
    network: codeText("network"),
    country: text("country"),
    region: text("region"),
    place: text("place"),
    userAgent: text("user_agent"),
    /** 0 to 100; null without a score. */
    score: integer("score"),
    tier: text("tier", { enum: ["low", "medium", "high", "critical"] }),
    /** The parts of the score: `{newDevice: 20, …}`. */
    signals: jsonb("signals").$type<Record<string, number>>(),
    /** Reason of a refusal or of another required factor, for the console: the rule and its words. */
    explanation: jsonb("explanation").$type<(CodedText | string)[]>(),
  },
  (t) => [
    references(t, t.userId, () => users),
    index("sign_ins_user").on(t.tenantId, t.userId, t.at, t.id),
    index("sign_ins_time").on(t.tenantId, t.at, t.id),
    index("sign_ins_network").on(t.tenantId, t.network, t.at),
    // Finds the people with the highest scores. The index contains all columns that the search reads.
    index("sign_ins_score")
      .on(t.tenantId, t.score, t.at, t.userId)
      .where(sql`${t.score} is not null and ${t.userId} is not null`),
    // Find the newest risky sign-ins, and the newest ones with a reason. Partial indexes, because the planner would otherwise
    // choose another index when it expects few rows of a tier.
    index("sign_ins_risky")
      .on(t.tenantId, t.at, t.id)
      .where(sql`${t.tier} in ('medium', 'high', 'critical')`),
    index("sign_ins_explained")
      .on(t.tenantId, t.at, t.id)
      .where(sql`${t.explanation} is not null`),
  ],
);

/**
 * Columns of every second factor: of users (below) and of platform administrators (db/platform/sign-in.ts).
 */
export const factorColumns = () => ({
  /** A kind of server/domain/sign-in-methods/factor-kinds.schema.ts, or of another version. */
  kind: text("kind").notNull(),
  label: text("label"),
  /** The protocol's identifier (the WebAuthn credential id). */
  externalKey: codeText("external_key"),
  /** A secret whose use requires the plain text (a TOTP seed), encrypted; else null. */
  secretSealed: text("secret_sealed"),
  data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
  createdAt: instant("created_at").notNull().defaultNow(),
  verifiedAt: instant("verified_at"),
  lastUsedAt: instant("last_used_at"),
});

/** A factor besides the password: a passkey, an authenticator app, recovery codes. */
export const factors = tenantTable(
  "factors",
  {
    userId: integer64("user_id").notNull(),
    ...factorColumns(),
  },
  (t) => [
    references(t, t.userId, () => users),
    index("factors_user").on(t.tenantId, t.userId, t.kind),
    uniqueIndex("factors_external_key").on(t.tenantId, t.externalKey),
    // The console's sign-in searches the owner of a passkey in all tenants.
    index("factors_credential").on(t.externalKey),
  ],
);

/** A request of a user who lost the second factor. The status does not change on expiry. Readers must compare the time. */
export const mfaResetRequests = tenantTable(
  "mfa_reset_requests",
  {
    userId: integer64("user_id").notNull(),
    status: text("status", { enum: ["pending", "approved", "denied"] })
      .notNull()
      .default("pending"),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    riskTier: text("risk_tier", { enum: ["low", "medium", "high", "critical"] }),
    /** The user's text for the person who decides. */
    reason: text("reason"),
    decidedAt: instant("decided_at"),
    /** The person who decided, in the audit log's form. */
    decidedBy: text("decided_by"),
    note: text("note"),
  },
  (t) => [
    references(t, t.userId, () => users),
    index("mfa_reset_requests_user").on(t.tenantId, t.userId),
    index("mfa_reset_requests_status").on(t.tenantId, t.status, t.id),
  ],
);

/** An alert for administrators. */
export const securityAlerts = tenantTable(
  "security_alerts",
  {
    alertType: codeText("alert_type").notNull(),
    severity: text("severity", { enum: ["low", "medium", "high", "critical"] }).notNull(),
    summary: storedText("summary").notNull(),
    affectedUserCount: integer("affected_user_count").notNull().default(0),
    /** Key of the subject, so that one subject has at most one open alert. */
    openKey: codeText("open_key"),
    details: jsonb("details").$type<Record<string, unknown>>(),
    detectedAt: instant("detected_at").notNull().defaultNow(),
    acknowledgedAt: instant("acknowledged_at"),
    acknowledgedBy: text("acknowledged_by"),
  },
  (t) => [
    uniqueIndex("security_alerts_open").on(t.tenantId, t.openKey),
    index("security_alerts_time").on(t.tenantId, t.detectedAt, t.id),
  ],
);
