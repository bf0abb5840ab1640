import * as z from "zod";
import { EmailAddress, Id, Timestamp } from "@/server/kernel/fields";

const text = (most: number) => z.string().max(most);

/** The fields of a person that an identity provider sets; `attributes` is returned as it was sent. */
export const ProvisionedFields = z.strictObject({
  userName: text(254).nullable(),
  email: EmailAddress.nullable(),
  externalId: text(500).nullable(),
  givenName: text(200).nullable(),
  familyName: text(200).nullable(),
  name: text(400).nullable(),
  phone: text(100).nullable(),
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
