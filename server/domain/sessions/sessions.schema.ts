import { z } from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";

export const Session = z.object({
  sessionId: Id,
  ip: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: Timestamp.nullable(),
  isTrusted: z.boolean(),
});
