import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { users } from "./users";

/** Every attempt to sign in, with what was seen and what was decided: all risk figures are computed from these rows. */
export const signIns = tenantTable(
  "sign_ins",
  {
    at: instant("at").notNull().defaultNow(),
    /** Null where the identifier named nobody. History outlives apps, devices and sessions: no references to them. */
    userId: integer64("user_id"),
    /** What was typed, when it named nobody. */
    identifier: text("identifier"),
    appId: integer64("app_id"),
    deviceId: integer64("device_id"),
    sessionId: integer64("session_id"),
    outcome: text("outcome", { enum: ["succeeded", "failed", "refused", "stepped_up"] }).notNull(),
    /** The factor: password, webauthn, EmailOtp, … */
    method: text("method"),
    ip: text("ip"),
    /** The network by which the address is counted (server/kernel/network.ts); null in rows older than migration 0014. */
    network: codeText("network"),
    country: text("country"),
    region: text("region"),
    place: text("place"),
    userAgent: text("user_agent"),
    /** 0 to 100; null where it was not scored. */
    score: integer("score"),
    tier: text("tier", { enum: ["low", "medium", "high", "critical"] }),
    /** What the score is made of: `{newDevice: 20, …}`. */
    signals: jsonb("signals").$type<Record<string, number>>(),
    /** Why it was refused or stepped up, for the console: the rule and its words. */
    explanation: jsonb("explanation").$type<string[]>(),
  },
  (t) => [
    references(t, t.userId, () => users),
    index("sign_ins_user").on(t.tenantId, t.userId, t.at, t.id),
    index("sign_ins_time").on(t.tenantId, t.at, t.id),
    index("sign_ins_tier").on(t.tenantId, t.tier, t.at),
    index("sign_ins_network").on(t.tenantId, t.network, t.at),
  ],
);

/** What every second factor has: of an organization's people (below) and of the platform's administrators (db/platform/sign-in.ts). */
export const factorColumns = () => ({
  kind: text("kind", { enum: ["webauthn", "totp", "email", "sms", "recovery_codes"] }).notNull(),
  label: text("label"),
  /** The id by which the protocol knows it (the WebAuthn credential id). */
  externalKey: codeText("external_key"),
  /** Encrypted where it must be read back (a TOTP seed), else null. */
  secretSealed: text("secret_sealed"),
  data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
  createdAt: instant("created_at").notNull().defaultNow(),
  verifiedAt: instant("verified_at"),
  lastUsedAt: instant("last_used_at"),
});

/** A way to prove who one is beside the password: a passkey, an authenticator app, recovery codes. */
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
    // The console's sign-in asks whose passkey it is before any tenant is known.
    index("factors_credential").on(t.externalKey),
  ],
);

/** Someone lost their second factor and asks for a new start. Expired ones are those whose time has passed. */
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
    /** What the person wrote to whoever decides. */
    reason: text("reason"),
    decidedAt: instant("decided_at"),
    /** Who decided, as the audit log names them. */
    decidedBy: text("decided_by"),
    note: text("note"),
  },
  (t) => [
    references(t, t.userId, () => users),
    index("mfa_reset_requests_user").on(t.tenantId, t.userId),
    index("mfa_reset_requests_status").on(t.tenantId, t.status, t.id),
  ],
);

/** Something that an administrator should look at. */
export const securityAlerts = tenantTable(
  "security_alerts",
  {
    alertType: codeText("alert_type").notNull(),
    severity: text("severity", { enum: ["low", "medium", "high", "critical"] }).notNull(),
    summary: text("summary").notNull(),
    affectedUserCount: integer("affected_user_count").notNull().default(0),
    /** What it is about, so that the same thing is not told twice: open alerts of one key are one. */
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
