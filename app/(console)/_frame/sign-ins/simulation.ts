import { parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { signInMethods } from "@/server/domain/sign-in-methods/sign-in-methods.schema";
import type { ExplainInput } from "@/server/domain/access-explanation/explain.schema";

/** Place and method of an assumed sign-in, stored in the query of the page. */
export const simulation = {
  country: parseAsString,
  ip: parseAsString,
  method: parseAsStringLiteral(signInMethods),
};

/** Returns the values that are not null, as a part of the input of the tRPC query. */
export const simulatedIn = ({
  country,
  ip,
  method,
}: inferParserType<typeof simulation>): Pick<ExplainInput, "country" | "ip" | "method"> => ({
  ...(country !== null && { country }),
  ...(ip !== null && { ip }),
  ...(method !== null && { method }),
});
