import { group } from "../endpoint";

export const webhookEndpoints = group("Webhooks", "/api/v1", {});
