import { sql } from "drizzle-orm";
import { index, integer, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { apps } from "./apps";
import { sessions } from "./sessions";
import { users } from "./users";

/**
 * An administrator wants to act as somebody: asked, agreed to, begun, over. What time alone ends (an answer that did not
 * come, a session that ran out) is told from the moments and the session, not from the status.
 */
export const actAsRequests = tenantTable(
  "act_as_requests",
  {
    /** The administrator. */
    requesterId: integer64("requester_id").notNull(),
    /** Whom they want to act as. */
    userId: integer64("user_id").notNull(),
    /** Where; null: on the person's account page, and in no app. */
    appId: integer64("app_id"),
    reason: text("reason").notNull(),
    /** How long it may last once begun. */
    minutes: integer("minutes").notNull(),
    status: text("status", { enum: ["pending", "approved", "denied", "active", "ended"] }).notNull(),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    /** Until when the person can answer, or the administrator begin. */
    expiresAt: instant("expires_at").notNull(),
    /** When the person answered; null where nobody was asked. */
    decidedAt: instant("decided_at"),
    /** SHA-256 of the one-time link's token, hex, until it is used. */
    ticketHash: codeText("ticket_hash"),
    ticketExpiresAt: instant("ticket_expires_at"),
    startedAt: instant("started_at"),
    endsAt: instant("ends_at"),
    endedAt: instant("ended_at"),
    /** Who or what ended it, in words. */
    endedBy: text("ended_by"),
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
    // What goes on: few of many. The server looks for those whose time is up across tenants.
    index("act_as_requests_active")
      .on(t.endsAt)
      .where(sql`${t.status} = 'active'`),
    index("act_as_requests_session").on(t.tenantId, t.sessionId),
  ],
);
