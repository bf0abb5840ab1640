import * as z from "zod";
import { Id, Name, Timestamp } from "@/server/kernel/fields";
import { tagPolicyNames } from "./policies.schema";

export { tagPolicyNames, type TagPolicy } from "./policies.schema";

export const Tag = z.object({
  tagId: Id,
  name: z.string(),
  isDefaultForSignup: z.boolean(),
  isDefaultForInvites: z.boolean(),
  policies: z.record(z.string(), z.boolean()),
});
export type Tag = z.output<typeof Tag>;

/** A tag with the number of its users and its apps, for the console. */
export const TagUse = Tag.extend({
  people: z.int(),
  apps: z.array(z.object({ appId: Id, name: z.string() })),
});
export type TagUse = z.output<typeof TagUse>;

export const TaggedPerson = z.object({
  userId: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  taggedAt: Timestamp,
});
export type TaggedPerson = z.output<typeof TaggedPerson>;

export const NewTag = z.strictObject({
  name: Name,
  isDefaultForSignup: z.boolean().default(false),
  isDefaultForInvites: z.boolean().default(false),
});

export const TagPatch = z.strictObject({
  name: Name.optional(),
  isDefaultForSignup: z.boolean().optional(),
  isDefaultForInvites: z.boolean().optional(),
});

const policyKey = z.enum(tagPolicyNames);

export const TagPolicyInput = z.strictObject({ policyKey, value: z.boolean() });

/** A value for one policy of a tag. Null removes the policy from the tag. */
export const TagPolicyChoice = z.strictObject({ policyKey, value: z.boolean().nullable() });
