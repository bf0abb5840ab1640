import { parseAsInteger, parseAsStringLiteral, type inferParserType } from "nuqs/server";

/** What the list of devices shows, as its address says it. */
export const deviceFilters = {
  status: parseAsStringLiteral(["all", "pending", "registered", "denied"]).withDefault("all"),
  user: parseAsInteger,
  cursor: parseAsInteger,
};

/** The same as the input of its query. */
export const deviceQuery = ({ status, user, cursor }: inferParserType<typeof deviceFilters>) => ({
  limit: 50,
  ...(status !== "all" && { status }),
  ...(user !== null && user > 0 && { userId: user }),
  ...(cursor !== null && cursor > 0 && { cursor }),
});
