import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { tagPolicyNames } from "./policies.schema";

/** What a policy of a tag would take from the people who have it. */
export const TagPolicyPreview = z.object({
  people: z.int().describe("Active people who have the tag and whom no other tag forbids the same already."),
  hit: z
    .int()
    .nullable()
    .describe(
      "How many of them would notice at their next sign-in: for requireMfa those without a second factor, for allowMagicLink " +
        "those who have signed in by a link lately; null for policies of which nothing tells.",
    ),
});
export type TagPolicyPreview = z.output<typeof TagPolicyPreview>;

/** What somebody would lose by a tag. */
export const TaggingPreview = z.object({
  policies: z
    .array(z.enum(tagPolicyNames))
    .describe("What the tag would demand or forbid that none of their other tags does yet."),
  signIns: z.int().describe("Their successful sign-ins of the last days."),
  days: z.int(),
  refused: z
    .object({ signIns: z.int(), why: z.string() })
    .nullable()
    .describe("How many of these the access rules for the tag would have refused, and why the latest."),
});
export type TaggingPreview = z.output<typeof TaggingPreview>;

/** What many people would lose by a tag. */
export const TaggingManyPreview = z.object({
  policies: z
    .array(TagPolicyPreview.extend({ policy: z.enum(tagPolicyNames) }))
    .describe("What the tag would demand or forbid that no other tag does yet, of how many of them."),
  days: z.int(),
  refused: z
    .object({ signIns: z.int(), people: z.int(), why: z.string() })
    .nullable()
    .describe(
      "How many of their newest sign-ins the access rules for the tag would have refused, and why the latest.",
    ),
});
export type TaggingManyPreview = z.output<typeof TaggingManyPreview>;

export const TaggingInput = z.strictObject({ userId: Id, tagId: Id });
