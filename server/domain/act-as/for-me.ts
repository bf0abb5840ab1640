import { eq } from "drizzle-orm";
import * as z from "zod";
import { actAsRequests } from "@/db/tenant/act-as";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { ActAsRequest, ActAsStatus } from "./act-as.schema";
import { endRequest, ofPerson } from "./acting";
import { refuseWhileActing, accountRefusals } from "../users/self";
import { actAsRows, outcomeOf, actAsRefusals } from "./rows";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("act_as", {
  not_for_caller: { status: 404, text: "There is no such request to act as you." },
});

/** Maximum number of listed requests. The list begins with the newest request. */
const MOST = 50;

/** Returns the signed-in user. Throws if the actor is not a user. */
function me({ subject }: TenantActor) {
  if (subject.kind !== "user") throw accountRefusals.people_only();
  return subject;
}

export const listActAsRequestsForMe = query({
  name: "listActAsRequestsForMe",
  capability: null,
  summary: "List the requests to act as me",
  description: `Newest first; ${MOST} at most.`,
  input: z.strictObject({}),
  output: z.array(ActAsRequest),
  run: ({ tx, actor, now, words }) =>
    actAsRows(tx, { now, words }, { where: eq(actAsRequests.userId, me(actor).userId), limit: MOST }),
});

export const decideActAsRequest = command({
  name: "decideActAsRequest",
  capability: null,
  summary: "Approve or deny a request to act as me",
  description: "Possible for a day after the request. An administrator who acts as me cannot answer for me.",
  input: z.strictObject({ requestId: Id, approve: z.boolean() }),
  output: z.object({ requestId: Id, status: ActAsStatus }),
  event: "act_as_denied",
  target: "byCommand",
  run: async ({ tx, actor, now, changed, happened, labelled, ...record }, { requestId, approve }) => {
    refuseWhileActing(actor);
    const row = await tx.actAsRequests.lock(requestId);
    if (row?.userId !== me(actor).userId) throw refusals.not_for_caller();
    const { status } = outcomeOf(row, null, now);
    if (status !== "pending") throw actAsRefusals[status]();
    const after = { status: approve ? ("approved" as const) : ("denied" as const), decidedAt: now };
    labelled(actor.subject.label);
    ofPerson(record, row);
    changed({ status: row.status }, { status: after.status });
    if (approve) happened("act_as_approved");
    // After the approval, the administrator must start to act within a deadline. The time is the same as the user had for the
    // answer.
    const open = +row.expiresAt - +row.requestedAt;
    await tx.actAsRequests.update(requestId, {
      ...after,
      ...(approve && { expiresAt: new Date(+now + open) }),
    });
    return { requestId, status: after.status };
  },
});

export const endActAsOfMe = command({
  name: "endActAsOfMe",
  capability: null,
  summary: "Stop an administrator who acts as me",
  description:
    "Also withdraws an approval that was not used. The administrator who acts as me can call this too.",
  input: z.strictObject({ requestId: Id }),
  own: { atCustomDomain: true },
  output: z.object({ requestId: Id, status: ActAsStatus }),
  event: "act_as_ended",
  target: "byCommand",
  run: async ({ tx, actor, now, changed, labelled, ...record }, { requestId }) => {
    const row = await tx.actAsRequests.lock(requestId);
    if (row?.userId !== me(actor).userId) throw refusals.not_for_caller();
    const session = row.sessionId === null ? undefined : await tx.sessions.get(row.sessionId);
    const { status } = outcomeOf(row, session?.revokedAt ?? null, now);
    if (status !== "approved" && status !== "active") throw actAsRefusals[status]();
    labelled(actor.subject.label);
    ofPerson(record, row);
    changed({ status: row.status }, { status: "ended" });
    const { actedBy, label } = me(actor);
    await endRequest(tx, row, actedBy?.label ?? label, now);
    return { requestId, status: "ended" as const };
  },
});
