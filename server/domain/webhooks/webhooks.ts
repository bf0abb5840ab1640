import { and, asc, eq, inArray } from "drizzle-orm";
import * as z from "zod";
import { apps } from "@/db/tenant/apps";
import { webhookDeliveries, webhooks } from "@/db/tenant/webhooks";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { newWebhookSecret } from "@/server/kernel/http/secret-forms";
import { command, query } from "@/server/kernel/operation/operation";
import type { Ports } from "@/server/kernel/operation/ports";
import { refusedField } from "@/server/kernel/texts/field";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import { textIn } from "@/server/kernel/texts/text";
import { raiseAlert } from "../alerts/raise-alert";
import { eventTypesIn } from "@/server/kernel/events/catalogue";
import { NewWebhook, Webhook, WebhookPatch, WebhookSecret, WebhookState } from "./webhooks.schema";
import { appRefusals } from "../app-access/may-open";
import { defineRefusals, defineTexts } from "@/server/kernel/texts/define";

export const webhookRefusals = defineRefusals("webhook", {
  not_found: { status: 404, text: "There is no such webhook." },
  too_many: { status: 409, text: "There are {max} webhook endpoints already: delete one first." },
});

const alertTexts = defineTexts("alert", {
  webhook_gone: "The webhook endpoint {url} was disabled: the receiver is gone (410).",
  webhook_failing: "The webhook endpoint {url} was disabled: it failed for five days.",
});

const deliveryTexts = defineTexts("delivery", {
  receiver_gone: "the receiver is gone (410)",
  receiver_failing: "it failed for five days",
});

const toWebhook = (row: Row<typeof webhooks>): Webhook => ({
  webhookId: row.id,
  url: row.url,
  events: row.events,
  enabled: row.enabled,
  description: row.description,
  appId: row.appId,
});

export const webhookTarget = ({ webhookId }: { webhookId: number }) => ({ ref: `webhook:${webhookId}` });
export const namedWebhook = (_input: unknown, webhook: { webhookId: number; url: string }) => ({
  ...webhookTarget(webhook),
  label: webhook.url,
});

export async function lockWebhook(tx: Pick<WriteTx, "webhooks">, webhookId: number) {
  const row = await tx.webhooks.lock(webhookId);
  if (!row) throw webhookRefusals.not_found();
  return row;
}

/**
 * Maximum number of endpoints of one organization. The delivery worker sends to all endpoints of an organization in parallel.
 */
export const MOST_WEBHOOKS = 100;

/** Returns the expiry of the secret before the last rotation. Returns null if it signs no deliveries any more. */
export const liveOldSecret = ({ oldSecretExpiresAt }: Row<typeof webhooks>, now: Date) =>
  oldSecretExpiresAt !== null && oldSecretExpiresAt > now ? oldSecretExpiresAt : null;

async function refuseUrl({ ports, actor }: { ports: Ports; actor: TenantActor }, url: string | undefined) {
  const objection = url === undefined ? null : await ports.outboundObjection(url, String(actor.tenantId));
  if (objection !== null) throw refusedField("url", objection);
}

async function refuseApp(tx: Pick<ReadTx, "apps">, appId: number | null | undefined) {
  if (appId && !(await tx.apps.get(appId))) throw appRefusals.unknown({ field: "appId" }, { field: "appId" });
}

export const listEventTypes = query({
  name: "listEventTypes",
  rest: "GET /webhooks/event-types",
  console: "webhooks.eventTypes",
  capability: "ManageWebhooks",
  summary: "List the event types that webhooks can subscribe to",
  input: z.strictObject({}),
  output: z.array(z.object({ type: z.string(), description: z.string() })),
  run: ({ locale }) => Promise.resolve(eventTypesIn(locale)),
});

export const listWebhooks = query({
  name: "listWebhooks",
  rest: "GET /webhooks",
  capability: "ManageWebhooks",
  summary: "List the webhook endpoints",
  input: z.strictObject({}),
  output: z.array(Webhook),
  run: async ({ tx }) => (await tx.webhooks.list({ orderBy: [asc(webhooks.id)] })).map(toWebhook),
});

export const listWebhookStates = query({
  name: "listWebhookStates",
  console: { at: "webhooks.list", shows: ["GET /webhooks"] },
  capability: "ManageWebhooks",
  summary: "List the webhook endpoints with their delivery state",
  input: z.strictObject({}),
  output: z.array(WebhookState),
  run: async ({ tx, now }) => {
    const rows = await tx.webhooks.list({ orderBy: [asc(webhooks.id)] });
    const appIds = [...new Set(rows.flatMap(({ appId }) => appId ?? []))];
    const named = appIds.length === 0 ? [] : await tx.apps.list({ where: inArray(apps.id, appIds) });
    const names = new Map(named.map(({ id, name }) => [id, name]));
    return rows.map((row) => ({
      ...toWebhook(row),
      appName: row.appId === null ? null : (names.get(row.appId) ?? null),
      failingSince: timestampOrNull(row.failingSince),
      disabledAt: timestampOrNull(row.disabledAt),
      oldSecretExpiresAt: timestampOrNull(liveOldSecret(row, now)),
    }));
  },
});

export const createWebhook = command({
  name: "createWebhook",
  rest: { at: "POST /webhooks", status: 201 },
  console: "webhooks.create",
  capability: "ManageWebhooks",
  summary: "Create a webhook endpoint",
  description:
    "Deliveries are signed according to the Standard Webhooks specification; the secret is returned only now. " +
    `Addresses in private networks are refused. An organization has at most ${MOST_WEBHOOKS} endpoints.`,
  input: NewWebhook,
  output: WebhookSecret,
  event: "webhook_created",
  target: namedWebhook,
  prepare: async ({ ports, actor }, { url }) => {
    await refuseUrl({ ports, actor }, url);
    const secret = newWebhookSecret();
    return { secret, secretSealed: ports.vault.encrypt(secret) };
  },
  run: async ({ tx, changed }, { description, appId, ...input }, { secret, secretSealed }) => {
    if ((await tx.webhooks.count(undefined, MOST_WEBHOOKS)) >= MOST_WEBHOOKS)
      throw webhookRefusals.too_many({ max: MOST_WEBHOOKS });
    await refuseApp(tx, appId);
    const values = { ...input, description: description ?? null, appId: appId ?? null };
    changed({}, values);
    const { id, url } = await tx.webhooks.insert({ ...values, secretSealed });
    return { webhookId: id, url, secret };
  },
});

/** Marks the pending and failed deliveries of an endpoint as disabled. The server does not send these deliveries again. */
const dropPending = (tx: Pick<WriteTx, "webhookDeliveries">, webhookId: number) =>
  tx.webhookDeliveries.updateWhere(
    and(
      eq(webhookDeliveries.webhookId, webhookId),
      inArray(webhookDeliveries.status, ["pending", "failed"]),
    )!,
    { status: "disabled", nextAttemptAt: null },
  );

export const updateWebhook = command({
  name: "updateWebhook",
  rest: "PATCH /webhooks/{webhookId}",
  console: "webhooks.update",
  capability: "ManageWebhooks",
  summary: "Change a webhook endpoint",
  description:
    "Changes only the fields that are sent. Disabling drops the pending deliveries; they can be replayed.",
  input: WebhookPatch.extend({ webhookId: Id }),
  output: Webhook,
  event: "webhook_updated",
  target: namedWebhook,
  prepare: (context, { url }) => refuseUrl(context, url),
  run: async ({ tx, changed }, { webhookId, ...patch }) => {
    const before = await lockWebhook(tx, webhookId);
    await refuseApp(tx, patch.appId);
    changed(before, patch);
    const on = patch.enabled === true ? { failingSince: null, disabledAt: null } : {};
    const row = (await tx.webhooks.update(webhookId, { ...patch, ...on }))!;
    if (before.enabled && !row.enabled) await dropPending(tx, webhookId);
    return toWebhook(row);
  },
});

export const deleteWebhook = command({
  name: "deleteWebhook",
  rest: "DELETE /webhooks/{webhookId}",
  console: "webhooks.remove",
  capability: "ManageWebhooks",
  summary: "Delete a webhook endpoint",
  description: "Deletes its delivery records.",
  input: z.strictObject({ webhookId: Id }),
  output: z.object({ webhookId: Id, deleted: z.boolean() }),
  event: "webhook_deleted",
  target: webhookTarget,
  run: async ({ tx, changed, labelled }, { webhookId }) => {
    const { url } = await lockWebhook(tx, webhookId);
    labelled(url);
    changed({ url }, { url: null });
    return { webhookId, deleted: await tx.webhooks.remove(webhookId) };
  },
});

/** Reasons why the server disables an endpoint. The audit log and the alert contain the reason. */
const disabledBecause = {
  gone: { reason: deliveryTexts.receiver_gone(), summary: alertTexts.webhook_gone },
  failing: { reason: deliveryTexts.receiver_failing(), summary: alertTexts.webhook_failing },
} as const;

/**
 * Disables an endpoint whose deliveries failed for days, or whose receiver answered 410 (Gone). The delivery worker runs this
 * command.
 */
export const disableWebhook = command({
  name: "disableWebhook",
  capability: "ManageWebhooks",
  summary: "Disable a failing webhook endpoint",
  input: z.strictObject({ webhookId: Id, reason: z.enum(["gone", "failing"]) }),
  output: Webhook,
  event: "webhook_disabled",
  target: namedWebhook,
  run: async ({ tx, now, changed, unchanged }, { webhookId, reason }) => {
    const before = await lockWebhook(tx, webhookId);
    if (!before.enabled) unchanged();
    changed(
      { enabled: before.enabled, reason: null },
      { enabled: false, reason: textIn("en", disabledBecause[reason].reason) },
    );
    const row = (await tx.webhooks.update(webhookId, { enabled: false, disabledAt: now }))!;
    await dropPending(tx, webhookId);
    if (before.enabled) {
      await raiseAlert(tx, {
        alertType: "webhook_disabled",
        severity: "medium",
        summary: disabledBecause[reason].summary({ url: before.url }),
        openKey: `webhook_disabled:${webhookId}`,
        detectedAt: now,
      });
    }
    return toWebhook(row);
  },
});
