/**
 * Returns true if the new retention period (`days`) may remove events. `before` is the old period in days. Other values of
 * `before` mean that the old period had no limit.
 */
export const isShorter = (days: number, before: unknown) => typeof before !== "number" || days < before;
