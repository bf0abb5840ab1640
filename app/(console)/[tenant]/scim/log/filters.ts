import { parseAsBoolean, parseAsInteger, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { provisioningOutcomes } from "@/server/domain/provisioning/outcomes.schema";
import { useExtracted } from "next-intl";
import type { Tone } from "@/components/ui/feedback";
import type { ProvisioningEntry } from "@/server/domain/provisioning/log.schema";

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

/** Returns the label and the colour of each outcome. */
export function useOutcomes(): Record<ProvisioningEntry["outcome"], { label: string; tone: Tone }> {
  const t = useExtracted("scim");
  return {
    succeeded: { label: t("Succeeded"), tone: "success" },
    refused: { label: t("Refused"), tone: "warning" },
    failed: { label: t("Failed"), tone: "danger" },
  };
}
