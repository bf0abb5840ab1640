import { boolean, index, integer, text } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { apps } from "./apps";

/** Where a tenant's events are sent to. */
export const webhooks = tenantTable(
  "webhooks",
  {
    url: text("url").notNull(),
    /** The signing secret, encrypted: it must be read back to sign. */
    secretSealed: text("secret_sealed").notNull(),
    /** `*`, or names and groups from the event catalogue, comma-separated, as they were given. */
    events: text("events").notNull(),
    enabled: boolean("enabled").notNull().default(true),
    description: text("description"),
    /** Only events about this app. */
    appId: integer64("app_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Since when no delivery has succeeded; null while all is well. */
    failingSince: instant("failing_since"),
    disabledAt: instant("disabled_at"),
  },
  (t) => [references(t, t.appId, () => apps), index("webhooks_app").on(t.tenantId, t.appId)],
);

/** One event on its way to one endpoint. */
export const webhookDeliveries = tenantTable(
  "webhook_deliveries",
  {
    webhookId: integer64("webhook_id").notNull(),
    /** The event's id for the receiver: the same on every try and every replay. */
    messageId: codeText("message_id").notNull(),
    eventType: codeText("event_type").notNull(),
    /** The body that is sent, byte for byte: what is signed must be what was kept. */
    body: text("body").notNull(),
    status: text("status", { enum: ["pending", "delivered", "failed", "exhausted", "disabled"] })
      .notNull()
      .default("pending"),
    attemptCount: integer("attempt_count").notNull().default(0),
    httpStatus: integer("http_status"),
    errorMessage: text("error_message"),
    /** The first 2 KB of the receiver's last answer. */
    responseBody: text("response_body"),
    durationMs: integer("duration_ms"),
    /** When the try began that the answer is of; null before the first. */
    triedAt: instant("tried_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When it is to be tried (again); null once nothing more is to happen. */
    nextAttemptAt: instant("next_attempt_at"),
    /** Until when an instance has it in hand; past that, another may take it. */
    claimedUntil: instant("claimed_until"),
    deliveredAt: instant("delivered_at"),
  },
  (t) => [
    references(t, t.webhookId, () => webhooks),
    index("webhook_deliveries_webhook").on(t.tenantId, t.webhookId, t.id),
    // What became of the last weeks' is counted, and read from here alone.
    index("webhook_deliveries_history").on(t.tenantId, t.webhookId, t.createdAt, t.status),
    // The worker asks which delivery of any tenant is due; rows that are done have a null here and are not in the way.
    index("webhook_deliveries_due").on(t.nextAttemptAt, t.id),
  ],
);

/** What came of tries of a delivery before its last one, whose answer stands with the delivery. */
export const webhookTries = tenantTable(
  "webhook_tries",
  {
    deliveryId: integer64("delivery_id").notNull(),
    triedAt: instant("tried_at").notNull(),
    httpStatus: integer("http_status"),
    errorMessage: text("error_message"),
    responseBody: text("response_body"),
    durationMs: integer("duration_ms"),
  },
  (t) => [
    references(t, t.deliveryId, () => webhookDeliveries),
    index("webhook_tries_delivery").on(t.tenantId, t.deliveryId, t.id),
  ],
);
