import { desc, eq, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { actAsRequests } from "@/db/tenant/act-as";
import { apps } from "@/db/tenant/apps";
import { sessions } from "@/db/tenant/sessions";
import { users } from "@/db/tenant/users";
import { timestampOrNull } from "@/server/kernel/fields";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { ActAsRequest } from "./act-as.schema";
import type { ActAsRecord } from "./acting";
import type { Words } from "@/server/kernel/texts/text";
import { defineRefusals, defineTexts } from "@/server/kernel/texts/define";

export const actAsRefusals = defineRefusals("act_as", {
  // The request is in this state, which does not allow the step.
  pending: { status: 400, text: "This request is pending." },
  approved: { status: 400, text: "This request is approved." },
  denied: { status: 400, text: "This request is denied." },
  expired: { status: 400, text: "This request is expired." },
  active: { status: 400, text: "This request is active." },
  ended: { status: 400, text: "This request is ended." },
});

export const actAsTexts = defineTexts("act_as_end", {
  session_ended: "The session was ended",
  time_up: "The time was up",
  another_begun: "The administrator began another one",
});

const nameTexts = defineTexts("name", { app: "App {id}" });

type Moments = Pick<ActAsRecord, "status" | "expiresAt" | "endsAt" | "endedAt" | "endedBy">;

/**
 * Returns the present outcome of a request. The stored status can be out of date: the request may have expired or its session
 * may have ended.
 */
export function outcomeOf(row: Moments, sessionEnded: Date | null, now: Date) {
  const { status, expiresAt, endsAt, endedAt, endedBy } = row;
  const end = { endedAt: timestampOrNull(endedAt), endedBy };
  if ((status === "pending" || status === "approved") && expiresAt <= now)
    return { status: "expired" as const, ...end };
  if (status !== "active") return { status, ...end };
  if (sessionEnded !== null)
    return {
      status: "ended" as const,
      endedAt: sessionEnded.toISOString(),
      endedBy: actAsTexts.session_ended(),
    };
  if (endsAt !== null && endsAt <= now)
    return { status: "ended" as const, endedAt: endsAt.toISOString(), endedBy: actAsTexts.time_up() };
  return { status, ...end };
}

const person = alias(users, "person");

/** Returns requests to act as a user with names and outcomes, newest first. */
export async function actAsRows(
  tx: Pick<ReadTx, "select">,
  { now, words }: { now: Date; words: Words },
  { where, limit }: { where?: SQL | undefined; limit: number },
): Promise<ActAsRequest[]> {
  const rows = await tx.select({
    fields: {
      id: actAsRequests.id,
      requesterId: actAsRequests.requesterId,
      requesterName: users.name,
      requesterEmail: users.email,
      userId: actAsRequests.userId,
      userName: person.name,
      userEmail: person.email,
      appId: actAsRequests.appId,
      appName: apps.name,
      reason: actAsRequests.reason,
      minutes: actAsRequests.minutes,
      status: actAsRequests.status,
      requestedAt: actAsRequests.requestedAt,
      expiresAt: actAsRequests.expiresAt,
      decidedAt: actAsRequests.decidedAt,
      startedAt: actAsRequests.startedAt,
      endsAt: actAsRequests.endsAt,
      endedAt: actAsRequests.endedAt,
      endedBy: actAsRequests.endedBy,
      sessionEnded: sessions.revokedAt,
    },
    from: actAsRequests,
    join: [
      { table: users, on: eq(users.id, actAsRequests.requesterId) },
      { table: person, on: eq(person.id, actAsRequests.userId) },
      { table: apps, on: eq(apps.id, actAsRequests.appId), optional: true },
      { table: sessions, on: eq(sessions.id, actAsRequests.sessionId), optional: true },
    ],
    where,
    orderBy: [desc(actAsRequests.id)],
    limit,
  });
  const named = (appId: number, name: string | null) => name ?? words(nameTexts.app({ id: appId }));
  return rows.map((row) => {
    const { endedBy, ...outcome } = outcomeOf(row, row.sessionEnded, now);
    return {
      requestId: row.id,
      requester: { userId: row.requesterId, name: row.requesterName, email: row.requesterEmail },
      person: { userId: row.userId, name: row.userName, email: row.userEmail },
      app: row.appId === null ? null : { appId: row.appId, name: named(row.appId, row.appName) },
      reason: row.reason,
      minutes: row.minutes,
      requestedAt: row.requestedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      decidedAt: timestampOrNull(row.decidedAt),
      startedAt: timestampOrNull(row.startedAt),
      endsAt: timestampOrNull(row.endsAt),
      ...outcome,
      endedBy: endedBy && words(endedBy),
    };
  });
}
