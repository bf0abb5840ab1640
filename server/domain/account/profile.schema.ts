import * as z from "zod";
import { Id, line } from "@/server/kernel/fields";
import { byField, ownProfileFields, userFields } from "@/server/kernel/user-fields";
import { CustomField, FieldValue } from "../custom-fields/custom-fields.schema";
import { Language } from "../message-queue/language.schema";

/**
 * The fields that users change themselves. Addresses and numbers are not among them, because they need a proof. Null
 * removes a value.
 */
export const OwnProfilePatch = z.strictObject({
  ...byField(ownProfileFields, (name) => line(userFields[name].maxLength).nullable().optional()),
  /** Language of messages to the user. */
  language: Language.optional(),
  values: z.record(z.string(), FieldValue.nullable()).optional(),
});

export const OwnProfile = z.object({
  userId: Id,
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** True if a mail of this server proved the address; false if only an identity provider asserts it. */
  emailProvedHere: z.boolean(),
  userName: z.string().nullable(),
  ...byField(ownProfileFields, () => z.string().nullable()),
  /** Language of messages to the user; null: the organization's language. */
  language: Language.nullable(),
  /** True if the organization lets the user change the profile. */
  mayChange: z.boolean(),
  /** The custom fields that the user may see. */
  fields: z.array(CustomField.extend({ value: FieldValue.nullable() })),
});
export type OwnProfile = z.output<typeof OwnProfile>;
