import { parseAsBoolean, parseAsInteger, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { provisioningOutcomes } from "@/server/domain/provisioning/outcomes.schema";

/** What the provisioning log shows, as its address says it. */
export const logFilters = {
  outcome: parseAsStringLiteral(["all", ...provisioningOutcomes]).withDefault("all"),
  token: parseAsInteger,
  changes: parseAsBoolean.withDefault(false),
  cursor: parseAsInteger,
};

/** The same as the input of its query. */
export const logQuery = ({ outcome, token, changes, cursor }: inferParserType<typeof logFilters>) => ({
  limit: 50,
  changesOnly: changes,
  ...(outcome !== "all" && { outcome }),
  ...(token !== null && token > 0 && { tokenId: token }),
  ...(cursor !== null && cursor > 0 && { cursor }),
});
