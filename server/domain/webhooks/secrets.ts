import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { newWebhookSecret } from "@/server/kernel/http/secret-forms";
import { command } from "@/server/kernel/operation/operation";
import { liveOldSecret, lockWebhook, namedWebhook, webhookTarget } from "./webhooks";
import { RotatedSecret } from "./webhooks.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const webhookRefusals = defineRefusals("webhook", {
  old_secret_live: { status: 409, text: "The old secret of this endpoint still works: remove it first." },
  old_secret_not_found: { status: 404, text: "This endpoint has no old secret." },
});

/** Time in milliseconds for which the old secret signs deliveries after a rotation. */
const OLD_SECRET_MS = 86_400_000;

export const rotateWebhookSecret = command({
  name: "rotateWebhookSecret",
  rest: "POST /webhooks/{webhookId}/secret/rotate",
  console: "webhooks.rotateSecret",
  capability: "ManageWebhooks",
  summary: "Rotate the secret of a webhook endpoint",
  description:
    "The new secret is returned only now. For 24 hours, `webhook-signature` contains two signatures, separated by a " +
    "space: of the new secret, then of the old one. Receivers accept a message if one of them is right. Refused " +
    "(409) while an earlier old secret works.",
  input: z.strictObject({ webhookId: Id }),
  output: RotatedSecret,
  event: "webhook_secret_rotated",
  target: namedWebhook,
  prepare: ({ ports }) => {
    const secret = newWebhookSecret();
    return Promise.resolve({ secret, secretSealed: ports.vault.encrypt(secret) });
  },
  run: async ({ tx, now, changed }, { webhookId }, { secret, secretSealed }) => {
    const before = await lockWebhook(tx, webhookId);
    if (liveOldSecret(before, now)) throw webhookRefusals.old_secret_live();
    const oldSecretExpiresAt = new Date(now.getTime() + OLD_SECRET_MS);
    await tx.webhooks.update(webhookId, {
      secretSealed,
      oldSecretSealed: before.secretSealed,
      oldSecretExpiresAt,
    });
    changed({ oldSecretExpiresAt: null }, { oldSecretExpiresAt });
    return { webhookId, url: before.url, secret, oldSecretExpiresAt: oldSecretExpiresAt.toISOString() };
  },
});

export const removeOldWebhookSecret = command({
  name: "removeOldWebhookSecret",
  rest: "DELETE /webhooks/{webhookId}/secrets/old",
  console: "webhooks.removeOldSecret",
  capability: "ManageWebhooks",
  summary: "Remove the old secret of a webhook endpoint",
  description:
    "Deliveries are then signed only with the secret of the last rotation, before the 24 hours have passed.",
  input: z.strictObject({ webhookId: Id }),
  output: z.object({ webhookId: Id, deleted: z.boolean() }),
  event: "webhook_secret_removed",
  target: webhookTarget,
  run: async ({ tx, now, changed, labelled }, { webhookId }) => {
    const before = await lockWebhook(tx, webhookId);
    labelled(before.url);
    if (!liveOldSecret(before, now)) throw webhookRefusals.old_secret_not_found();
    const none = { oldSecretSealed: null, oldSecretExpiresAt: null };
    await tx.webhooks.update(webhookId, none);
    changed({ oldSecretExpiresAt: before.oldSecretExpiresAt }, { oldSecretExpiresAt: null });
    return { webhookId, deleted: true };
  },
});
