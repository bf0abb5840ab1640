import { listDeliveries, pageDeliveries } from "@/server/domain/webhooks/deliveries";
import { removeOldWebhookSecret, rotateWebhookSecret } from "@/server/domain/webhooks/secrets";
import {
  createWebhook,
  deleteWebhook,
  listEventTypes,
  listWebhooks,
  updateWebhook,
  listWebhookStates,
} from "@/server/domain/webhooks/webhooks";
import { DELETE, GET, group, PATCH, POST } from "../endpoint";

export const webhookEndpoints = group("Webhooks", "/api/v1", [
  GET("/webhooks", listWebhooks, { inConsole: listWebhookStates }),
  POST("/webhooks", createWebhook, { status: 201 }),
  GET("/webhooks/event-types", listEventTypes),
  PATCH("/webhooks/{webhookId}", updateWebhook),
  DELETE("/webhooks/{webhookId}", deleteWebhook),
  POST("/webhooks/{webhookId}/secret/rotate", rotateWebhookSecret),
  DELETE("/webhooks/{webhookId}/secrets/old", removeOldWebhookSecret),
  GET("/webhooks/{webhookId}/deliveries", listDeliveries, { inConsole: pageDeliveries }),
]);
