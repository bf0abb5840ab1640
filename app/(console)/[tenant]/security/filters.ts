import { parseAsNumberLiteral } from "nuqs/server";

/** Period of the risk figures in days, in the address. */
export const riskFilters = { days: parseAsNumberLiteral([7, 30, 90]).withDefault(7) };
