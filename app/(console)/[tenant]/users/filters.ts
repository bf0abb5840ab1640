import { parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";

/** What the list of users shows, as its address says it. */
export const userFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsStringLiteral(["all", "active", "suspended", "locked"]).withDefault("all"),
  sort: parseAsStringLiteral(["id", "name", "email"]).withDefault("id"),
  direction: parseAsStringLiteral(["asc", "desc"]).withDefault("asc"),
  cursor: parseAsString,
};

/** The same as the input of its query; the server prefetches what the browser then asks for. */
export const userQuery = ({
  search,
  status,
  sort,
  direction,
  cursor,
}: inferParserType<typeof userFilters>) => ({
  limit: 50,
  sort,
  direction,
  ...(search !== "" && { search }),
  ...(status !== "all" && { status }),
  ...(cursor !== null && { cursor }),
});
