import { parseAsInteger, type inferParserType } from "nuqs/server";

/** Filters of the list of an app's people, stored in the query of the page. */
export const peopleFilters = { cursor: parseAsInteger };

/** Returns the input of the tRPC query for these filters. */
export const peopleQuery = (appId: number, { cursor }: inferParserType<typeof peopleFilters>) => ({
  appId,
  limit: 50,
  ...(cursor !== null && cursor > 0 && { cursor }),
});
