import { and, eq, inArray, type SQL } from "drizzle-orm";
import { actAsRequests } from "@/db/tenant/act-as";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { CommandContext } from "@/server/kernel/operation/operation";
import type { Row, WriteTx } from "@/server/kernel/operation/store";
import { endSession } from "../users/people";
import type { CodedText } from "@/server/kernel/texts/define";

export type ActAsRecord = Row<typeof actAsRequests>;

/**
 * Sets the target and the related record of an event about a request. The target is the user. The event therefore appears in
 * the user's history. An event about a role grant has the user as its target too (clarifications, document 1, 12).
 */
export function ofPerson(
  { targeted, concerns }: Pick<CommandContext<TenantActor, WriteTx>, "targeted" | "concerns">,
  { id, userId }: Pick<ActAsRecord, "id" | "userId">,
) {
  targeted(`user:${userId}`);
  concerns(`act_as:${id}`);
}

type EndTx = Pick<WriteTx, "actAsRequests" | "sessions" | "appAuthorizations">;

/** Ends one pending or active request and its session. `by` is the name of the person who ends the request, or the reason. */
export async function endRequest(tx: EndTx, request: ActAsRecord, by: CodedText | string, now: Date) {
  await tx.actAsRequests.update(request.id, {
    status: "ended",
    endedAt: now,
    endedBy: by,
    ticketHash: null,
    ticketExpiresAt: null,
  });
  if (request.sessionId === null) return;
  const session = await tx.sessions.get(request.sessionId);
  if (session?.revokedAt === null) await endSession(tx, session.id, now);
}

/** Ends all active requests that satisfy the condition, and their sessions. Returns the number of ended requests. */
export async function endActing(tx: EndTx, by: CodedText | string, now: Date, where?: SQL): Promise<number> {
  const active = await tx.actAsRequests.list({ where: and(eq(actAsRequests.status, "active"), where)! });
  for (const request of active) await endRequest(tx, request, by, now);
  return active.length;
}

/** Ends all sessions in which this administrator acts as another user. Call after the administrator has lost rights. */
export const endActingOf = (tx: EndTx, administratorId: number, by: CodedText | string, now: Date) =>
  endActing(tx, by, now, eq(actAsRequests.requesterId, administratorId));

/**
 * Ends all sessions in which an administrator acts as this user. Also ends all pending or approved requests. The sessions and
 * requests were permitted when the user had fewer rights.
 */
export async function endActingAs(
  tx: EndTx,
  userId: number,
  by: CodedText | string,
  now: Date,
): Promise<void> {
  const open = inArray(actAsRequests.status, ["pending", "approved", "active"]);
  const requests = await tx.actAsRequests.list({ where: and(eq(actAsRequests.userId, userId), open)! });
  for (const request of requests) await endRequest(tx, request, by, now);
}
