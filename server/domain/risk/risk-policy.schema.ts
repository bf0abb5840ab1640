import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import type { RiskTier } from "./tiers.schema";

/** What follows from the risk of a sign-in, beside that it is recorded. */
export const RiskPolicy = z.object({
  /** From which tier on a second factor is asked for; "never": risk alone asks for none. */
  stepUpFrom: z.enum(["high", "critical", "never"]),
  /** How many critical sign-ins without a second factor within a day lock the account; null: none does. */
  lockAfterCritical: wholeNumber(1, 20).nullable(),
  /** For how long; null: until somebody unlocks it. */
  lockMinutes: wholeNumber(5, 10_080).nullable(),
});
export type RiskPolicy = z.output<typeof RiskPolicy>;

/** The tier that the next step of a sign-in goes by: what the policy does not act on is as good as low. */
export function tierActedOn(
  tier: RiskTier | null,
  { stepUpFrom }: Pick<RiskPolicy, "stepUpFrom">,
): RiskTier | null {
  if (stepUpFrom === "never") return null;
  return stepUpFrom === "critical" && tier !== "critical" ? null : tier;
}
