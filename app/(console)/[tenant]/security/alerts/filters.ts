import { parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { alertStates } from "@/server/domain/risk/alert-states.schema";

/** Which alerts are shown, as the address says it. */
export const alertFilters = {
  state: parseAsStringLiteral(alertStates).withDefault("open"),
  cursor: parseAsString,
};

/** The same as the input of their query. */
export const alertsQuery = ({ state, cursor }: inferParserType<typeof alertFilters>) => ({
  state,
  limit: 50,
  ...(cursor !== null && { cursor }),
});
