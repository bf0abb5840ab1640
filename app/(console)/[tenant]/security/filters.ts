import { parseAsNumberLiteral, parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { alertStates } from "@/server/domain/risk/alert-states.schema";

/** Period of the risk statistics in days, stored in the query of the page. */
export const riskFilters = { days: parseAsNumberLiteral([7, 30, 90]).withDefault(7) };

/** Filters of the alerts, stored in the query of the page. */
export const alertFilters = {
  state: parseAsStringLiteral(alertStates).withDefault("open"),
  cursor: parseAsString,
};

/** Returns the input of the tRPC query for these filters. */
export const alertsQuery = ({ state, cursor }: inferParserType<typeof alertFilters>) => ({
  state,
  limit: 50,
  ...(cursor !== null && { cursor }),
});
