import { and, eq, gt, isNull, lte } from "drizzle-orm";
import { outsideAttempts, usedAssertions } from "@/db/tenant/federation";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/store";

/*
 * Somebody who was sent to a provider comes back twice: from the provider, with its answer and our state, and then to the
 * sign-in that they left, with the claim that the answer was exchanged for. That sign-in knows its own browser by a
 * cookie; whoever made another finish a sign-in of theirs has the cookie without the claim, the other the claim without
 * the cookie.
 */

export type Attempt = Row<typeof outsideAttempts>;

/** How long somebody may stay with the provider. */
export const ATTEMPT_MINUTES = 15;
/** How long the way back to the sign-in may take. */
const CLAIM_MINUTES = 2;

const after = (now: Date, minutes: number) => new Date(+now + minutes * 60_000);

type NewAttempt = Pick<Attempt, "providerId" | "stateHash" | "interactionUid" | "keptSealed">;

/** Keeps that somebody is on their way; those that nobody came back from are forgotten meanwhile. */
export async function openAttempt(tx: Pick<WriteTx, "outsideAttempts">, attempt: NewAttempt, now: Date) {
  await tx.outsideAttempts.removeWhere(lte(outsideAttempts.expiresAt, now));
  await tx.outsideAttempts.insert({ ...attempt, expiresAt: after(now, ATTEMPT_MINUTES) });
}

/** The attempt of this state at this provider that has had no answer yet. */
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

/** Keeps the answer until it is claimed; false where there was one already. */
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

/** Forgets an attempt whose answer was not taken. */
export const endAttempt = (tx: Pick<WriteTx, "outsideAttempts">, attemptId: number) =>
  tx.outsideAttempts.remove(attemptId);

/** The attempt that this claim is of, for this sign-in; a claim is good once. */
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

/** Remembers that an assertion was taken; false where it was taken before. Those that have run out are forgotten. */
export async function takeAssertion(
  tx: Pick<WriteTx, "usedAssertions">,
  assertion: { providerId: number; assertionHash: string; expiresAt: Date },
  now: Date,
): Promise<boolean> {
  await tx.usedAssertions.removeWhere(lte(usedAssertions.expiresAt, now));
  return tx.usedAssertions.insertIfAbsent(assertion);
}
