/** States of a delivery. */
export const deliveryStatuses = ["pending", "delivered", "failed", "exhausted", "disabled"] as const;
