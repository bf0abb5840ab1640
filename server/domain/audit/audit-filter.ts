import { eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { credentials } from "@/db/tenant/credentials";
import { users } from "@/db/tenant/users";
import { asciiAddress } from "@/server/kernel/strings/mail-address";
import { prefixRange } from "@/server/kernel/strings/prefix-range";
import type { AuditFilter } from "@/server/kernel/operation/searches";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { AuditChoice } from "./audit.schema";
import { instantOf } from "./events";

/** Converts the filter of a request to the store's form. Returns null if no event can match. */
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
 * Returns the actions of one channel, or of all channels, that begin with `start`. An action has the form `channel.event`. Also
 * returns the actions whose part `event` begins with `start`.
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

/**
 * Returns the id of the user or service account that the filter text names as the actor. Returns null if there is no such
 * actor.
 */
async function actorId(tx: Pick<ReadTx, "users" | "credentials">, text: string) {
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text);
  if (text.includes("@"))
    return (await tx.users.find(eq(users.emailKey, sql`lower(${asciiAddress(text)})`)))?.id ?? null;
  return (await tx.credentials.find(eq(credentials.clientId, text)))?.serviceAccountId ?? null;
}
