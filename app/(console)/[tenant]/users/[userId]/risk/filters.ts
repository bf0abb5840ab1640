import { parseAsInteger, type inferParserType } from "nuqs/server";

/** Cursor of the list of a user's sign-ins, stored in the query of the page. */
export const signInFilters = { cursor: parseAsInteger };

/** Returns the input of the tRPC query for these filters. */
export const signInQuery = (userId: number, { cursor }: inferParserType<typeof signInFilters>) => ({
  userId,
  limit: 50,
  ...(cursor !== null && cursor > 0 && { cursor }),
});
