import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import type { RiskTier } from "./tiers.schema";

/** Actions that the risk of a sign-in causes, in addition to the record. */
export const RiskPolicy = z.object({
  /** Lowest tier at which a second factor is required. "never": the risk alone never requires a second factor. */
  stepUpFrom: z.enum(["high", "critical", "never"]),
  /**
   * Number of critical sign-ins within a day, without a successful sign-in, after which the account is locked. Null: the
   * account is never locked.
   */
  lockAfterCritical: wholeNumber(1, 20).nullable(),
  /** Duration of the lock in minutes. Null: the lock lasts until an administrator unlocks the account. */
  lockMinutes: wholeNumber(5, 10_080).nullable(),
});
export type RiskPolicy = z.output<typeof RiskPolicy>;

/**
 * Returns the tier that decides the next step of a sign-in. Returns null if the policy ignores this tier. `stepUpFrom` "never"
 * ignores all tiers. `stepUpFrom` "critical" ignores the lower tiers.
 */
export function tierActedOn(
  tier: RiskTier | null,
  { stepUpFrom }: Pick<RiskPolicy, "stepUpFrom">,
): RiskTier | null {
  if (stepUpFrom === "never") return null;
  return stepUpFrom === "critical" && tier !== "critical" ? null : tier;
}
