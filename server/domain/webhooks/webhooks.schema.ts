import * as z from "zod";
import { deliveryStatuses } from "./delivery-states.schema";
import { unknownEvent } from "@/server/kernel/events/catalogue";
import { Id, Limit, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { EventList, WebhookDescription, WebhookUrl } from "./endpoint-fields.schema";

const Events = EventList.superRefine((text, context) => {
  const unknown = unknownEvent(text);
  if (unknown !== null)
    context.addIssue({
      code: "custom",
      message: unknown === "" ? must("no_events") : must("unknown_event", { event: unknown }),
    });
}).describe("`*`, or names and groups (`user.*`) of the event catalogue, comma-separated.");

export const NewWebhook = z.strictObject({
  url: WebhookUrl.describe(
    "An https URL without credentials; http and private addresses only if the operator permits them.",
  ),
  events: Events,
  enabled: z.boolean().default(true),
  description: WebhookDescription.nullish(),
  appId: Id.nullish().describe("Only events about this app."),
});

export const WebhookPatch = z.strictObject({
  url: WebhookUrl.optional(),
  events: Events.optional(),
  enabled: z.boolean().optional(),
  description: WebhookDescription.nullish(),
  appId: Id.nullish(),
});

export const Webhook = z.object({
  webhookId: Id,
  url: z.string(),
  events: z.string(),
  enabled: z.boolean(),
  description: z.string().nullable(),
  appId: Id.nullable(),
});
export type Webhook = z.output<typeof Webhook>;

/** A webhook endpoint in the console. */
export const WebhookState = Webhook.extend({
  appName: z.string().nullable(),
  /** Time of the first failure since the last success. Null if the last delivery succeeded. */
  failingSince: Timestamp.nullable(),
  /**
   * Time at which the server disabled the endpoint. The server disables an endpoint if deliveries fail for days or the receiver
   * answers 410. Null if the server has not disabled the endpoint.
   */
  disabledAt: Timestamp.nullable(),
  /** Time until which the secret before the last rotation signs deliveries, too. Null if it does not. */
  oldSecretExpiresAt: Timestamp.nullable(),
});
export type WebhookState = z.output<typeof WebhookState>;

export const WebhookSecret = z.object({
  webhookId: Id,
  url: z.string(),
  secret: z.string().describe("Key of the signatures (Standard Webhooks); returned only here."),
});

export const RotatedSecret = WebhookSecret.extend({
  oldSecretExpiresAt: Timestamp.describe("Time until which the old secret signs deliveries, too."),
});

export { deliveryStatuses };
const DeliveryStatus = z.enum(deliveryStatuses);

export const Delivery = z.object({
  deliveryId: Id,
  eventType: z.string(),
  status: DeliveryStatus.describe(
    "failed: will be retried; exhausted: will not be retried; disabled: its endpoint was disabled first.",
  ),
  httpStatus: z.int().nullable(),
  attemptCount: z.int(),
  errorMessage: z.string().nullable(),
  createdAt: Timestamp,
  deliveredAt: Timestamp.nullable(),
});

export type Delivery = z.output<typeof Delivery>;

export const DeliveryPageInput = z.strictObject({
  webhookId: Id,
  status: DeliveryStatus.optional(),
  limit: Limit,
  /** The value `nextCursor` of the previous page. */
  cursor: Id.optional(),
});

/** The result of one attempt to send a delivery. */
export const DeliveryTry = z.object({
  triedAt: Timestamp,
  httpStatus: z.int().nullable(),
  errorMessage: z.string().nullable(),
  responseBody: z.string().nullable(),
  durationMs: z.int().nullable(),
});
export type DeliveryTry = z.output<typeof DeliveryTry>;

export const DeliveryDetail = Delivery.extend({
  webhookId: Id,
  messageId: z.string(),
  body: z.string(),
  responseBody: z.string().nullable(),
  durationMs: z.int().nullable(),
  triedAt: Timestamp.nullable().describe("Time of the last attempt."),
  nextAttemptAt: Timestamp.nullable(),
  earlierTries: z
    .array(DeliveryTry)
    .describe("Earlier attempts, newest first; the latest twenty are stored."),
});
