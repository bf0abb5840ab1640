import { and, eq, gt, isNull, lte } from "drizzle-orm";
import { outsideAttempts, usedAssertions } from "@/db/tenant/federation";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";

/*
 * Attempts to sign in at an identity provider. The browser returns in two steps. First, the server receives the provider's
 * answer with the `state` of the attempt and gives the browser a claim (a one-time secret). Then the browser presents the claim
 * to the sign-in that began the attempt. A cookie proves that the browser is the same. The two steps prevent login CSRF: an
 * attacker makes a victim's browser finish a sign-in that the attacker began. The attacker's browser then has the cookie but no
 * claim. The victim's browser has the claim but no cookie.
 */

export type Attempt = Row<typeof outsideAttempts>;

/** Lifetime of an attempt, in minutes. */
const ATTEMPT_MINUTES = 15;
/** Lifetime of a claim, in minutes. */
const CLAIM_MINUTES = 2;

const after = (now: Date, minutes: number) => new Date(+now + minutes * 60_000);

type NewAttempt = Pick<Attempt, "providerId" | "stateHash" | "interactionUid" | "keptSealed">;

/** Stores a new attempt and deletes the expired attempts. */
export async function openAttempt(tx: Pick<WriteTx, "outsideAttempts">, attempt: NewAttempt, now: Date) {
  await tx.outsideAttempts.removeWhere(lte(outsideAttempts.expiresAt, now));
  await tx.outsideAttempts.insert({ ...attempt, expiresAt: after(now, ATTEMPT_MINUTES) });
}

/**
 * Returns the attempt with this `state` at this provider. Returns undefined if the attempt has expired or already has an
 * answer.
 */
export const attemptOf = (
  tx: Pick<ReadTx, "outsideAttempts">,
  { providerId, stateHash }: Pick<Attempt, "providerId" | "stateHash">,
  now: Date,
) =>
  tx.outsideAttempts.find(
    and(
      eq(outsideAttempts.providerId, providerId),
      eq(outsideAttempts.stateHash, stateHash),
      isNull(outsideAttempts.claimHash),
      gt(outsideAttempts.expiresAt, now),
    )!,
  );

/** Stores the provider's answer until the browser presents the claim. Returns false if the attempt already has an answer. */
export const keepAnswer = async (
  tx: Pick<WriteTx, "outsideAttempts">,
  attemptId: number,
  answer: { identitySealed: string; claimHash: string },
  now: Date,
): Promise<boolean> =>
  (await tx.outsideAttempts.updateWhere(
    and(eq(outsideAttempts.id, attemptId), isNull(outsideAttempts.claimHash))!,
    { ...answer, expiresAt: after(now, CLAIM_MINUTES) },
  )) > 0;

/** Deletes an attempt whose answer was refused. */
export const endAttempt = (tx: Pick<WriteTx, "outsideAttempts">, attemptId: number) =>
  tx.outsideAttempts.remove(attemptId);

/**
 * Returns the attempt with this claim and this interaction, and removes the attempt. A claim is valid once. Returns null if
 * there is no such attempt.
 */
export async function takeClaim(
  tx: Pick<WriteTx, "outsideAttempts">,
  { claimHash, interactionUid }: { claimHash: string; interactionUid: string },
  now: Date,
): Promise<Attempt | null> {
  const found = await tx.outsideAttempts.find(
    and(
      eq(outsideAttempts.claimHash, claimHash),
      eq(outsideAttempts.interactionUid, interactionUid),
      gt(outsideAttempts.expiresAt, now),
    )!,
  );
  if (!found || !(await tx.outsideAttempts.remove(found.id))) return null;
  return found;
}

/** Records the use of a SAML assertion and deletes the expired records. Returns false if the assertion was used before. */
export async function takeAssertion(
  tx: Pick<WriteTx, "usedAssertions">,
  assertion: { providerId: number; assertionHash: string; expiresAt: Date },
  now: Date,
): Promise<boolean> {
  await tx.usedAssertions.removeWhere(lte(usedAssertions.expiresAt, now));
  return tx.usedAssertions.insertIfAbsent(assertion);
}
