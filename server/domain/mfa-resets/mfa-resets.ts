import type { EventName } from "../../kernel/events";
import { desc, eq } from "drizzle-orm";
import * as z from "zod";
import { factors, mfaResetRequests } from "@/db/tenant/sign-ins";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { command, query, type Console, type Rest } from "@/server/kernel/operation/operation";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { decidableBy, guardAdministrator, approvalRequestRefusals } from "../users/administrator-guard";
import { endTrust } from "../factors/factors";
import { queueNotice } from "../messages/notices";
import { labelOf, lockPerson } from "../users/people";
import { refuseUnlessProvedTwice } from "../users/self";
import { ExplainedMfaReset, MfaDecisionNote, MfaReset, MfaResetStatus } from "./mfa-resets.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const mfaResetRefusals = defineRefusals("mfa_reset", {
  not_found: { status: 404, text: "There is no such MFA reset request." },
  own_request: {
    status: 403,
    text: "You cannot decide on your own MFA reset request. Another administrator decides on it.",
  },
  /** The request is an administrator's (kernel/operation/person-changes.ts). */
  approval_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can approve an MFA reset of an administrator.",
  },
  /** The request is another administrator's. */
  denial_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can deny an MFA reset of an administrator.",
  },
});

interface Request {
  status: "pending" | "approved" | "denied";
  expiresAt: Date;
}
/** Returns the status of a request. A pending request counts as expired after its deadline. */
const statusOf = ({ status, expiresAt }: Request, now: Date): z.output<typeof MfaResetStatus> =>
  status === "pending" && expiresAt <= now ? "expired" : status;

/** Maximum number of listed requests. The list begins with the newest request. */
const MOST = 1_000;

/** Returns the newest requests, each with the user's reason. */
async function requests(tx: Pick<ReadTx, "select">, now: Date) {
  const rows = await tx.select({
    fields: {
      requestId: mfaResetRequests.id,
      userId: users.id,
      userName: users.name,
      email: users.email,
      status: mfaResetRequests.status,
      requestedAt: mfaResetRequests.requestedAt,
      expiresAt: mfaResetRequests.expiresAt,
      riskTier: mfaResetRequests.riskTier,
      reason: mfaResetRequests.reason,
    },
    from: mfaResetRequests,
    join: [{ table: users, on: eq(users.id, mfaResetRequests.userId) }],
    orderBy: [desc(mfaResetRequests.requestedAt), desc(mfaResetRequests.id)],
    limit: MOST,
  });
  return rows.map((row) => ({
    ...row,
    status: statusOf(row, now),
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

export const listMfaResets = query({
  name: "listMfaResets",
  rest: "GET /mfa-resets",
  capability: "ManageMfaResets",
  summary: "List MFA reset requests",
  description: `Newest first, including decided and expired ones; at most ${MOST}.`,
  input: z.strictObject({}),
  output: z.array(MfaReset),
  run: async ({ tx, now }) => (await requests(tx, now)).map(({ reason: _reason, ...request }) => request),
});

/** Lists the requests for the console, each with the user's reason. */
export const listExplainedMfaResets = query({
  name: "listExplainedMfaResets",
  console: { at: "mfaResets.list", shows: ["GET /mfa-resets"] },
  capability: "ManageMfaResets",
  summary: "List MFA reset requests with their reasons",
  input: z.strictObject({}),
  output: z.array(ExplainedMfaReset),
  run: async ({ tx, actor, now }) => {
    const mayDecide = await decidableBy(tx, actor);
    return (await requests(tx, now)).map((request) => ({
      ...request,
      mayDecide: mayDecide(request.userId) && !isOf(request.userId, actor),
    }));
  },
});

const decide = <const At extends Console>(
  status: "approved" | "denied",
  words: { name: string; rest?: Rest; console: At; summary: string; description?: string; event: EventName },
) =>
  command({
    capability: "ManageMfaResets",
    ...words,
    touches: [status === "approved" ? "proofs" : "access"],
    input: MfaDecisionNote.extend({ requestId: Id }),
    output: z.object({ requestId: Id, userId: Id, status: MfaResetStatus }),
    target: ({ requestId }) => ({ ref: `mfa_reset:${requestId}` }),
    run: async ({ tx, actor, now, changed, labelled, concerns }, { requestId, note }) => {
      const before = await tx.mfaResetRequests.lock(requestId);
      if (!before) throw mfaResetRefusals.not_found();
      const current = statusOf(before, now);
      if (current !== "pending") throw approvalRequestRefusals[current]();
      const { userId } = before;
      const person = await lockPerson(tx, userId);
      // The approval lets the first factor alone set up new ones. A session that has not proved the second factor must not open
      // its own account in this way, nor that of another user.
      if (isOf(userId, actor)) throw mfaResetRefusals.own_request();
      await refuseUnlessProvedTwice(tx, actor, now);
      // A user who has lost the second factor cannot sign in before the reset. A denial keeps the user out, like a suspension.
      // Only an owner may therefore deny an administrator's request.
      if (status === "approved")
        await guardAdministrator(tx, actor, "proofs", userId, mfaResetRefusals.approval_reserved);
      else await guardAdministrator(tx, actor, "access", userId, mfaResetRefusals.denial_reserved);
      labelled(labelOf(person));
      concerns(`user:${userId}`);
      changed({ status: before.status, note: before.note }, { status, note });
      const decision = { status, note: note ?? null, decidedAt: now, decidedBy: actor.subject.label };
      await tx.mfaResetRequests.update(requestId, decision);
      // Removes all factors. A person who finds a lost factor could otherwise use the factor to sign in. The user then enrols
      // new factors.
      if (status === "approved") await takeFactors(tx, userId);
      await queueNotice(tx, person, {
        template: "mfa_reset_decided",
        data: { approved: status === "approved" },
      });
      return { requestId, userId, status };
    },
  });

/** Returns true if the actor is the given user. */
const isOf = (userId: number, { subject }: TenantActor) =>
  subject.kind === "user" && subject.userId === userId;

/** Removes all factors and ends the trust in all devices. The user must then set up a new factor. */
async function takeFactors(tx: Pick<WriteTx, "factors" | "sessions">, userId: number) {
  await tx.factors.removeWhere(eq(factors.userId, userId));
  await endTrust(tx, userId);
}

export const approveMfaReset = decide("approved", {
  name: "approveMfaReset",
  rest: "POST /mfa-resets/{requestId}/approve",
  console: "mfaResets.approve",
  summary: "Approve an MFA reset",
  description:
    "Removes the user's second factors. The next sign-in asks the user to enrol new ones if a policy requires a second " +
    "factor. For an administrator's request, the capability ManageTenantAdmins is required in addition. In the console, nobody " +
    "decides on the own request, and the decision requires a sign-in of the last 15 minutes with a second factor.",
  event: "mfa_reset_approved",
});

export const denyMfaReset = decide("denied", {
  name: "denyMfaReset",
  rest: "POST /mfa-resets/{requestId}/deny",
  console: "mfaResets.deny",
  summary: "Deny an MFA reset",
  description:
    "For an administrator's request, the capability ManageTenantAdmins is required in addition. In the console, nobody decides on " +
    "the own request, and the decision requires a sign-in of the last 15 minutes with a second factor.",
  event: "mfa_reset_denied",
});
