import { parseAsInteger, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { deliveryStatuses } from "@/server/domain/webhooks/delivery-status.schema";

/** Filters of the deliveries in the address. */
export const deliveryFilters = {
  status: parseAsStringLiteral(["all", ...deliveryStatuses]).withDefault("all"),
  cursor: parseAsInteger,
};

/** Returns the input of the query for these filters. */
export const deliveryQuery = (
  webhookId: number,
  { status, cursor }: inferParserType<typeof deliveryFilters>,
) => ({
  webhookId,
  limit: 25,
  ...(status !== "all" && { status }),
  ...(cursor !== null && cursor > 0 && { cursor }),
});
