import { parseAsNumberLiteral } from "nuqs/server";

/** How many days the risk figures are of, as the address says it. */
export const riskFilters = { days: parseAsNumberLiteral([7, 30, 90]).withDefault(7) };
