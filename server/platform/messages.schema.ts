import * as z from "zod";
import { Id, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { messageStates } from "./message-states.schema";

export { messageStates };
export const MessageState = z.enum(messageStates);

/** Handling of a channel's messages: sent, kept for reading, or neither. */
const Outlet = z.enum(["sent", "kept", "off"]);

/** The tenant of the message; 0 for the platform's own messages. */
const TenantRef = z.int().nonnegative();

/** Reference to a message. */
export const MessageRef = z.strictObject({ tenantId: TenantRef, messageId: Id });

export const Message = z.object({
  tenantId: TenantRef,
  messageId: Id,
  /** The organization's name in URLs; null for the platform's own messages. */
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

/** A message with its content, if the installation keeps it for reading. */
export const MessageDetail = Message.extend({
  content: z
    .object({ from: z.string(), subject: z.string(), html: z.string().nullable(), text: z.string() })
    .nullable(),
});
export type MessageDetail = z.output<typeof MessageDetail>;
