import { parseAsInteger, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { deliveryStatuses } from "@/server/domain/webhooks/delivery-states.schema";

/** Filters of the deliveries, stored in the query of the page. */
export const deliveryFilters = {
  status: parseAsStringLiteral(["all", ...deliveryStatuses]).withDefault("all"),
  cursor: parseAsInteger,
};

/** Returns the input of the tRPC query for these filters. */
export const deliveryQuery = (
  webhookId: number,
  { status, cursor }: inferParserType<typeof deliveryFilters>,
) => ({
  webhookId,
  limit: 25,
  ...(status !== "all" && { status }),
  ...(cursor !== null && cursor > 0 && { cursor }),
});
