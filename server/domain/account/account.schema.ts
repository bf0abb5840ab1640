import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";

/** Maximum length of a password in characters. argon2 hashes all characters. */
const MAX_PASSWORD = 1_024;

const Password = z.string().min(1).max(MAX_PASSWORD);

export const PasswordChange = z.strictObject({ currentPassword: Password, newPassword: Password });

export const OwnSession = z.object({
  sessionId: Id,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  country: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  current: z.boolean(),
});
