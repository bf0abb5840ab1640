import { parseAsBoolean, parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";

/** What the list of users shows, as its address says it. */
export const userFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsStringLiteral(["all", "active", "suspended", "locked"]).withDefault("all"),
  sort: parseAsStringLiteral(["id", "name", "email"]).withDefault("id"),
  descending: parseAsBoolean.withDefault(false),
  cursor: parseAsString,
};

/** The same as the input of its query; the server prefetches what the browser then asks for. */
export const userQuery = ({ search, status, sort, descending, cursor }: inferParserType<typeof userFilters>) => ({
  limit: 50,
  sort,
  descending,
  ...(search !== "" && { search }),
  ...(status !== "all" && { status }),
  ...(cursor !== null && { cursor }),
});
