import type { DeliveryCounts } from "./delivery-history.schema";

const STATES = ["delivered", "failed", "exhausted", "disabled"] as const;

/** Returns the sum for each state, and the total of all states in `all`. */
export const totalOf = (counts: DeliveryCounts[]): DeliveryCounts & { all: number } => {
  const total = { delivered: 0, failed: 0, exhausted: 0, disabled: 0, all: 0 };
  for (const one of counts)
    for (const state of STATES) {
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
