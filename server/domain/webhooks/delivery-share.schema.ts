import type { DeliveryCounts } from "./delivery-history.schema";

const STATES = ["delivered", "failed", "exhausted", "disabled"] as const;

/** How many these are together. */
export const totalOf = (counts: DeliveryCounts[]): DeliveryCounts & { all: number } => {
  const total = { delivered: 0, failed: 0, exhausted: 0, disabled: 0, all: 0 };
  for (const one of counts)
    for (const state of STATES) {
      total[state] += one[state];
      total.all += one[state];
    }
  return total;
};

/** Which part of them, 0 to 1, the receiver has taken so far; null where there are none. */
export function takenShare(counts: DeliveryCounts[]): number | null {
  const { delivered, all } = totalOf(counts);
  return all === 0 ? null : delivered / all;
}
