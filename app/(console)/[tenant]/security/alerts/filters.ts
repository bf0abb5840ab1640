import { parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { alertStates } from "@/server/domain/risk/alert-states.schema";

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
