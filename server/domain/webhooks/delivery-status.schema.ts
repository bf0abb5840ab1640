/** How far a delivery is. */
export const deliveryStatuses = ["pending", "delivered", "failed", "exhausted", "disabled"] as const;
