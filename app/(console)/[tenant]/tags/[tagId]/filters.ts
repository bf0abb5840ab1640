import { parseAsInteger, type inferParserType } from "nuqs/server";

/** Page of the list of people with a tag, stored in the query of the page. */
export const peopleFilters = { cursor: parseAsInteger.withDefault(0) };

/** Returns the input of the tRPC query for these filters. */
export const peopleQuery = (tagId: number, { cursor }: inferParserType<typeof peopleFilters>) => ({
  tagId,
  limit: 50,
  cursor: Math.max(0, cursor),
});
