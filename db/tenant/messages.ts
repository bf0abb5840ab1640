import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, storedText, tenantLink, tenantTable } from "../kit";
import { users } from "./users";

/**
 * Mails and text messages to send, written in the transaction of their event. Messages of the platform to its
 * administrators have tenant 0, which no organization has.
 */
export const messages = tenantTable(
  "messages",
  {
    channel: text("channel", { enum: ["email", "sms"] }).notNull(),
    /** An e-mail address or a telephone number. */
    recipient: text("recipient").notNull(),
    template: codeText("template").notNull(),
    /**
     * Data of the template, encrypted because codes and links are credentials. Null when it is no longer
     * needed.
     */
    dataSealed: text("data_sealed"),
    /** Data of a template without secrets: a notice, which is written in the transaction of its event. */
    data: jsonb("data").$type<Record<string, unknown>>(),
    /** The recipient's language; null: the organization's. */
    locale: text("locale"),
    /** `kept`: this installation does not send over the channel and stores the message for reading. */
    state: text("state", { enum: ["queued", "sent", "failed", "kept"] })
      .notNull()
      .default("queued"),
    attemptCount: integer("attempt_count").notNull().default(0),
    /** Time of the next attempt; null if there is none. */
    nextAttemptAt: instant("next_attempt_at").defaultNow(),
    /** End of the claim of the instance that sends the message. Afterwards, another instance may claim it. */
    claimedUntil: instant("claimed_until"),
    error: storedText("error"),
    createdAt: instant("created_at").notNull().defaultNow(),
    sentAt: instant("sent_at"),
  },
  (t) => [
    // The worker searches the due messages of all tenants. In completed rows this column is null, so the
    // search does not read them.
    index("messages_due").on(t.nextAttemptAt, t.id),
    index("messages_time").on(t.createdAt, t.id),
  ],
);

/** One-time tokens of links in mails, stored as SHA-256. */
export const oneTimeTokens = tenantTable(
  "one_time_tokens",
  {
    userId: integer64("user_id").notNull(),
    purpose: codeText("purpose").notNull(),
    tokenHash: codeText("token_hash").notNull(),
    /** Data of the token besides the user: the address that it proves. */
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [
    references(t, t.userId, () => users),
    uniqueIndex("one_time_tokens_hash").on(t.tenantId, t.tokenHash),
    index("one_time_tokens_user").on(t.tenantId, t.userId, t.purpose),
    index("one_time_tokens_expiry").on(t.tenantId, t.expiresAt),
  ],
);

/** Channels of the organization over which a user wants notices about the account. */
export const notificationChoices = tenantLink(
  "notification_choices",
  {
    userId: integer64("user_id").notNull(),
    channels: jsonb("channels").$type<string[]>().notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  ["userId"],
  (t) => [references(t, t.userId, () => users)],
);
