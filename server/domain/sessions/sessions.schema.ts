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

/** A session as the console lists it. */
export const SessionRow = Session.extend({
  userAgent: z.string().nullable(),
  place: z.string().nullable(),
  country: z.string().nullable(),
  /** How they proved who they are. */
  methods: z.array(z.string()),
  device: z.string().nullable(),
  /** The administrator who acts as the person in it. */
  actedBy: z.string().nullable(),
  lastSeenAt: Timestamp.nullable(),
});
export type SessionRow = z.output<typeof SessionRow>;
