import { parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { signInMethods } from "@/server/domain/access-rules/sign-in-methods.schema";
import type { ExplainInput } from "@/server/domain/access-explanation/explain.schema";

/** Assumptions about a sign-in in the address. */
export const simulation = {
  country: parseAsString,
  ip: parseAsString,
  method: parseAsStringLiteral(signInMethods),
};

/** Returns the known assumptions as a part of the query's input. */
export const simulatedIn = ({
  country,
  ip,
  method,
}: inferParserType<typeof simulation>): Pick<ExplainInput, "country" | "ip" | "method"> => ({
  ...(country !== null && { country }),
  ...(ip !== null && { ip }),
  ...(method !== null && { method }),
});
