/** Returns true if the new retention may remove events. `before` is the old retention in days; other values mean no limit. */
export const isShorter = (days: number, before: unknown) => typeof before !== "number" || days < before;
