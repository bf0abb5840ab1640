import { and, eq, gt, isNull, lte } from "drizzle-orm";
import { outsideAttempts, usedAssertions } from "@/db/tenant/federation";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";

/*
 * The browser returns from a provider in two steps. First, the provider's answer arrives with our state, and the server
 * exchanges the answer for a claim. Then the browser brings the claim to the sign-in where it started. A cookie proves
 * that it is the same browser.
 * This prevents login CSRF, in which an attacker makes another browser finish the attacker's sign-in. The attacker then
 * has the cookie without the claim, and the other browser has the claim without the cookie.
 */

export type Attempt = Row<typeof outsideAttempts>;

/** Lifetime of an attempt at the provider, in minutes. */
const ATTEMPT_MINUTES = 15;
/** Lifetime of a claim, in minutes. */
const CLAIM_MINUTES = 2;

const after = (now: Date, minutes: number) => new Date(+now + minutes * 60_000);

type NewAttempt = Pick<Attempt, "providerId" | "stateHash" | "interactionUid" | "keptSealed">;

/** Stores a new attempt and deletes the expired ones. */
export async function openAttempt(tx: Pick<WriteTx, "outsideAttempts">, attempt: NewAttempt, now: Date) {
  await tx.outsideAttempts.removeWhere(lte(outsideAttempts.expiresAt, now));
  await tx.outsideAttempts.insert({ ...attempt, expiresAt: after(now, ATTEMPT_MINUTES) });
}

/** Returns the attempt with this state at this provider. Returns none if the attempt has an answer or has expired. */
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

/** Stores the answer until it is claimed. Returns false if the attempt has an answer already. */
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

/** Returns and removes the attempt of this claim and sign-in. A claim is valid once. */
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

/**
 * Records the use of an assertion and deletes the expired records. Returns false if the assertion was used before.
 */
export async function takeAssertion(
  tx: Pick<WriteTx, "usedAssertions">,
  assertion: { providerId: number; assertionHash: string; expiresAt: Date },
  now: Date,
): Promise<boolean> {
  await tx.usedAssertions.removeWhere(lte(usedAssertions.expiresAt, now));
  return tx.usedAssertions.insertIfAbsent(assertion);
}
