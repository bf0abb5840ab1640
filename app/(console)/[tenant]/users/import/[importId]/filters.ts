import { parseAsInteger, parseAsStringLiteral, type inferParserType } from "nuqs/server";

/** Which rows are shown, as the address says it. */
export const rowFilters = {
  outcome: parseAsStringLiteral(["all", "created", "updated", "unchanged", "refused"]).withDefault("all"),
  after: parseAsInteger.withDefault(0),
};

/** What is asked for of an import's rows. */
export const rowsQuery = (importId: number, { outcome, after }: inferParserType<typeof rowFilters>) => ({
  ...{ importId, after },
  ...(outcome !== "all" && { outcome }),
});
