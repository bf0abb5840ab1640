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
  /** Whether they have set up what their sign-in asks for beside the password. */
  secondFactor: z.boolean(),
  /** The one who asks. */
  self: z.boolean(),
});
