import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { EXACT_UP_TO } from "../counts/counts.schema";
import { tagPolicyNames } from "../tags/policies.schema";

/**
 * Counts of the users whom a tag's policy restricts. `people` counts all of them. `hit` counts the users who notice the
 * restriction at the next sign-in.
 */
const PolicyCounts = z.object({
  people: z
    .int()
    .describe(
      "Active people whom the tag's policy restricts, or would restrict, and no other tag restricts in the same way. " +
        `Exact up to ${EXACT_UP_TO}; one more means that there are more.`,
    ),
  hit: z
    .int()
    .nullable()
    .describe(
      "Number of restricted people whom it affects at the next sign-in: for requireMfa those without a second factor, for allowMagicLink " +
        "those who recently signed in by a link; null for other policies.",
    ),
});
export type PolicyCounts = z.output<typeof PolicyCounts>;

/** Effects of a change of a tag's policy on the users who have the tag. */
export const TagPolicyPreview = PolicyCounts.extend({
  effect: z.enum(["restricts", "loosens"]).nullable().describe("Null for a change without effect."),
  tagged: z.int().describe("Number of people with the tag, with the same upper bound."),
});
export type TagPolicyPreview = z.output<typeof TagPolicyPreview>;

/** Restrictions and refused sign-ins that a tag would cause for one user. */
export const TaggingPreview = z.object({
  policies: z
    .array(z.enum(tagPolicyNames))
    .describe("Policies by which the tag would restrict the person and none of the other tags does."),
  signIns: z.int().describe("Number of the person's successful sign-ins of the last days."),
  days: z.int(),
  refused: z
    .object({ signIns: z.int(), why: z.string() })
    .nullable()
    .describe(
      "Number of these sign-ins that the access rules for the tag would have refused, with the reason of the latest.",
    ),
});
export type TaggingPreview = z.output<typeof TaggingPreview>;

/** Restrictions and refused sign-ins that a tag would cause for many users. */
export const TaggingManyPreview = z.object({
  policies: z
    .array(PolicyCounts.extend({ policy: z.enum(tagPolicyNames) }))
    .describe(
      "Policies by which the tag would restrict people and no other tag does, with the number of people.",
    ),
  days: z.int(),
  refused: z
    .object({ signIns: z.int(), people: z.int(), why: z.string() })
    .nullable()
    .describe(
      "Number of their newest sign-ins that the access rules for the tag would have refused, with the reason of the latest.",
    ),
});
export type TaggingManyPreview = z.output<typeof TaggingManyPreview>;

export const TaggingInput = z.strictObject({ userId: Id, tagId: Id });
