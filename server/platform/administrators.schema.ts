import * as z from "zod";
import { EmailAddress, Id, Name, Timestamp } from "@/server/kernel/fields";

const Password = z.string().max(1_024);

export const NewPlatformAdministrator = z.strictObject({
  email: EmailAddress,
  name: Name,
  password: Password.describe("Must meet the platform's password policy."),
});

export const PlatformAdministrator = z.object({
  administratorId: Id,
  email: z.string(),
  name: z.string().nullable(),
  createdAt: Timestamp,
  lastSignInAt: Timestamp.nullable(),
  /** True if the administrator has a second factor. */
  secondFactor: z.boolean(),
  /** True for the acting administrator. */
  self: z.boolean(),
});
