import { parseAsInteger, parseAsString, type inferParserType } from "nuqs/server";

/** Which of a role's members are shown, as the address says it. */
export const memberFilters = {
  search: parseAsString.withDefault(""),
  cursor: parseAsInteger.withDefault(0),
};

/** The same as the input of its query. */
export const membersQuery = (roleId: number, { search, cursor }: inferParserType<typeof memberFilters>) => ({
  roleId,
  limit: 50,
  cursor: Math.max(0, cursor),
  ...(search !== "" && { search: search.slice(0, 200) }),
});
