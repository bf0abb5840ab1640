import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { CountryRestriction, NewAccessRule } from "./access-rules.schema";

/** The proposed change: an additional rule or a new country restriction. The new restriction replaces the present one. */
export const Draft = z
  .strictObject({ rule: NewAccessRule.optional(), restriction: CountryRestriction.optional() })
  .refine(({ rule, restriction }) => (rule === undefined) !== (restriction === undefined), {
    message: must("not_one_draft"),
  });

/** The users whose recent sign-ins the draft would have refused. */
export const DraftPreview = z.object({
  days: z.int(),
  signIns: z.int().describe("Number of sign-ins that were read."),
  people: z.int().describe("Number of their users."),
  complete: z.boolean().describe("False if there were more sign-ins than were read."),
  refused: z.object({ signIns: z.int(), people: z.int() }),
  refusesYou: z.boolean().describe("True if a sign-in of the caller is among them."),
  youAreExempt: z
    .boolean()
    .describe("True if the caller is an owner. Access rules do not refuse owners at the console."),
  examples: z
    .array(
      z.object({
        userId: Id,
        name: z.string().nullable(),
        email: z.string().nullable(),
        signIns: z.int(),
        lastAt: Timestamp,
        why: z.string(),
      }),
    )
    .describe("The people with the most refusals, at most ten."),
});
export type DraftPreview = z.output<typeof DraftPreview>;
