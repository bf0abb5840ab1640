import { parseAsInteger, parseAsStringLiteral } from "nuqs";

/** Which rows are shown, as the address says it. */
export const rowFilters = {
  outcome: parseAsStringLiteral(["all", "created", "updated", "unchanged", "refused"]).withDefault("all"),
  after: parseAsInteger.withDefault(0),
};
