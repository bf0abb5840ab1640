import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

/** Filters of the list of apps in the address. */
export const appFilters = {
  search: parseAsString.withDefault(""),
  kind: parseAsStringLiteral(["all", "confidential", "public"]).withDefault("all"),
  access: parseAsStringLiteral(["all", "open", "restricted"]).withDefault("all"),
  /** True if the dialog for a new app is open. Other pages link to it. */
  new: parseAsBoolean.withDefault(false),
};
