import { parseAsString, parseAsStringLiteral, type inferParserType, parseAsInteger } from "nuqs/server";

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

/** Cursor of the list of a user's events, stored in the query of the page. */
export const activityFilters = { cursor: parseAsString };

/** Returns the input of the tRPC query for these filters. */
export const activityQuery = (userId: number, { cursor }: inferParserType<typeof activityFilters>) => ({
  target: `user:${userId}`,
  limit: 50,
  ...(cursor !== null && { cursor }),
});

/** Cursor of the list of a user's sign-ins, stored in the query of the page. */
export const signInFilters = { cursor: parseAsInteger };

/** Returns the input of the tRPC query for these filters. */
export const signInQuery = (userId: number, { cursor }: inferParserType<typeof signInFilters>) => ({
  userId,
  limit: 50,
  ...(cursor !== null && cursor > 0 && { cursor }),
});

/** Filters of an import's rows, stored in the query of the page. */
export const rowFilters = {
  outcome: parseAsStringLiteral(["all", "created", "updated", "unchanged", "refused"]).withDefault("all"),
  after: parseAsInteger.withDefault(0),
};

/** Returns the input of the tRPC query for these filters. */
export const rowsQuery = (importId: number, { outcome, after }: inferParserType<typeof rowFilters>) => ({
  importId,
  after,
  ...(outcome !== "all" && { outcome }),
});
