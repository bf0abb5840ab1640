import { parseAsString, type inferParserType } from "nuqs/server";

/** Which page of a person's activity is shown, as its address says it. */
export const activityFilters = { cursor: parseAsString };

/** The same as the input of its query. */
export const activityQuery = (userId: number, { cursor }: inferParserType<typeof activityFilters>) => ({
  target: `user:${userId}`,
  limit: 50,
  ...(cursor !== null && { cursor }),
});
