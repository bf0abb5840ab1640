/** Returns true if the new retention may remove events. `before` is the old retention in days. Another value has no limit. */
export const isShorter = (days: number, before: unknown) => typeof before !== "number" || days < before;
