import { parseAsString, type inferParserType } from "nuqs/server";

/** Cursor of the list of a user's events, stored in the query of the page. */
export const activityFilters = { cursor: parseAsString };

/** Returns the input of the tRPC query for these filters. */
export const activityQuery = (userId: number, { cursor }: inferParserType<typeof activityFilters>) => ({
  target: `user:${userId}`,
  limit: 50,
  ...(cursor !== null && { cursor }),
});
