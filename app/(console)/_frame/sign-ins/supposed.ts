import { parseAsString, parseAsStringLiteral, type inferParserType } from "nuqs/server";
import { signInMethods } from "@/server/domain/access-rules/sign-in-methods.schema";
import type { ExplainInput } from "@/server/domain/access-explanation/explain.schema";

/** What is supposed of a sign-in, as it stands in the address. */
export const supposed = {
  country: parseAsString,
  ip: parseAsString,
  method: parseAsStringLiteral(signInMethods),
};

/** The same as a part of the question; only what is known. */
export const supposedIn = ({
  country,
  ip,
  method,
}: inferParserType<typeof supposed>): Pick<ExplainInput, "country" | "ip" | "method"> => ({
  ...(country !== null && { country }),
  ...(ip !== null && { ip }),
  ...(method !== null && { method }),
});
