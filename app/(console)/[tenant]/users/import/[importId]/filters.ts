import { parseAsInteger, parseAsStringLiteral, type inferParserType } from "nuqs/server";

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
