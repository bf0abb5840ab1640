import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import type { RiskTier } from "./tiers.schema";

/** Effects of a sign-in's risk in addition to the record. */
export const RiskPolicy = z.object({
  /** Lowest tier that requires a second factor. "never": the risk alone requires none. */
  stepUpFrom: z.enum(["high", "critical", "never"]),
  /**
   * Number of critical sign-ins without a second factor within a day after which the account is locked; null: no lock.
   */
  lockAfterCritical: wholeNumber(1, 20).nullable(),
  /** Duration of the lock; null: until an administrator unlocks it. */
  lockMinutes: wholeNumber(5, 10_080).nullable(),
});
export type RiskPolicy = z.output<typeof RiskPolicy>;

/**
 * Returns the tier that decides the next step of a sign-in. Returns null if `stepUpFrom` is "never", or if it is
 * "critical" and the tier is lower.
 */
export function tierActedOn(
  tier: RiskTier | null,
  { stepUpFrom }: Pick<RiskPolicy, "stepUpFrom">,
): RiskTier | null {
  if (stepUpFrom === "never") return null;
  return stepUpFrom === "critical" && tier !== "critical" ? null : tier;
}
