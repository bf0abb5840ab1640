import { listDeliveries } from "@/server/domain/webhooks/deliveries";
import {
  createWebhook,
  deleteWebhook,
  listEventTypes,
  listWebhooks,
  updateWebhook,
} from "@/server/domain/webhooks/webhooks";
import { DELETE, GET, group, PATCH, POST } from "../endpoint";

export const webhookEndpoints = group("Webhooks", "/api/v1", {
  listWebhooks: GET("/webhooks", listWebhooks),
  createWebhook: POST("/webhooks", createWebhook, { status: 201 }),
  listEventTypes: GET("/webhooks/event-types", listEventTypes),
  updateWebhook: PATCH("/webhooks/{webhookId}", updateWebhook),
  deleteWebhook: DELETE("/webhooks/{webhookId}", deleteWebhook),
  listDeliveries: GET("/webhooks/{webhookId}/deliveries", listDeliveries),
});
