import { boolean, index, integer, text } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, storedText, tenantTable } from "../kit";
import { apps } from "./apps";

/** An endpoint for the tenant's events. */
export const webhooks = tenantTable(
  "webhooks",
  {
    url: text("url").notNull(),
    /** The signing secret. Encrypted and not hashed, because signing requires the plain text. */
    secretSealed: text("secret_sealed").notNull(),
    /** The secret before the last rotation. It signs deliveries, too, until it expires. Null if there is none. */
    oldSecretSealed: text("old_secret_sealed"),
    oldSecretExpiresAt: instant("old_secret_expires_at"),
    /** `*`, or names and groups of the event catalogue, comma-separated, as entered. */
    events: text("events").notNull(),
    enabled: boolean("enabled").notNull().default(true),
    description: text("description"),
    /** Restricts the endpoint to events of this app. */
    appId: integer64("app_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Time of the first failure since the last successful delivery; null if there is none. */
    failingSince: instant("failing_since"),
    disabledAt: instant("disabled_at"),
  },
  (t) => [references(t, t.appId, () => apps), index("webhooks_app").on(t.tenantId, t.appId)],
);

/** The delivery of one event to one endpoint. */
export const webhookDeliveries = tenantTable(
  "webhook_deliveries",
  {
    webhookId: integer64("webhook_id").notNull(),
    /** The event's id for the receiver, equal in every attempt and replay. */
    messageId: codeText("message_id").notNull(),
    eventType: codeText("event_type").notNull(),
    /** The exact body, because the signature covers its bytes. */
    body: text("body").notNull(),
    status: text("status", { enum: ["pending", "delivered", "failed", "exhausted", "disabled"] })
      .notNull()
      .default("pending"),
    attemptCount: integer("attempt_count").notNull().default(0),
    httpStatus: integer("http_status"),
    errorMessage: storedText("error_message"),
    /** The first 2 KB of the receiver's last answer. */
    responseBody: text("response_body"),
    durationMs: integer("duration_ms"),
    /** Time at which the attempt with the stored answer started; null before the first attempt. */
    triedAt: instant("tried_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Time of the next attempt; null if there is none. */
    nextAttemptAt: instant("next_attempt_at"),
    /** End of the claim of the instance that sends the delivery. Afterwards, another instance may claim it. */
    claimedUntil: instant("claimed_until"),
    deliveredAt: instant("delivered_at"),
  },
  (t) => [
    references(t, t.webhookId, () => webhooks),
    index("webhook_deliveries_webhook").on(t.tenantId, t.webhookId, t.id),
    // Lists the deliveries in one state, newest first.
    index("webhook_deliveries_status").on(t.tenantId, t.webhookId, t.status, t.id),
    // Counts the deliveries of the last weeks. The count reads only this index.
    index("webhook_deliveries_history").on(t.tenantId, t.webhookId, t.createdAt, t.status),
    // The worker searches the due deliveries of all tenants. In completed rows this column is null, so the
    // search does not read them.
    index("webhook_deliveries_due").on(t.nextAttemptAt, t.id),
  ],
);

/** Results of the earlier attempts of a delivery. The row of the delivery has the last result. */
export const webhookTries = tenantTable(
  "webhook_tries",
  {
    deliveryId: integer64("delivery_id").notNull(),
    triedAt: instant("tried_at").notNull(),
    httpStatus: integer("http_status"),
    errorMessage: storedText("error_message"),
    responseBody: text("response_body"),
    durationMs: integer("duration_ms"),
  },
  (t) => [
    references(t, t.deliveryId, () => webhookDeliveries),
    index("webhook_tries_delivery").on(t.tenantId, t.deliveryId, t.id),
  ],
);
