import { parseAsInteger, type inferParserType } from "nuqs/server";

/** Which page of a person's sign-ins is shown, as its address says it. */
export const signInFilters = { cursor: parseAsInteger };

/** The same as the input of its query. */
export const signInQuery = (userId: number, { cursor }: inferParserType<typeof signInFilters>) => ({
  userId,
  limit: 50,
  ...(cursor !== null && cursor > 0 && { cursor }),
});
