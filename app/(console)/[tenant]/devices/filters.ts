import { parseAsInteger, parseAsStringLiteral, type inferParserType } from "nuqs/server";

/** Filters of the list of devices, stored in the query of the page. */
export const deviceFilters = {
  status: parseAsStringLiteral(["all", "pending", "registered", "denied"]).withDefault("all"),
  user: parseAsInteger,
  cursor: parseAsInteger,
};

/** Returns the input of the tRPC query for these filters. */
export const deviceQuery = ({ status, user, cursor }: inferParserType<typeof deviceFilters>) => ({
  limit: 50,
  ...(status !== "all" && { status }),
  ...(user !== null && user > 0 && { userId: user }),
  ...(cursor !== null && cursor > 0 && { cursor }),
});
