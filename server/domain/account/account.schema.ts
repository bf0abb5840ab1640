import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";
import { verbatim } from "@/server/kernel/strings/composed";

/** Maximum length of a password in characters. argon2 hashes all characters. */
const MAX_PASSWORD = 1_024;

const Password = z.string().min(1).max(MAX_PASSWORD);

/** The current password is verbatim, because older versions hashed it as it was typed. */
export const PasswordChange = z.strictObject({ currentPassword: verbatim(Password), newPassword: Password });

export const OwnSession = z.object({
  sessionId: Id,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  country: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  current: z.boolean(),
});
