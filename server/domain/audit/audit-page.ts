import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { credentials } from "@/db/tenant/credentials";
import { users } from "@/db/tenant/users";
import { decodeCursor, encodeCursor } from "@/server/kernel/cursor";
import { Id, Instant } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation";
import { prefixRange } from "@/server/kernel/prefix-range";
import type { ReadTx } from "@/server/kernel/store";
import { AuditEvent, AuditPageQuery } from "./audit.schema";
import { instantOf, toAuditEvent } from "./events";

const Position = z.tuple([Instant, Id]);

export const listAuditPage = query({
  capability: "ReadAuditLog",
  summary: "List audit events for the console",
  description: "Newest first, paged by an opaque cursor.",
  input: AuditPageQuery,
  output: z.object({ events: z.array(AuditEvent), nextCursor: z.string().nullable() }),
  run: async ({ tx }, { channel, action, actor, target, since, until, limit, cursor }) => {
    const position = cursor === undefined ? null : decodeCursor(Position, cursor);
    const userId = actor ? await actorId(tx, actor) : undefined;
    if (userId === null) return { events: [], nextCursor: null };
    const rows = await tx.auditPage({
      userId,
      target: target || undefined,
      since: instantOf(since),
      until: instantOf(until),
      actions: channel || action ? await actionsOf(tx, channel, action, userId) : undefined,
      before: position ? { at: new Date(position[0]), id: position[1] } : undefined,
      limit: limit + 1,
    });
    const events = rows.slice(0, limit).map(toAuditEvent);
    const last = events.at(-1);
    return { events, nextCursor: last && rows.length > limit ? encodeCursor([last.at, last.id]) : null };
  },
});

/** The actions of a channel, or of all, that start with a text or whose event does. */
async function actionsOf(
  tx: Pick<ReadTx, "auditActions">,
  channel: string | undefined,
  start = "",
  userId: number | undefined,
) {
  const actions = await tx.auditActions({ ...prefixRange(channel ? `${channel}.` : ""), userId });
  return actions.filter(
    (action) => action.startsWith(start) || action.slice(action.indexOf(".") + 1).startsWith(start),
  );
}

/** The user or service account that a text names as the actor; null when there is none. */
async function actorId(tx: Pick<ReadTx, "users" | "credentials">, text: string) {
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text);
  if (text.includes("@")) return (await tx.users.find(eq(users.emailKey, sql`lower(${text})`)))?.id ?? null;
  return (await tx.credentials.find(eq(credentials.clientId, text)))?.serviceAccountId ?? null;
}
