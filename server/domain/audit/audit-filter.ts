import { eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { credentials } from "@/db/tenant/credentials";
import { users } from "@/db/tenant/users";
import { prefixRange } from "@/server/kernel/strings/prefix-range";
import type { AuditFilter } from "@/server/kernel/operation/searches";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { AuditChoice } from "./audit.schema";
import { instantOf } from "./events";

/** Converts a reader's filter to the form of the store. Returns null if no event can match. */
export async function filterOf(
  tx: Pick<ReadTx, "users" | "credentials" | "auditActions">,
  { channel, action, actor, target, since, until }: z.output<typeof AuditChoice>,
): Promise<AuditFilter | null> {
  const userId = actor ? await actorId(tx, actor) : undefined;
  if (userId === null) return null;
  return {
    userId,
    target: target || undefined,
    since: instantOf(since),
    until: instantOf(until),
    actions: channel || action ? await actionsOf(tx, channel, action, userId) : undefined,
  };
}

/**
 * Returns the actions of one channel, or of all channels, that begin with a text. Also returns actions whose event name
 * begins with it.
 */
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

/** Returns the id of the user or service account that a text names as the actor; null if there is none. */
async function actorId(tx: Pick<ReadTx, "users" | "credentials">, text: string) {
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text);
  if (text.includes("@")) return (await tx.users.find(eq(users.emailKey, sql`lower(${text})`)))?.id ?? null;
  return (await tx.credentials.find(eq(credentials.clientId, text)))?.serviceAccountId ?? null;
}
