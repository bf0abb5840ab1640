import { networkOf } from "@/server/kernel/http/network";
import type { WriteTx } from "@/server/kernel/operation/store";
import { detectAttacks } from "./detect";
import type { AlertTx } from "../alerts/raise-alert";
import { tierOf } from "./tiers.schema";
import { defineTexts } from "@/server/kernel/texts/define";

const signInTexts = defineTexts("sign_in", {
  stepped_up: "The sign-in looks risky, so a second factor was asked for.",
});

type NewSignIn = Omit<Parameters<WriteTx["signIns"]["insert"]>[0], "tier" | "network"> & { at: Date };

/** Outcome and reason of an attempt for which the risk required a second factor. */
export const steppedUp = {
  outcome: "stepped_up",
  explanation: [signInTexts.stepped_up()],
} satisfies Partial<NewSignIn>;

/**
 * Records a sign-in attempt. All risk statistics are computed from these records. The tier is derived from the score. After an
 * unsuccessful attempt, runs the detectors (attacks.ts).
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
