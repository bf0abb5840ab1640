import * as z from "zod";
import { EmailAddress, Id, Name, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { must } from "@/server/kernel/must";

export const UserKind = z.enum(
  ["end_user", "tenant_admin"],
  must("one_of_two", { first: "end_user", second: "tenant_admin" }),
);

export const NewInvitation = z.strictObject({
  email: EmailAddress,
  name: Name.nullish(),
  userKind: UserKind.default("end_user"),
});

export const Invitation = z.object({
  invitationId: Id,
  email: z.string(),
  name: z.string().nullable(),
  userKind: UserKind,
  expiresAt: Timestamp,
  acceptedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type Invitation = z.output<typeof Invitation>;

export const InvitationSettings = z.strictObject({ validDays: wholeNumber(1, 60) });
