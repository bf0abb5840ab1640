import { parseAsInteger, parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { messageStates } from "@/server/platform/message-states.schema";

/** Which messages are shown, and which one is open, as the address says it. */
export const messageFilters = {
  state: parseAsStringLiteral(["all", ...messageStates]).withDefault("all"),
  cursor: parseAsString,
  organization: parseAsInteger,
  message: parseAsInteger,
};

/** The same as the input of their query. */
export const messageQuery = ({
  state,
  cursor,
}: Pick<inferParserType<typeof messageFilters>, "state" | "cursor">) => ({
  limit: 50,
  ...(state !== "all" && { state }),
  ...(cursor !== null && { cursor }),
});
