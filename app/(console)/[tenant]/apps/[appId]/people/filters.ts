import { parseAsInteger, type inferParserType } from "nuqs/server";

/** Filters of an app's people in the address. */
export const peopleFilters = { cursor: parseAsInteger };

/** Returns the input of the query for these filters. */
export const peopleQuery = (appId: number, { cursor }: inferParserType<typeof peopleFilters>) => ({
  appId,
  limit: 50,
  ...(cursor !== null && cursor > 0 && { cursor }),
});
