import { parseAsBoolean, parseAsInteger, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { provisioningOutcomes } from "@/server/domain/provisioning/outcomes.schema";

/** Filters of the provisioning log, stored in the query of the page. */
export const logFilters = {
  outcome: parseAsStringLiteral(["all", ...provisioningOutcomes]).withDefault("all"),
  token: parseAsInteger,
  changes: parseAsBoolean.withDefault(false),
  cursor: parseAsInteger,
};

/** Returns the input of the tRPC query for these filters. */
export const logQuery = ({ outcome, token, changes, cursor }: inferParserType<typeof logFilters>) => ({
  limit: 50,
  changesOnly: changes,
  ...(outcome !== "all" && { outcome }),
  ...(token !== null && token > 0 && { tokenId: token }),
  ...(cursor !== null && cursor > 0 && { cursor }),
});
