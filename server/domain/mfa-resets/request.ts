import { and, desc, eq, gt, isNotNull } from "drizzle-orm";
import * as z from "zod";
import { mfaResetRequests, signIns } from "@/db/tenant/sign-ins";
import { Id, Timestamp } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import { themselves } from "../users/self";
import { MFA_RESET_REASON_MAX } from "./mfa-resets.schema";
import { lockPerson, userTarget } from "../users/people";

/** Time in milliseconds after which an undecided request expires. */
const OPEN_MS = 7 * 86_400_000;

/**
 * Requests an MFA reset for a user who proved the first factor and lost the second. The sign-in runs this command as the user,
 * but creates no session. Only an administrator's approval removes the lost factors.
 */
export const requestMfaReset = command({
  name: "requestMfaReset",
  capability: "ManageOwnAccount",
  summary: "Request a reset of one's own second factors",
  description: "Has no effect while a request is pending.",
  input: z.strictObject({ reason: z.string().trim().max(MFA_RESET_REASON_MAX).optional() }),
  own: { duringSignIn: true, atCustomDomain: true },
  output: z.object({ requestId: Id, userId: Id, expiresAt: Timestamp }),
  event: "mfa_reset_requested",
  target: (_input, { requestId }) => ({ ref: `mfa_reset:${requestId}` }),
  run: async ({ tx, actor, now, changed, labelled, concerns, unchanged }, { reason }) => {
    const { userId } = themselves(actor);
    // Without the lock, two simultaneous transactions could each create a request.
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
