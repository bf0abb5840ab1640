import { parseAsInteger, parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { messageStates } from "@/server/platform/message-states.schema";

/** Filters of the list of messages and the id of the open message, stored in the query of the page. */
export const messageFilters = {
  state: parseAsStringLiteral(["all", ...messageStates]).withDefault("all"),
  cursor: parseAsString,
  organization: parseAsInteger,
  message: parseAsInteger,
};

/** Returns the input of the tRPC query for these filters. */
export const messageQuery = ({
  state,
  cursor,
}: Pick<inferParserType<typeof messageFilters>, "state" | "cursor">) => ({
  limit: 50,
  ...(state !== "all" && { state }),
  ...(cursor !== null && { cursor }),
});
