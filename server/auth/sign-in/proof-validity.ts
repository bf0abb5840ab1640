import { factorsOf } from "../../domain/factors/factors";
import type { FactorReadTx } from "../../domain/factors/factor-store";
import { stampOf } from "./demands";
import { FLOW_MINUTES, type Subject } from "./flow";
import { isSentTo, sentBy } from "./steps";

/** What of somebody's account their proofs are held against. */
export interface Proved {
  passwordHash: string | null;
  email: string | null;
  /** A number that is proven, or null. */
  phone: string | null;
}

/**
 * Whether what somebody proved on the way in still counts: none of it is older than a sign-in may take, the password is
 * the one that was shown, every kept factor that answered is still theirs, and what was sent went where it would go now. A recovery
 * code that was used up counts as long as those it was one of.
 */
export async function areProofsValid(
  tx: FactorReadTx,
  { userId, proofs }: Pick<Subject, "userId" | "proofs">,
  { passwordHash, email, phone }: Proved,
  now: Date,
): Promise<boolean> {
  const stamp = stampOf(passwordHash);
  const oldest = +now - FLOW_MINUTES * 60_000;
  if (!proofs.every((proof) => Date.parse(proof.at) > oldest && (proof.stamp ?? stamp) === stamp))
    return false;
  const held = proofs.some(({ factorId }) => factorId !== undefined) ? await factorsOf(tx, userId) : [];
  return proofs.every((proof) => {
    const factor = held.find(({ factorId }) => factorId === proof.factorId);
    if (proof.factorId !== undefined && factor === undefined) return false;
    const by = sentBy(proof);
    return by === null || isSentTo(proof, factor ? factor.address : by === "email" ? email : phone);
  });
}
