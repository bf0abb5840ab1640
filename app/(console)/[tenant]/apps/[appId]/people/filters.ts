import { parseAsInteger, type inferParserType } from "nuqs/server";

/** Which page of an app's people is shown, as its address says it. */
export const peopleFilters = { cursor: parseAsInteger };

/** The same as the input of its query. */
export const peopleQuery = (appId: number, { cursor }: inferParserType<typeof peopleFilters>) => ({
  appId,
  limit: 50,
  ...(cursor !== null && cursor > 0 && { cursor }),
});
