import {
  getDelivery,
  pageDeliveries,
  replayDelivery,
  replayFailed,
  sendTestEvent,
} from "@/server/domain/webhooks/deliveries";
import { countDeliveries, getDeliveryHistory } from "@/server/domain/webhooks/delivery-history";
import {
  createWebhook,
  deleteWebhook,
  listEventTypes,
  listWebhookStates,
  updateWebhook,
} from "@/server/domain/webhooks/webhooks";
import { removeOldWebhookSecret, rotateWebhookSecret } from "@/server/domain/webhooks/secrets";
import { read, router, write } from "../init";

export const webhooksRouter = router({
  list: read(listWebhookStates),
  eventTypes: read(listEventTypes),
  create: write(createWebhook),
  update: write(updateWebhook),
  rotateSecret: write(rotateWebhookSecret),
  removeOldSecret: write(removeOldWebhookSecret),
  remove: write(deleteWebhook),
  deliveries: read(pageDeliveries),
  history: read(getDeliveryHistory),
  counts: read(countDeliveries),
  delivery: read(getDelivery),
  replay: write(replayDelivery),
  replayFailed: write(replayFailed),
  test: write(sendTestEvent),
});
