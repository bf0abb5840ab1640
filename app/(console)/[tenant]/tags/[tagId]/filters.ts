import { parseAsInteger, type inferParserType } from "nuqs/server";

/** Which page of a tag's people is shown, as the address says it. */
export const peopleFilters = { cursor: parseAsInteger.withDefault(0) };

/** The same as the input of its query. */
export const peopleQuery = (tagId: number, { cursor }: inferParserType<typeof peopleFilters>) => ({
  tagId,
  limit: 50,
  cursor: Math.max(0, cursor),
});
