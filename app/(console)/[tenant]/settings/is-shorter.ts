/** Whether keeping events for so many days removes some that are kept now; without a number of days they are kept for ever. */
export const isShorter = (days: number, before: unknown) => typeof before !== "number" || days < before;
