import { group } from "../endpoint";

export const notificationEndpoints = group("Notification settings", "/api/v1", {});
