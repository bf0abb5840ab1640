/**
 * Returns true if the new retention period may remove events. Both values are in days. A value of `before` that is not a number
 * means no limit.
 */
export const isShorter = (days: number, before: unknown) => typeof before !== "number" || days < before;
