import { and, eq, gt, lte } from "drizzle-orm";
import * as z from "zod";
import { actAsRequests } from "@/db/tenant/act-as";
import { hashSecret } from "@/server/kernel/http/client-id";
import { Id, Timestamp } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { labelOf } from "../users/people";
import { ActAsRequest } from "./act-as.schema";
import { endActingOf, endRequest, ofPerson } from "./acting";
import { actingPerson, mayActAs } from "./eligibility";
import { actAsRows, actAsTexts } from "./rows";
import { defineRefusals } from "@/server/kernel/texts/define";

const actAsRefusals = defineRefusals("act_as", {
  /** The link does not exist, was used, or has expired. */
  link_not_found: { status: 404, text: "There is no such link to act as somebody." },
  /** The organization began to require the person's agreement after the request was made. */
  agreement_required: {
    status: 400,
    text: "The person must agree first: that was not asked when this request was made.",
  },
});

/**
 * The authentication method of a session in which an administrator acts as a user. RFC 8176 has no value for such a session.
 */
const ACT_AS_METHOD = "act_as";

const MINUTE_MS = 60_000;
const Ticket = z.string().max(100);

export const describeTicket = query({
  name: "describeTicket",
  capability: "ManageUsers",
  summary: "Get what a one-time link to act as a user would begin",
  description: "Returns 404 if the link was used, has expired or belongs to another administrator.",
  input: z.strictObject({ ticket: Ticket }),
  output: ActAsRequest,
  run: async ({ tx, actor, now, words }, { ticket }) => {
    const [request] = await actAsRows(
      tx,
      { now, words },
      {
        where: and(
          eq(actAsRequests.ticketHash, hashSecret(ticket)),
          gt(actAsRequests.ticketExpiresAt, now),
          eq(actAsRequests.requesterId, actingPerson(actor).userId),
        )!,
        limit: 1,
      },
    );
    if (!request) throw actAsRefusals.link_not_found();
    return request;
  },
});

export const beginActAs = command({
  name: "beginActAs",
  capability: "ManageUsers",
  summary: "Begin to act as a user, by a one-time link",
  description:
    "Begins a session of the user that is marked with the administrator and ends when its time is over. An " +
    "administrator acts as one user at a time: an earlier session of acting ends.",
  input: z.strictObject({ ticket: Ticket, userAgent: z.string().max(500).nullable() }),
  output: z.object({
    requestId: Id,
    userId: Id,
    sessionId: Id,
    appId: Id.nullable(),
    endsAt: Timestamp,
  }),
  event: "act_as_started",
  touches: ["acting"],
  target: "byCommand",
  prepare: ({ ports, actor }) => Promise.resolve(ports.locate(actor.request.ip)),
  run: async ({ tx, actor, now, changed, labelled, ...record }, { ticket, userAgent }, located) => {
    const requester = actingPerson(actor);
    const found = await tx.actAsRequests.find(eq(actAsRequests.ticketHash, hashSecret(ticket)));
    // Locks the user's row before the request's row. The user's answer and a promotion to administrator lock the rows in the
    // same order. The order prevents deadlocks.
    if (found) await tx.users.lock(found.userId);
    const row = found && (await tx.actAsRequests.lock(found.id));
    const usable =
      row?.ticketHash === hashSecret(ticket) &&
      row.requesterId === requester.userId &&
      row.status === "approved" &&
      row.ticketExpiresAt !== null &&
      row.ticketExpiresAt > now;
    if (!usable) throw actAsRefusals.link_not_found();
    const { settings, person } = await mayActAs(tx, actor, row, now);
    if (settings.requireApproval && row.decidedAt === null) throw actAsRefusals.agreement_required();
    await endActingOf(tx, requester.userId, actAsTexts.another_begun(), now);
    const endsAt = new Date(+now + row.minutes * MINUTE_MS);
    const session = await tx.sessions.insert({
      userId: row.userId,
      actorUserId: requester.userId,
      ip: actor.request.ip,
      userAgent,
      country: located.country,
      place: located.place,
      methods: [ACT_AS_METHOD],
      createdAt: now,
      lastSeenAt: now,
      expiresAt: endsAt,
    });
    await tx.actAsRequests.update(row.id, {
      status: "active",
      startedAt: now,
      endsAt,
      sessionId: session.id,
      ticketHash: null,
      ticketExpiresAt: null,
    });
    labelled(labelOf(person));
    ofPerson(record, row);
    changed({ status: row.status }, { status: "active", endsAt });
    const { id: requestId, userId, appId } = row;
    return { requestId, userId, sessionId: session.id, appId, endsAt: endsAt.toISOString() };
  },
});

/** Ends one expired request with its session and records an event. The server runs this command every minute. */
export const endExpiredActAs = command({
  name: "endExpiredActAs",
  capability: "ManageUsers",
  summary: "End an expired session of acting as a user",
  input: z.strictObject({}),
  output: z.object({ requestId: Id.nullable() }),
  event: "act_as_ended",
  target: "byCommand",
  run: async ({ tx, now, changed, labelled, unchanged, ...record }) => {
    const due = await tx.actAsRequests.find(
      and(eq(actAsRequests.status, "active"), lte(actAsRequests.endsAt, now))!,
    );
    const row = due && (await tx.actAsRequests.lock(due.id));
    if (row?.status !== "active") {
      unchanged();
      return { requestId: null };
    }
    labelled(labelOf((await tx.users.get(row.userId))!));
    ofPerson(record, row);
    changed({ status: "active" }, { status: "ended" });
    const session = row.sessionId === null ? undefined : await tx.sessions.get(row.sessionId);
    const by = session && session.revokedAt !== null ? actAsTexts.session_ended() : actAsTexts.time_up();
    await endRequest(tx, row, by, now);
    return { requestId: row.id };
  },
});
