import * as z from "zod";
import { Id, line } from "@/server/kernel/fields";
import { byField, ownProfileFields, userFields } from "@/server/kernel/user-fields";
import { CustomField, FieldValue } from "../custom-fields/custom-fields.schema";
import { Language } from "../message-queue/language.schema";

/** What somebody may say about themselves; addresses and numbers are proven elsewhere. Null takes a value away. */
export const OwnProfilePatch = z.strictObject({
  ...byField(ownProfileFields, (name) => line(userFields[name].maxLength).nullable().optional()),
  /** In which language they are written to. */
  language: Language.optional(),
  values: z.record(z.string(), FieldValue.nullable()).optional(),
});

export const OwnProfile = z.object({
  userId: Id,
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** Whether a mail of this server proved it, and not an identity provider's word alone. */
  emailProvedHere: z.boolean(),
  userName: z.string().nullable(),
  ...byField(ownProfileFields, () => z.string().nullable()),
  /** In which language they are written to; null: in the organization's. */
  language: Language.nullable(),
  /** Whether the organization lets them change it. */
  mayChange: z.boolean(),
  /** The custom fields that are theirs to see. */
  fields: z.array(CustomField.extend({ value: FieldValue.nullable() })),
});
export type OwnProfile = z.output<typeof OwnProfile>;
