import { parseAsInteger, parseAsString, type inferParserType } from "nuqs/server";

/** Filters of a role's members, stored in the query of the page. */
export const memberFilters = {
  search: parseAsString.withDefault(""),
  cursor: parseAsInteger.withDefault(0),
};

/** Returns the input of the tRPC query for these filters. */
export const membersQuery = (roleId: number, { search, cursor }: inferParserType<typeof memberFilters>) => ({
  roleId,
  limit: 50,
  cursor: Math.max(0, cursor),
  ...(search !== "" && { search: search.slice(0, 200) }),
});
