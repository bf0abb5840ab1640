import { parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";

/** Filters of the list of users, stored in the query of the page. */
export const userFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsStringLiteral(["all", "active", "suspended", "locked"]).withDefault("all"),
  sort: parseAsStringLiteral(["id", "name", "email"]).withDefault("id"),
  direction: parseAsStringLiteral(["asc", "desc"]).withDefault("asc"),
  cursor: parseAsString,
};

/** Returns the input of the tRPC query for these filters. The server uses the same input to prefetch the list. */
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
