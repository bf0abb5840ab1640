import { parseAsInteger, type inferParserType } from "nuqs/server";

/** Page of a tag's people in the address. */
export const peopleFilters = { cursor: parseAsInteger.withDefault(0) };

/** Returns the input of the query for these filters. */
export const peopleQuery = (tagId: number, { cursor }: inferParserType<typeof peopleFilters>) => ({
  tagId,
  limit: 50,
  cursor: Math.max(0, cursor),
});
