import * as z from "zod";
import { Id, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { messageStates } from "./message-states.schema";

export { messageStates };
export const MessageState = z.enum(messageStates);

/** What becomes of a channel's messages: they are sent, kept to be read, or neither. */
const Outlet = z.enum(["sent", "kept", "off"]);

/** Whose message: an organization's, or 0 for the platform's own. */
const TenantRef = z.int().nonnegative();

/** Which message. */
export const MessageRef = z.strictObject({ tenantId: TenantRef, messageId: Id });

export const Message = z.object({
  tenantId: TenantRef,
  messageId: Id,
  /** The organization's name in addresses; null for the platform's own. */
  slug: z.string().nullable(),
  channel: z.enum(["email", "sms"]),
  recipient: z.string(),
  template: z.string(),
  state: MessageState,
  attemptCount: z.int(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  sentAt: Timestamp.nullable(),
  nextAttemptAt: Timestamp.nullable(),
});
export type Message = z.output<typeof Message>;

export const MessagePageQuery = z.strictObject({
  state: MessageState.optional(),
  limit: wholeNumber(1, 200).default(50),
  cursor: z.string().optional(),
});

export const MessagePage = z.object({
  messages: z.array(Message),
  nextCursor: z.string().nullable(),
  channels: z.object({ email: Outlet, sms: Outlet }),
});

/** A message with what it says, where this installation keeps that to be read. */
export const MessageDetail = Message.extend({
  content: z
    .object({ from: z.string(), subject: z.string(), html: z.string().nullable(), text: z.string() })
    .nullable(),
});
export type MessageDetail = z.output<typeof MessageDetail>;
