import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { EXACT_UP_TO } from "../counts/counts.schema";
import { tagPolicyNames } from "../tags/policies.schema";

/** Numbers of people for whom a tag's policy makes a difference. */
const PolicyCounts = z.object({
  people: z
    .int()
    .describe(
      "Active people whom the tag's policy restricts, or would, and whom no other tag restricts in the same way. " +
        `Exact up to ${EXACT_UP_TO}; one more means that there are more.`,
    ),
  hit: z
    .int()
    .nullable()
    .describe(
      "How many of those whom it restricts would notice at their next sign-in: for requireMfa those without a second factor, for allowMagicLink " +
        "those who have signed in by a link lately; null for policies of which nothing tells.",
    ),
});
export type PolicyCounts = z.output<typeof PolicyCounts>;

/** Effects of a changed tag policy on the people who have the tag. */
export const TagPolicyPreview = PolicyCounts.extend({
  effect: z.enum(["restricts", "loosens"]).nullable().describe("Null for a change that makes no difference."),
  tagged: z.int().describe("How many have the tag at all, counted likewise."),
});
export type TagPolicyPreview = z.output<typeof TagPolicyPreview>;

/** Losses of one person through a tag. */
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

/** Losses of many people through a tag. */
export const TaggingManyPreview = z.object({
  policies: z
    .array(PolicyCounts.extend({ policy: z.enum(tagPolicyNames) }))
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
