import { index, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, tenantLink, tenantTable } from "../kit";

/** One field of a changed thing, before and after. */
export type FieldChange = { from: unknown; to: unknown };

/** What happened in the tenant. Rows are appended by `execute` only, in the transaction of the change. */
export const auditEvents = tenantTable(
  "audit_events",
  {
    at: instant("at").notNull().defaultNow(),
    /** `<channel>.<event>` */
    action: codeText("action").notNull(),
    /** `<kind>:<id>` */
    target: codeText("target").notNull(),
    /** The target's name at that time, so that a reader need not look ids up. */
    targetLabel: text("target_label"),
    /** The second thing concerned, `<kind>:<id>`: the role of a grant, the person on a guest list. */
    related: codeText("related"),
    /** The actor: a person, or the service account of a credential. No reference: history outlives its subjects. */
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
    // The log is read newest first: whole, of one actor, of one action, of one target.
    index("audit_events_time").on(t.tenantId, t.at, t.id),
    index("audit_events_user").on(t.tenantId, t.userId, t.at, t.id),
    index("audit_events_action").on(t.tenantId, t.action, t.at, t.id),
    index("audit_events_user_action").on(t.tenantId, t.userId, t.action, t.at, t.id),
    index("audit_events_target").on(t.tenantId, t.target, t.at, t.id),
  ],
);

/**
 * Events on their way out of the transaction: the dispatcher takes them in the order of their ids. The key admits one row for
 * an event.
 */
export const outboxEvents = tenantLink(
  "outbox_events",
  {
    /** The audit event, which the same statement writes (server/store/journal.ts). */
    eventId: integer64("event_id").notNull(),
    /** The event part of the action: the same whatever the channel. Null: the event is sealed, and no subscriber is told. */
    type: codeText("type"),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  ["eventId"],
);

/**
 * The chain over the audit log: each seal covers some events and the seal before it, so that what is changed, removed
 * or slipped in later shows. The dispatcher writes it, a moment after the events.
 */
export const auditSeals = tenantTable(
  "audit_seals",
  {
    /** 1, 2, 3 … in each tenant. */
    position: integer64("position").notNull(),
    /** In ascending order. Seals of before migration 0012 may name an event several times; it was hashed once. */
    eventIds: jsonb("event_ids").$type<number[]>().notNull(),
    /** SHA-256 over the hash before it and the digests of its events, hex. */
    hash: text("hash").notNull(),
    sealedAt: instant("sealed_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("audit_seals_position").on(t.tenantId, t.position)],
);

/**
 * Which seal names an event. A trigger on audit_seals keeps these rows (migration 0012), and the key refuses a seal that names
 * an event which it, or another seal, names already. Verification reads the seals alone.
 */
export const auditSealedEvents = tenantLink(
  "audit_sealed_events",
  { eventId: integer64("event_id").notNull(), position: integer64("position").notNull() },
  ["eventId"],
);

/** The first answer to a write that carried an Idempotency-Key; the answer is encrypted, it may hold a one-time secret. */
export const idempotencyKeys = tenantLink(
  "idempotency_keys",
  {
    /** The credential that sent it: two clients may use the same key. */
    owner: codeText("owner").notNull(),
    key: codeText("key").notNull(),
    fingerprint: text("fingerprint").notNull(),
    answer: text("answer").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  ["owner", "key"],
  (t) => [index("idempotency_keys_age").on(t.createdAt)],
);
