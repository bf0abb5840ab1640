import * as z from "zod";
import { EmailAddress, Id, Name, oneOf, Timestamp, wholeNumber } from "@/server/kernel/fields";

export const UserKind = oneOf("end_user", "tenant_admin");

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
