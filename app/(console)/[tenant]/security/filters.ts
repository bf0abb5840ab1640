import { parseAsNumberLiteral } from "nuqs/server";

/** Period of the risk statistics in days, stored in the query of the page. */
export const riskFilters = { days: parseAsNumberLiteral([7, 30, 90]).withDefault(7) };
