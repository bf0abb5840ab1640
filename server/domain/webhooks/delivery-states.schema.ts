/** States of a webhook delivery. */
export const deliveryStatuses = ["pending", "delivered", "failed", "exhausted", "disabled"] as const;

const [, ...attempted] = deliveryStatuses;

/** Number of deliveries in each state. Excludes deliveries without a first attempt. */
export type DeliveryCounts = Record<(typeof attempted)[number], number>;

/** Returns the sum for each state, and the total of all states in `all`. */
export const totalOf = (counts: DeliveryCounts[]): DeliveryCounts & { all: number } => {
  const total = { delivered: 0, failed: 0, exhausted: 0, disabled: 0, all: 0 };
  for (const one of counts)
    for (const state of attempted) {
      total[state] += one[state];
      total.all += one[state];
    }
  return total;
};

/** Returns the share of deliveries that the receiver accepted, from 0 to 1. Returns null if there are no deliveries. */
export function takenShare(counts: DeliveryCounts[]): number | null {
  const { delivered, all } = totalOf(counts);
  return all === 0 ? null : delivered / all;
}
