import { parseAsInteger, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { deliveryStatuses } from "@/server/domain/webhooks/delivery-status.schema";

/** Which deliveries are shown, as the address says it. */
export const deliveryFilters = {
  status: parseAsStringLiteral(["all", ...deliveryStatuses]).withDefault("all"),
  cursor: parseAsInteger,
};

/** The same as the input of their query. */
export const deliveryQuery = (
  webhookId: number,
  { status, cursor }: inferParserType<typeof deliveryFilters>,
) => ({
  webhookId,
  limit: 25,
  ...(status !== "all" && { status }),
  ...(cursor !== null && cursor > 0 && { cursor }),
});
