import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import type { CodedText } from "@/server/kernel/texts/define";
import { must } from "@/server/kernel/strings/must";
import { signInMethods } from "../sign-in-methods/sign-in-methods.schema";
import { CountryCode } from "../access-rules/values.schema";

const method = z.enum(signInMethods);
const Address = z.union([z.ipv4(), z.ipv6()]);
// Uses `refine`, because the error of a union contains one message for each member. The form must show one message only.
const ip = z
  .string(must("not_ip_address"))
  .refine((text) => Address.safeParse(text).success, must("not_ip_address"));

/** A sign-in to explain. The country, the address or the method is unknown if the request omits the field. */
export const ExplainInput = z.strictObject({
  userId: Id,
  appId: Id,
  country: CountryCode.optional().describe("Country of the sign-in."),
  ip: ip.optional().describe("IP address of the sign-in."),
  method: method.optional().describe("First factor of the sign-in."),
});
export type ExplainInput = z.output<typeof ExplainInput>;

/** The kinds of records that a statement can be about. The console links each statement to the page of the record. */
export const factSubjects = ["app", "user", "tags", "rules", "restriction"] as const;

export const AccessFact = z.object({
  /**
   * Effect of the statement on the sign-in. `allows` or `refuses`: the statement decides. `depends`: the result is known only
   * at the sign-in. `notes`: the statement has no influence on the result.
   */
  effect: z.enum(["allows", "refuses", "depends", "notes"]),
  text: z.string(),
  about: z.enum(factSubjects),
});

/** A statement whose text is a code with parameters. The text is translated later. */
export type Fact = Omit<z.output<typeof AccessFact>, "text"> & { text: CodedText };
export type AccessFact = z.output<typeof AccessFact>;

export const AccessExplanation = z.object({
  verdict: z.enum(["allowed", "refused", "depends"]),
  userId: Id,
  appId: Id,
  personName: z.string(),
  appName: z.string(),
  facts: z.array(AccessFact),
});
export type AccessExplanation = z.output<typeof AccessExplanation>;
