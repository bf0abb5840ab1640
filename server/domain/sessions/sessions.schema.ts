import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";

export const Session = z.object({
  sessionId: Id,
  ip: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: Timestamp.nullable(),
  isTrusted: z.boolean(),
});

/** A session in the console's list. */
export const SessionRow = Session.extend({
  userAgent: z.string().nullable(),
  place: z.string().nullable(),
  country: z.string().nullable(),
  /** The methods with which the user signed in. */
  methods: z.array(z.string()),
  device: z.string().nullable(),
  /** The administrator who acts as the user in this session; null for the user's own session. */
  actedBy: z.string().nullable(),
  lastSeenAt: Timestamp.nullable(),
});
export type SessionRow = z.output<typeof SessionRow>;
