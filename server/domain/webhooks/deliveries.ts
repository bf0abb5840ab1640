import { randomUUID } from "node:crypto";
import { and, desc, eq, gte, inArray, lt } from "drizzle-orm";
import * as z from "zod";
import { webhookDeliveries, webhookTries } from "@/db/tenant/webhooks";
import { Id, Instant, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { Row } from "@/server/kernel/operation/store";
import { TEST_EVENT } from "@/server/kernel/events/catalogue";
import type { Words } from "@/server/kernel/texts/text";
import { lockWebhook, webhookTarget, webhookRefusals } from "./webhooks";
import { Delivery, DeliveryDetail, DeliveryPageInput } from "./webhooks.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("webhook", {
  delivery_not_found: { status: 404, text: "There is no such delivery." },
  disabled: { status: 400, text: "This endpoint is switched off; switch it on first." },
});

type DeliveryRecord = Row<typeof webhookDeliveries>;

const toDelivery = (row: DeliveryRecord, words: Words): z.output<typeof Delivery> => ({
  deliveryId: row.id,
  eventType: row.eventType,
  status: row.status,
  httpStatus: row.httpStatus,
  attemptCount: row.attemptCount,
  errorMessage: row.errorMessage && words(row.errorMessage),
  createdAt: row.createdAt.toISOString(),
  deliveredAt: timestampOrNull(row.deliveredAt),
});

/** Maximum number of listed deliveries (management.md §8). */
const LATEST = 100;

export const listDeliveries = query({
  name: "listDeliveries",
  rest: "GET /webhooks/{webhookId}/deliveries",
  capability: "ManageWebhooks",
  summary: "List the latest deliveries of a webhook endpoint",
  description: `The latest ${LATEST}, newest first.`,
  input: z.strictObject({ webhookId: Id }),
  output: z.array(Delivery),
  run: async ({ tx, words }, { webhookId }) => {
    if (!(await tx.webhooks.get(webhookId))) throw webhookRefusals.not_found();
    const rows = await tx.webhookDeliveries.list({
      where: eq(webhookDeliveries.webhookId, webhookId),
      orderBy: [desc(webhookDeliveries.id)],
      limit: LATEST,
    });
    return rows.map((row) => toDelivery(row, words));
  },
});

export const pageDeliveries = query({
  name: "pageDeliveries",
  console: { at: "webhooks.deliveries", shows: ["GET /webhooks/{webhookId}/deliveries"] },
  capability: "ManageWebhooks",
  summary: "List deliveries of a webhook endpoint, page by page",
  input: DeliveryPageInput,
  output: z.object({ deliveries: z.array(Delivery), nextCursor: Id.nullable() }),
  run: async ({ tx, words }, { webhookId, status, limit, cursor }) => {
    if (!(await tx.webhooks.get(webhookId))) throw webhookRefusals.not_found();
    const rows = await tx.webhookDeliveries.list({
      where: and(
        eq(webhookDeliveries.webhookId, webhookId),
        status && eq(webhookDeliveries.status, status),
        cursor === undefined ? undefined : lt(webhookDeliveries.id, cursor),
      ),
      orderBy: [desc(webhookDeliveries.id)],
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return {
      deliveries: page.map((row) => toDelivery(row, words)),
      nextCursor: rows.length > limit ? page.at(-1)!.id : null,
    };
  },
});

export const getDelivery = query({
  name: "getDelivery",
  console: "webhooks.delivery",
  capability: "ManageWebhooks",
  summary: "Get a delivery with its request and response",
  input: z.strictObject({ deliveryId: Id }),
  output: DeliveryDetail,
  run: async ({ tx, words }, { deliveryId }) => {
    const row = await tx.webhookDeliveries.get(deliveryId);
    if (!row) throw refusals.delivery_not_found();
    const { webhookId, messageId, body, responseBody, durationMs } = row;
    const earlier = await tx.webhookTries.list({
      where: eq(webhookTries.deliveryId, deliveryId),
      orderBy: [desc(webhookTries.id)],
    });
    return {
      ...toDelivery(row, words),
      webhookId,
      messageId,
      body,
      responseBody,
      durationMs,
      triedAt: timestampOrNull(row.triedAt),
      nextAttemptAt: timestampOrNull(row.nextAttemptAt),
      earlierTries: earlier.map((one) => ({
        triedAt: one.triedAt.toISOString(),
        httpStatus: one.httpStatus,
        errorMessage: one.errorMessage && words(one.errorMessage),
        responseBody: one.responseBody,
        durationMs: one.durationMs,
      })),
    };
  },
});

export const replayDelivery = command({
  name: "replayDelivery",
  console: "webhooks.replay",
  capability: "ManageWebhooks",
  summary: "Send a delivery again",
  description: "Uses the same message id, so that a receiver can recognize a repetition.",
  input: z.strictObject({ deliveryId: Id }),
  output: z.object({ webhookId: Id, replayed: z.int() }),
  event: "webhook_deliveries_replayed",
  target: (_input, webhook) => webhookTarget(webhook),
  run: async ({ tx, now, changed, labelled }, { deliveryId }) => {
    const row = await tx.webhookDeliveries.get(deliveryId);
    if (!row) throw refusals.delivery_not_found();
    const webhook = await lockWebhook(tx, row.webhookId);
    if (!webhook.enabled) throw refusals.disabled();
    labelled(webhook.url);
    changed({}, { messageId: row.messageId });
    const { webhookId, messageId, eventType, body } = row;
    const again = { webhookId, messageId, eventType, body, createdAt: now, nextAttemptAt: now };
    await tx.webhookDeliveries.insert(again);
    return { webhookId, replayed: 1 };
  },
});

export const replayFailed = command({
  name: "replayFailed",
  console: "webhooks.replayFailed",
  capability: "ManageWebhooks",
  summary: "Send undelivered events again",
  description:
    "Repeats exhausted and dropped deliveries since a time, each with all its attempts and the same message id.",
  input: z.strictObject({ webhookId: Id, since: Instant }),
  output: z.object({ webhookId: Id, replayed: z.int() }),
  event: "webhook_deliveries_replayed",
  target: (_input, webhook) => webhookTarget(webhook),
  run: async ({ tx, now, changed, labelled, unchanged }, { webhookId, since }) => {
    const webhook = await lockWebhook(tx, webhookId);
    if (!webhook.enabled) throw refusals.disabled();
    const undelivered = and(
      eq(webhookDeliveries.webhookId, webhookId),
      inArray(webhookDeliveries.status, ["exhausted", "disabled"]),
      gte(webhookDeliveries.createdAt, new Date(since)),
    )!;
    // Updates the existing delivery records and creates no new ones. A repeated request therefore does not send a delivery
    // twice.
    const anew = { status: "pending", attemptCount: 0, nextAttemptAt: now, claimedUntil: null } as const;
    const replayed = await tx.webhookDeliveries.updateWhere(undelivered, anew);
    if (replayed === 0) unchanged();
    labelled(webhook.url);
    changed({}, { replayed, since });
    return { webhookId, replayed };
  },
});

export const sendTestEvent = command({
  name: "sendTestEvent",
  console: "webhooks.test",
  capability: "ManageWebhooks",
  summary: "Send a test event",
  input: z.strictObject({ webhookId: Id }),
  output: z.object({ webhookId: Id, deliveryId: Id }),
  event: "webhook_tested",
  target: webhookTarget,
  run: async ({ tx, actor, now, labelled }, { webhookId }) => {
    const webhook = await lockWebhook(tx, webhookId);
    if (!webhook.enabled) throw refusals.disabled();
    labelled(webhook.url);
    const body = {
      type: TEST_EVENT,
      timestamp: now,
      data: { tenantId: actor.tenantId, message: "It works." },
    };
    const { id } = await tx.webhookDeliveries.insert({
      webhookId,
      messageId: `msg_${randomUUID()}`,
      eventType: TEST_EVENT,
      body: JSON.stringify(body),
      createdAt: now,
      nextAttemptAt: now,
    });
    return { webhookId, deliveryId: id };
  },
});
