import { parseAsInteger, parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";

/** What the list of organizations shows, as its address says it. */
export const tenantFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsStringLiteral(["all", "active", "suspended"]).withDefault("all"),
  cursor: parseAsInteger,
};

/** The same as the input of its query. */
export const tenantQuery = ({ search, status, cursor }: inferParserType<typeof tenantFilters>) => ({
  limit: 50,
  ...(search !== "" && { search }),
  ...(status !== "all" && { status }),
  ...(cursor !== null && { cursor }),
});
