import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { users } from "./users";

/** A browser that a person signs in from, known by a random token in its cookie. */
export const devices = tenantTable(
  "devices",
  {
    userId: integer64("user_id").notNull(),
    /** SHA-256 of the cookie's token, hex. */
    tokenHash: codeText("token_hash").notNull(),
    /** What a reader knows it by: "Firefox on Linux". */
    label: text("label").notNull(),
    status: text("status", { enum: ["registered", "pending", "denied"] }).notNull(),
    firstSeen: instant("first_seen").notNull().defaultNow(),
    lastUsed: instant("last_used"),
    ip: text("ip"),
    place: text("place"),
    /** Why it waited for an approval, for whoever decides; null where it did not. */
    waitReason: text("wait_reason"),
    decidedAt: instant("decided_at"),
    /** Wrong answers in a row from this browser. At the platform's limit it is no known browser any more. */
    failedSignIns: integer("failed_sign_ins").notNull().default(0),
  },
  (t) => [
    references(t, t.userId, () => users),
    uniqueIndex("devices_token").on(t.tenantId, t.userId, t.tokenHash),
    // A browser's token is renewed for all who use it, of whichever tenant.
    index("devices_browser").on(t.tokenHash),
    // The inbox of devices that wait for approval.
    index("devices_status").on(t.tenantId, t.status, t.id),
  ],
);

/** A sign-in that lasts: revoked, never deleted while it could still be shown. */
export const sessions = tenantTable(
  "sessions",
  {
    userId: integer64("user_id").notNull(),
    /** The administrator who acts as this person in it (act-as); null in everybody's own sessions. */
    actorUserId: integer64("actor_user_id"),
    deviceId: integer64("device_id"),
    ip: text("ip"),
    userAgent: text("user_agent"),
    /** ISO 3166-1 alpha-2, from the address; null where it is not known or private. */
    country: text("country"),
    /** Town and country as a reader says it. */
    place: text("place"),
    /** How the person proved who they are: the factors, e.g. `password`, `totp` (RFC 8176 in tokens). */
    methods: jsonb("methods").$type<string[]>().notNull().default([]),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastSeenAt: instant("last_seen_at"),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    isTrusted: boolean("is_trusted").notNull().default(false),
    trustedAt: instant("trusted_at"),
    trustExpiresAt: instant("trust_expires_at"),
    /** It began with one factor, because the device was trusted: it is good for less (domain/users/self.ts). */
    secondByTrust: boolean("second_by_trust").notNull().default(false),
  },
  (t) => [
    references(t, t.userId, () => users),
    references(t, t.actorUserId, () => users),
    // A device that is removed ends and unlinks its sessions first, it never takes them along.
    references(t, t.deviceId, () => devices, "restrict"),
    index("sessions_device").on(t.tenantId, t.deviceId),
    index("sessions_user").on(t.tenantId, t.userId, t.createdAt),
    index("sessions_actor")
      .on(t.tenantId, t.actorUserId)
      .where(sql`${t.actorUserId} is not null`),
    // What is live now, of the whole tenant: session intelligence and trusted devices.
    index("sessions_live").on(t.tenantId, t.revokedAt, t.expiresAt),
    index("sessions_trusted").on(t.tenantId, t.isTrusted, t.id),
  ],
);
