import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { EXACT_UP_TO } from "../counts.schema";
import { tagPolicyNames } from "./policies.schema";

/** What a change of a tag's policy would take from the people who have it, or give back to them. */
export const TagPolicyPreview = z.object({
  effect: z.enum(["restricts", "loosens"]).nullable().describe("Null for a change that makes no difference."),
  people: z
    .int()
    .describe(
      "For whom it makes a difference: active people who have the tag and whom no other tag restricts in the same way. " +
        `Exact up to ${EXACT_UP_TO}; one more means that there are more.`,
    ),
  tagged: z.int().describe("How many have the tag at all, counted likewise."),
  hit: z
    .int()
    .nullable()
    .describe(
      "How many of those whom it restricts would notice at their next sign-in: for requireMfa those without a second factor, for allowMagicLink " +
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

export const TaggingInput = z.strictObject({ userId: Id, tagId: Id });
