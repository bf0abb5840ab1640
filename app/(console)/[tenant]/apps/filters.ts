import { parseAsString, parseAsStringLiteral } from "nuqs/server";

/** What the list of apps shows, as its address says it. */
export const appFilters = {
  search: parseAsString.withDefault(""),
  kind: parseAsStringLiteral(["all", "confidential", "public"]).withDefault("all"),
  access: parseAsStringLiteral(["all", "open", "restricted"]).withDefault("all"),
};
