import { parseAsInteger, parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";

/** Filters of the list of organizations, stored in the query of the page. */
export const tenantFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsStringLiteral(["all", "active", "suspended"]).withDefault("all"),
  cursor: parseAsInteger,
};

/** Returns the input of the tRPC query for these filters. */
export const tenantQuery = ({ search, status, cursor }: inferParserType<typeof tenantFilters>) => ({
  limit: 50,
  ...(search !== "" && { search }),
  ...(status !== "all" && { status }),
  ...(cursor !== null && { cursor }),
});
