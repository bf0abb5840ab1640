import * as z from "zod";
import { Id, line } from "@/server/kernel/fields";
import { locales } from "@/server/kernel/strings/languages";
import { byField, ownProfileFields, userFields } from "@/server/kernel/user-fields";
import { CustomField, FieldValue } from "../custom-fields/custom-fields.schema";

/** A language in which messages exist. */
const Language = z.enum(locales);

/**
 * Fields of the profile that users change themselves. E-mail address and phone number are missing here, because a change of
 * them needs a proof. Null removes a value.
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
  /**
   * True if a mail of this server proved the e-mail address. False if the address is unproved or only an identity provider
   * calls it verified.
   */
  emailProvedHere: z.boolean(),
  userName: z.string().nullable(),
  ...byField(ownProfileFields, () => z.string().nullable()),
  /** Language of messages to the user; null if the organization's language applies. */
  language: Language.nullable(),
  /** True if the user may change the profile. */
  mayChange: z.boolean(),
  /** The custom fields that the user may see. */
  fields: z.array(CustomField.extend({ value: FieldValue.nullable() })),
});
export type OwnProfile = z.output<typeof OwnProfile>;
