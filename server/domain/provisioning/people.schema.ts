import * as z from "zod";
import { EmailAddress, Id, Timestamp } from "@/server/kernel/fields";
import { byField, scimLength, userFieldNames } from "@/server/kernel/user-fields";

const text = (most: number) => z.string().max(most);

/**
 * The fields of a user that an identity provider sets. `attributes` contains further attributes. The response returns
 * `attributes` unchanged.
 */
export const ProvisionedFields = z.strictObject({
  ...byField(userFieldNames, (name) => text(scimLength(name)).nullable()),
  email: EmailAddress.nullable(),
  externalId: text(500).nullable(),
  active: z.boolean(),
  attributes: z.record(z.string(), z.unknown()),
});
export type ProvisionedFields = z.output<typeof ProvisionedFields>;

export const ProvisionedPerson = ProvisionedFields.extend({
  email: z.string().nullable(),
  userId: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  groups: z.array(z.object({ roleId: Id, name: z.string() })),
});
export type ProvisionedPerson = z.output<typeof ProvisionedPerson>;
