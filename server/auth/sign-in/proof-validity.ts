import { factorsOf } from "../../domain/factors/factors";
import type { FactorReadTx } from "../../domain/factors/factor-store";
import { stampOf } from "./demands";
import { FLOW_MINUTES, type Subject } from "./flow";

/**
 * Whether what somebody proved on the way in still counts: none of it is older than a sign-in may take, the password is
 * the one that was shown, and every kept factor that answered is still theirs. A recovery code that was used up counts as
 * long as those it was one of.
 */
export async function areProofsValid(
  tx: FactorReadTx,
  { userId, proofs }: Pick<Subject, "userId" | "proofs">,
  passwordHash: string | null,
  now: Date,
): Promise<boolean> {
  const stamp = stampOf(passwordHash);
  const oldest = +now - FLOW_MINUTES * 60_000;
  if (!proofs.every((proof) => Date.parse(proof.at) > oldest && (proof.stamp ?? stamp) === stamp))
    return false;
  const used = proofs.flatMap(({ factorId }) => factorId ?? []);
  if (used.length === 0) return true;
  const kept = new Set((await factorsOf(tx, userId)).map(({ factorId }) => factorId));
  return used.every((factorId) => kept.has(factorId));
}
