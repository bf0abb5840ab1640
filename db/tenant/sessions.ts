import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, storedText, tenantTable } from "../kit";
import { users } from "./users";

/** A browser of a user, identified by a random token in its cookie. */
export const devices = tenantTable(
  "devices",
  {
    userId: integer64("user_id").notNull(),
    /** SHA-256 of the cookie's token, hex. */
    tokenHash: codeText("token_hash").notNull(),
    /** Name for people: "Firefox on Linux". */
    label: text("label").notNull(),
    status: text("status", { enum: ["registered", "pending", "denied"] }).notNull(),
    firstSeen: instant("first_seen").notNull().defaultNow(),
    lastUsed: instant("last_used"),
    ip: text("ip"),
    place: text("place"),
    /** Reason of the pending approval, for the person who decides; null without one. */
    waitReason: storedText("wait_reason"),
    decidedAt: instant("decided_at"),
    /**
     * Number of consecutive wrong answers from this browser. At the platform's limit it stops being a known
     * browser.
     */
    failedSignIns: integer("failed_sign_ins").notNull().default(0),
  },
  (t) => [
    references(t, t.userId, () => users),
    uniqueIndex("devices_token").on(t.tenantId, t.userId, t.tokenHash),
    // Finds the rows of a browser, when its token is renewed for all users and tenants.
    index("devices_browser").on(t.tokenHash),
    // Lists the devices with a pending approval.
    index("devices_status").on(t.tenantId, t.status, t.id),
  ],
);

/** A session of a user. Revoked sessions are stored as long as lists can show them. */
export const sessions = tenantTable(
  "sessions",
  {
    userId: integer64("user_id").notNull(),
    /** The administrator who acts as this user (act-as); null in the user's own sessions. */
    actorUserId: integer64("actor_user_id"),
    deviceId: integer64("device_id"),
    ip: text("ip"),
    userAgent: text("user_agent"),
    /** ISO 3166-1 alpha-2, by the IP address; null if it is unknown or private. */
    country: text("country"),
    /** Town and country as text for people. */
    place: text("place"),
    /** The factors of the sign-in, e.g. `password`, `totp` (RFC 8176 in tokens). */
    methods: jsonb("methods").$type<string[]>().notNull().default([]),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastSeenAt: instant("last_seen_at"),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    isTrusted: boolean("is_trusted").notNull().default(false),
    trustedAt: instant("trusted_at"),
    trustExpiresAt: instant("trust_expires_at"),
    /**
     * True if a trusted device replaced the second factor. Such a session has fewer rights
     * (domain/users/self.ts).
     */
    secondByTrust: boolean("second_by_trust").notNull().default(false),
  },
  (t) => [
    references(t, t.userId, () => users),
    references(t, t.actorUserId, () => users),
    // The removal of a device ends and unlinks its sessions first and never deletes them.
    references(t, t.deviceId, () => devices, "restrict"),
    index("sessions_device").on(t.tenantId, t.deviceId),
    index("sessions_user").on(t.tenantId, t.userId, t.createdAt),
    index("sessions_actor")
      .on(t.tenantId, t.actorUserId)
      .where(sql`${t.actorUserId} is not null`),
    // Finds the active sessions of the whole tenant, for session intelligence and trusted devices.
    index("sessions_live").on(t.tenantId, t.revokedAt, t.expiresAt),
    // Finds the live sessions of some users.
    index("sessions_open")
      .on(t.tenantId, t.userId, t.expiresAt)
      .where(sql`${t.revokedAt} is null`),
    // Lists the trusted devices. Excludes ended sessions, which are kept.
    index("sessions_trusted")
      .on(t.tenantId, t.expiresAt)
      .where(sql`${t.isTrusted} and ${t.revokedAt} is null`),
  ],
);
