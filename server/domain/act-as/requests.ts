import { and, eq, gt, inArray } from "drizzle-orm";
import * as z from "zod";
import { actAsRequests } from "@/db/tenant/act-as";
import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import { Id, Limit } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { recordedWords } from "@/server/kernel/events/define";
import { queueNotice } from "../messages/notices";
import { labelOf } from "../users/people";
import { ActAsRow, ActAsStatus, NewActAs } from "./act-as.schema";
import { endRequest, ofPerson } from "./acting";
import { actingPerson, mayActAs } from "./eligibility";
import { actAsRows, outcomeOf, actAsRefusals } from "./rows";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("act_as", {
  not_found: { status: 404, text: "There is no such request to act as somebody." },
  not_own: { status: 404, text: "There is no such request of yours." },
  already_requested: {
    status: 409,
    text: "You have asked to act as this person already; that request is still open.",
  },
  end_reserved: { status: 403, text: "Only who asked, or an owner, can end this." },
});

/**
 * Time for the user's answer, in milliseconds. After an approval, the administrator has the same time to start to act as the
 * user.
 */
const OPEN_MS = 24 * 3_600_000;
/** Lifetime of the one-time link that starts an act-as session, in milliseconds. */
const LINK_MS = 2 * 60_000;

export const listActAsRequests = query({
  name: "listActAsRequests",
  console: "actAs.list",
  capability: "ManageUsers",
  summary: "List the requests to act as users",
  description: "Newest first. With userId, only those of one user.",
  input: z.strictObject({ userId: Id.optional(), limit: Limit }),
  output: z.array(ActAsRow),
  run: async ({ tx, actor, now, words }, { userId, limit }) => {
    const me = actor.subject.kind === "user" ? actor.subject.userId : null;
    const where = userId === undefined ? undefined : eq(actAsRequests.userId, userId);
    const rows = await actAsRows(tx, { now, words }, { where, limit });
    return rows.map((row) => ({ ...row, mine: row.requester.userId === me }));
  },
});

export const requestActAs = command({
  name: "requestActAs",
  console: "actAs.request",
  capability: "ManageUsers",
  summary: "Request to act as a user",
  description:
    "If the settings require it, the user must agree within a day; otherwise acting can begin at once. Nobody " +
    "can act as themselves, as a suspended or locked user, or as one whose tags forbid it. Only an owner can " +
    "act as another administrator.",
  input: NewActAs,
  output: z.object({ requestId: Id, status: ActAsStatus }),
  event: "act_as_requested",
  touches: ["acting"],
  target: "byCommand",
  run: async ({ tx, actor, now, changed, labelled, ...record }, input) => {
    const { userId, appId, reason, minutes } = input;
    const { settings, person, app, requester } = await mayActAs(tx, actor, input, now);
    const waiting = await tx.actAsRequests.find(
      and(
        eq(actAsRequests.requesterId, requester.userId),
        eq(actAsRequests.userId, userId),
        inArray(actAsRequests.status, ["pending", "approved"]),
        gt(actAsRequests.expiresAt, now),
      )!,
    );
    if (waiting) throw refusals.already_requested();
    const status = settings.requireApproval ? ("pending" as const) : ("approved" as const);
    const { id: requestId } = await tx.actAsRequests.insert({
      requesterId: requester.userId,
      userId,
      appId,
      reason,
      minutes,
      status,
      requestedAt: now,
      expiresAt: new Date(+now + OPEN_MS),
    });
    if (status === "pending")
      await queueNotice(tx, person, {
        template: "act_as_request",
        data: { who: actor.subject.label, reason, url: "~/act-as" },
      });
    labelled(labelOf(person));
    ofPerson(record, { id: requestId, userId });
    changed({}, { reason, minutes, app: app?.name ?? recordedWords.account_page, status });
    return { requestId, status };
  },
});

export const openActAs = command({
  name: "openActAs",
  console: "actAs.open",
  capability: "ManageUsers",
  summary: "Create a one-time link to act as a user",
  description:
    "The link works once, within two minutes, in the browser in which the administrator is signed in.",
  input: z.strictObject({ requestId: Id }),
  output: z.object({ path: z.string() }),
  event: "act_as_link_made",
  touches: ["acting"],
  target: "byCommand",
  run: async ({ tx, actor, now, labelled, ...record }, { requestId }) => {
    const found = await tx.actAsRequests.get(requestId);
    // Locks the user's row before the request's row. The user's answer and a promotion to administrator lock the rows in the
    // same order. The order prevents deadlocks.
    if (found) await tx.users.lock(found.userId);
    const row = found && (await tx.actAsRequests.lock(requestId));
    if (row?.requesterId !== actingPerson(actor).userId) throw refusals.not_own();
    const { status } = outcomeOf(row, null, now);
    if (status !== "approved") throw actAsRefusals[status]();
    const { person } = await mayActAs(tx, actor, row, now);
    const ticket = newOpaqueToken();
    await tx.actAsRequests.update(requestId, {
      ticketHash: hashSecret(ticket),
      ticketExpiresAt: new Date(+now + LINK_MS),
    });
    labelled(labelOf(person));
    ofPerson(record, row);
    return { path: `/act-as/link/${actor.tenantId}.${ticket}` };
  },
});

export const endActAs = command({
  name: "endActAs",
  console: "actAs.end",
  capability: "ManageUsers",
  summary: "Withdraw a request, or end acting as a user",
  description:
    "Administrators end their own requests; owners end all. Ends the session and its tokens at once.",
  input: z.strictObject({ requestId: Id }),
  output: z.object({ requestId: Id, status: ActAsStatus }),
  event: "act_as_ended",
  touches: ["endings"],
  target: "byCommand",
  run: async ({ tx, actor, now, changed, labelled, ...record }, { requestId }) => {
    const row = await tx.actAsRequests.lock(requestId);
    if (!row) throw refusals.not_found();
    const own = actor.subject.kind === "user" && actor.subject.userId === row.requesterId;
    if (!own && !actor.capabilities.has("ManageTenantAdmins")) throw refusals.end_reserved();
    const session = row.sessionId === null ? undefined : await tx.sessions.get(row.sessionId);
    const { status } = outcomeOf(row, session?.revokedAt ?? null, now);
    if (status !== "pending" && status !== "approved" && status !== "active") throw actAsRefusals[status]();
    labelled(labelOf((await tx.users.get(row.userId))!));
    ofPerson(record, row);
    changed({ status: row.status }, { status: "ended" });
    await endRequest(tx, row, actor.subject.label, now);
    return { requestId, status: "ended" as const };
  },
});
