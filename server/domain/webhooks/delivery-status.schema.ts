/** States of a webhook delivery. */
export const deliveryStatuses = ["pending", "delivered", "failed", "exhausted", "disabled"] as const;
