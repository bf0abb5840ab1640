import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

/** What the list of apps shows, as its address says it. */
export const appFilters = {
  search: parseAsString.withDefault(""),
  kind: parseAsStringLiteral(["all", "confidential", "public"]).withDefault("all"),
  access: parseAsStringLiteral(["all", "open", "restricted"]).withDefault("all"),
  /** Whether the dialog for a new one is open: links elsewhere lead to it. */
  new: parseAsBoolean.withDefault(false),
};
