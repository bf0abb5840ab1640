import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Locale } from "../../server/kernel/languages";
import { codeText, instant, integer64, references, tenantLink, tenantTable } from "../kit";
import { users } from "./users";

/**
 * Mails and text messages on their way, written in the transaction that they tell of. Those of the platform itself, to its
 * administrators, are under tenant 0, which no organization is.
 */
export const messages = tenantTable(
  "messages",
  {
    channel: text("channel", { enum: ["email", "sms"] }).notNull(),
    /** An e-mail address or a telephone number. */
    recipient: text("recipient").notNull(),
    template: codeText("template").notNull(),
    /** What the template is filled with, encrypted: codes and links are credentials. Null once it is not needed any more. */
    dataSealed: text("data_sealed"),
    /** The same where nothing of it is secret: a notice, which is written in the transaction that it tells of. */
    data: jsonb("data").$type<Record<string, unknown>>(),
    /** The recipient's language; null: the organization's. */
    locale: text("locale").$type<Locale>(),
    /** `kept`: this installation sends nothing over the channel and keeps what it would have sent to be read. */
    state: text("state", { enum: ["queued", "sent", "failed", "kept"] })
      .notNull()
      .default("queued"),
    attemptCount: integer("attempt_count").notNull().default(0),
    /** When it is to be tried (again); null once nothing more is to happen. */
    nextAttemptAt: instant("next_attempt_at").defaultNow(),
    /** Until when an instance has it in hand; past that, another may take it. */
    claimedUntil: instant("claimed_until"),
    error: text("error"),
    createdAt: instant("created_at").notNull().defaultNow(),
    sentAt: instant("sent_at"),
  },
  (t) => [
    // The worker asks what of any tenant is due; rows that are done have a null here and are not in the way.
    index("messages_due").on(t.nextAttemptAt, t.id),
    index("messages_time").on(t.createdAt, t.id),
  ],
);

/** What a link in a mail proves, once: the token is kept as its SHA-256. */
export const oneTimeTokens = tenantTable(
  "one_time_tokens",
  {
    userId: integer64("user_id").notNull(),
    purpose: codeText("purpose").notNull(),
    tokenHash: codeText("token_hash").notNull(),
    /** What it stands for beside the person: the address that it proves. */
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

/** Over which of the organization's channels somebody wants to be told of what concerns their account. */
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
