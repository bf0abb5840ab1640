import { and, desc, eq, gt, isNotNull } from "drizzle-orm";
import * as z from "zod";
import { mfaResetRequests, signIns } from "@/db/tenant/sign-ins";
import { Id, Timestamp } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation";
import { themselves } from "../users/self";
import { MFA_RESET_REASON_MAX } from "./mfa-resets.schema";
import { lockPerson, userTarget } from "../users/people";

/** For how long an administrator may decide on a request. */
const OPEN_MS = 7 * 86_400_000;

/**
 * For somebody who has proved their first factor and has lost the second: the sign-in runs it as that person, who is not
 * let in by it. Only an administrator's approval takes the lost factors away.
 */
export const requestMfaReset = command({
  name: "requestMfaReset",
  capability: "ManageOwnAccount",
  summary: "Ask for a new start without the lost second factor",
  description: "While a request waits, asking again changes nothing.",
  input: z.strictObject({ reason: z.string().trim().max(MFA_RESET_REASON_MAX).optional() }),
  own: { duringSignIn: true, atCustomDomain: true },
  output: z.object({ requestId: Id, userId: Id, expiresAt: Timestamp }),
  event: "mfa_reset_requested",
  target: (_input, { requestId }) => ({ ref: `mfa_reset:${requestId}` }),
  run: async ({ tx, actor, now, changed, labelled, concerns, unchanged }, { reason }) => {
    const { userId } = themselves(actor);
    // Two requests at once are one.
    await lockPerson(tx, userId);
    labelled(actor.subject.label);
    concerns(userTarget({ userId }).ref);
    const waiting = await tx.mfaResetRequests.find(
      and(
        eq(mfaResetRequests.userId, userId),
        eq(mfaResetRequests.status, "pending"),
        gt(mfaResetRequests.expiresAt, now),
      )!,
    );
    if (waiting) {
      unchanged();
      return { requestId: waiting.id, userId, expiresAt: waiting.expiresAt.toISOString() };
    }
    const [scored] = await tx.signIns.list({
      where: and(eq(signIns.userId, userId), isNotNull(signIns.tier))!,
      orderBy: [desc(signIns.id)],
      limit: 1,
    });
    const expiresAt = new Date(+now + OPEN_MS);
    const { id } = await tx.mfaResetRequests.insert({
      userId,
      requestedAt: now,
      expiresAt,
      riskTier: scored?.tier ?? null,
      reason: reason || null,
    });
    changed({ status: null }, { status: "pending", ...(reason && { reason }) });
    return { requestId: id, userId, expiresAt: expiresAt.toISOString() };
  },
});
