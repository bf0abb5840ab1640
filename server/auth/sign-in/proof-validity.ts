import { factorsOf } from "../../domain/factors/factors";
import type { FactorReadTx } from "../../domain/factors/factor-store";
import { stampOf } from "./demands";
import { FLOW_MINUTES, type Subject } from "./flow";
import { isSentTo, sentBy } from "./steps";

/** Account data that proofs are checked against. */
export interface Proved {
  passwordHash: string | null;
  email: string | null;
  /** Proven phone number, or null. */
  phone: string | null;
}

/**
 * Returns true if the proofs of a sign-in are still valid: none is older than the longest sign-in, the password and the factors
 * have not changed, and codes went to the current address or number. A used recovery code is valid while its set exists.
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
