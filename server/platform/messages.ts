import { and, desc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { tenants } from "@/db/platform/registry";
import { messages } from "@/db/tenant/messages";
import { composeMessage, readLook } from "@/server/domain/messages/content";
import { decodeCursor, encodeCursor } from "@/server/kernel/operation/cursor";
import { Id, Instant, timestampOrNull } from "@/server/kernel/fields";
import { platformQuery } from "@/server/kernel/operation/operation";
import type { PlatformReadTx } from "@/server/kernel/operation/store";
import type { Words } from "@/server/kernel/texts/text";
import { administeredCommand } from "./administered-command";
import { MessageDetail, MessagePage, MessagePageQuery, MessageRef, type Message } from "./messages.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const messageRefusals = defineRefusals("message", {
  not_found: { status: 404, text: "There is no such message." },
  not_failed: { status: 400, text: "Only a message that failed can be sent again." },
  content_deleted: { status: 400, text: "What this message said is not kept any more." },
});

type Row = typeof messages.$inferSelect & { slug: string | null };

const toMessage = (row: Row, words: Words): Message => ({
  tenantId: row.tenantId,
  messageId: row.id,
  slug: row.slug,
  channel: row.channel,
  recipient: row.recipient,
  template: row.template,
  state: row.state,
  attemptCount: row.attemptCount,
  error: row.error && words(row.error),
  createdAt: row.createdAt.toISOString(),
  sentAt: timestampOrNull(row.sentAt),
  nextAttemptAt: timestampOrNull(row.nextAttemptAt),
});

const select = (db: Pick<PlatformReadTx["db"], "select">) =>
  db
    .select({ message: messages, slug: tenants.slug })
    .from(messages)
    .leftJoin(tenants, eq(tenants.id, messages.tenantId));

const Position = z.tuple([Instant, Id]);

export const listMessages = platformQuery({
  name: "listMessages",
  console: "platform.messages.page",
  capability: "ManagePlatformSettings",
  summary: "List the mails and text messages of every organization",
  description: "Newest first, without the content.",
  input: MessagePageQuery,
  output: MessagePage,
  prepare: ({ ports }) => Promise.resolve(ports.installation.messages),
  run: async ({ tx, words }, { state, limit, cursor }, channels) => {
    const position = cursor === undefined ? null : decodeCursor(Position, cursor);
    const where = and(
      state && eq(messages.state, state),
      position === null
        ? undefined
        : sql`(${messages.createdAt}, ${messages.id}) < (${sql.param(new Date(position[0]), messages.createdAt)}, ${position[1]}::bigint)`,
    );
    const rows = await select(tx.db)
      .where(where)
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(limit + 1);
    const page = rows.slice(0, limit).map(({ message, slug }) => toMessage({ ...message, slug }, words));
    const last = page.at(-1);
    const nextCursor = last && rows.length > limit ? encodeCursor([last.createdAt, last.messageId]) : null;
    return { messages: page, nextCursor, channels };
  },
});

async function find(tx: PlatformReadTx, { tenantId, messageId }: z.output<typeof MessageRef>): Promise<Row> {
  const [row] = await select(tx.db).where(and(eq(messages.tenantId, tenantId), eq(messages.id, messageId)));
  if (!row) throw messageRefusals.not_found();
  return { ...row.message, slug: row.slug };
}

export const getMessage = platformQuery({
  name: "getMessage",
  console: "platform.messages.get",
  capability: "ManagePlatformSettings",
  summary: "Read a message",
  description:
    "Returns the content only of a message that was kept because no sending is set up. Each read is recorded.",
  recorded: {
    event: "message_read",
    target: ({ tenantId, messageId }) => ({ ref: `message:${tenantId}/${messageId}` }),
  },
  input: MessageRef,
  output: MessageDetail,
  prepare: async ({ ports, read }, ref) => {
    const row = await read((tx) => find(tx, ref));
    if (row.state !== "kept") return { row, content: null };
    const look = (tenantId: number) => read((tx) => tx.inTenant(tenantId, readLook));
    return { row, content: await composeMessage(row, { ports, look }) };
  },
  run: ({ words }, _input, { row, content }) => Promise.resolve({ ...toMessage(row, words), content }),
});

export const retryMessage = administeredCommand({
  name: "retryMessage",
  console: "platform.messages.retry",
  capability: "ManagePlatformSettings",
  summary: "Try to send a message again",
  description: "Sends a failed message again and resets the number of its attempts.",
  input: MessageRef,
  output: z.object({ messageId: Id }),
  event: "message_retried",
  target: ({ tenantId, messageId }) => ({ ref: `message:${tenantId}/${messageId}` }),
  run: async ({ tx, now, labelled, changed }, { tenantId, messageId }) => {
    const row = await find(tx, { tenantId, messageId });
    if (row.state !== "failed") throw messageRefusals.not_failed();
    if (row.dataSealed === null && row.data === null) throw messageRefusals.content_deleted();
    labelled(row.template);
    changed({ state: row.state }, { state: "queued" });
    await tx.db
      .update(messages)
      .set({ state: "queued", attemptCount: 0, nextAttemptAt: now, claimedUntil: null, error: null })
      .where(and(eq(messages.tenantId, tenantId), eq(messages.id, messageId)));
    return { messageId };
  },
});
