import { networkOf } from "@/server/kernel/network";
import type { WriteTx } from "@/server/kernel/store";
import { signInTexts } from "@/server/kernel/texts/sign-in";
import { detectAttacks } from "./detect";
import type { AlertTx } from "../alerts/raise-alert";
import { tierOf } from "./tiers.schema";

type NewSignIn = Omit<Parameters<WriteTx["signIns"]["insert"]>[0], "tier" | "network"> & { at: Date };

/** As what an attempt is kept at which a second factor was asked for because it looked risky. */
export const steppedUp = {
  outcome: "stepped_up",
  explanation: [signInTexts.stepped_up()],
} satisfies Partial<NewSignIn>;

/**
 * Keeps an attempt to sign in: all risk figures are computed from these records. Its tier follows from its score. One that
 * did not succeed is looked at together with those before it (attacks.ts).
 */
export async function recordSignIn(tx: AlertTx & Pick<WriteTx, "signIns">, attempt: NewSignIn) {
  const row = await tx.signIns.insert({
    ...attempt,
    network: networkOf(attempt.ip ?? null).client,
    userAgent: attempt.userAgent?.slice(0, 500) ?? null,
    tier: tierOf(attempt.score ?? null),
  });
  if (row.outcome !== "succeeded") await detectAttacks(tx, row);
  return row;
}
