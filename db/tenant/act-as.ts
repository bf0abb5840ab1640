import { sql } from "drizzle-orm";
import { index, integer, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, storedText, tenantTable } from "../kit";
import { apps } from "./apps";
import { sessions } from "./sessions";
import { users } from "./users";

/**
 * A request of an administrator to act as a user: requested, approved, active, ended. The status does not change when time alone
 * ends the request (no answer, expired session). Readers must compare the times and read the session.
 */
export const actAsRequests = tenantTable(
  "act_as_requests",
  {
    /** The administrator. */
    requesterId: integer64("requester_id").notNull(),
    /** The user to act as. */
    userId: integer64("user_id").notNull(),
    /** The app; null for the user's account page only. */
    appId: integer64("app_id"),
    reason: text("reason").notNull(),
    /** Maximum duration in minutes. */
    minutes: integer("minutes").notNull(),
    status: text("status", { enum: ["pending", "approved", "denied", "active", "ended"] }).notNull(),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    /** Time limit for the user's answer or the administrator's start. */
    expiresAt: instant("expires_at").notNull(),
    /** Time of the user's answer; null if no approval was required. */
    decidedAt: instant("decided_at"),
    /** SHA-256 of the one-time link's token, hex, until its use. */
    ticketHash: codeText("ticket_hash"),
    ticketExpiresAt: instant("ticket_expires_at"),
    startedAt: instant("started_at"),
    endsAt: instant("ends_at"),
    endedAt: instant("ended_at"),
    /** Cause of the end, in words. */
    endedBy: storedText("ended_by"),
    sessionId: integer64("session_id"),
  },
  (t) => [
    references(t, t.requesterId, () => users),
    references(t, t.userId, () => users),
    references(t, t.appId, () => apps),
    references(t, t.sessionId, () => sessions),
    uniqueIndex("act_as_requests_ticket").on(t.tenantId, t.ticketHash),
    index("act_as_requests_user").on(t.tenantId, t.userId, t.id),
    index("act_as_requests_requester").on(t.tenantId, t.requesterId, t.id),
    // Active requests are few of many. The server searches the expired ones across tenants.
    index("act_as_requests_active")
      .on(t.endsAt)
      .where(sql`${t.status} = 'active'`),
    index("act_as_requests_session").on(t.tenantId, t.sessionId),
  ],
);
