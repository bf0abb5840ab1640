import { sql } from "drizzle-orm";
import { index, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, tenantLink, tenantTable } from "../kit";

/** Old and new value of one changed field. */
export type FieldChange = { from: unknown; to: unknown };

/** The audit log of the tenant. Only `execute` appends rows, in the transaction of the change. */
export const auditEvents = tenantTable(
  "audit_events",
  {
    /** Time of the insertion. Not `now()`, which is the start of the transaction: the transaction may have waited for another one. */
    at: instant("at")
      .notNull()
      .default(sql`clock_timestamp()`),
    /** `<channel>.<event>` */
    action: codeText("action").notNull(),
    /** `<kind>:<id>` */
    target: codeText("target").notNull(),
    /** The target's name at that time, so that readers need not look up ids. */
    targetLabel: text("target_label"),
    /** The second record of the event, `<kind>:<id>`: the role of a grant, the user on a guest list. */
    related: codeText("related"),
    /**
     * The actor: a user, or the service account of a credential. No reference, because events remain after
     * deletions.
     */
    userId: integer64("user_id"),
    userEmail: text("user_email"),
    actorLabel: text("actor_label"),
    clientId: text("client_id"),
    appId: integer64("app_id"),
    ip: text("ip"),
    requestId: text("request_id"),
    changes: jsonb("changes").$type<Record<string, FieldChange>>(),
  },
  (t) => [
    // The log is read newest first: whole, or of one actor, one action or one target.
    index("audit_events_time").on(t.tenantId, t.at, t.id),
    index("audit_events_user").on(t.tenantId, t.userId, t.at, t.id),
    index("audit_events_action").on(t.tenantId, t.action, t.at, t.id),
    index("audit_events_user_action").on(t.tenantId, t.userId, t.action, t.at, t.id),
    index("audit_events_target").on(t.tenantId, t.target, t.at, t.id),
  ],
);

/**
 * Events for the dispatcher, which processes them in the order of their ids. The key allows one row for each
 * event.
 */
export const outboxEvents = tenantLink(
  "outbox_events",
  {
    /** The audit event. The same statement writes both (server/store/journal-rows.ts). */
    eventId: integer64("event_id").notNull(),
    /** The event part of the action, which does not depend on the channel. Null if the event is only sealed and no subscriber gets it. */
    type: codeText("type"),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  ["eventId"],
);

/**
 * The hash chain over the audit log. Each seal covers some events and the previous seal, so that a later
 * change, removal or insertion is detected. The dispatcher writes it a moment after the events.
 */
export const auditSeals = tenantTable(
  "audit_seals",
  {
    /** 1, 2, 3 … in each tenant. */
    position: integer64("position").notNull(),
    /**
     * In ascending order. Seals from before migration 0012 may name an event several times; it was hashed
     * once.
     */
    eventIds: jsonb("event_ids").$type<number[]>().notNull(),
    /** SHA-256 over the previous hash and the digests of its events, hex. */
    hash: text("hash").notNull(),
    sealedAt: instant("sealed_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("audit_seals_position").on(t.tenantId, t.position)],
);

/**
 * The seal of each event. A trigger on audit_seals writes these rows (migration 0012). The key refuses a seal
 * with an event that is already sealed. Verification reads only the seals.
 */
export const auditSealedEvents = tenantLink(
  "audit_sealed_events",
  { eventId: integer64("event_id").notNull(), position: integer64("position").notNull() },
  ["eventId"],
);

/**
 * The first answer to a write with an Idempotency-Key. Encrypted, because it can contain a one-time secret.
 */
export const idempotencyKeys = tenantLink(
  "idempotency_keys",
  {
    /** The client of the request: two clients may use the same key. */
    owner: codeText("owner").notNull(),
    key: codeText("key").notNull(),
    fingerprint: text("fingerprint").notNull(),
    answer: text("answer").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  ["owner", "key"],
  (t) => [index("idempotency_keys_age").on(t.createdAt)],
);
