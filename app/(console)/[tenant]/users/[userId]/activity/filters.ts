import { parseAsString, type inferParserType } from "nuqs/server";

/** Page of a user's activity in the address. */
export const activityFilters = { cursor: parseAsString };

/** Returns the input of the query for these filters. */
export const activityQuery = (userId: number, { cursor }: inferParserType<typeof activityFilters>) => ({
  target: `user:${userId}`,
  limit: 50,
  ...(cursor !== null && { cursor }),
});
