/** Levels of risk. `tierOf` derives the level from a score of 0 to 100 (clarifications, document 1, 23). */
export const riskTiers = ["low", "medium", "high", "critical"] as const;
export type RiskTier = (typeof riskTiers)[number];

/** Returns the tier of a score. Returns null if the score is null. */
export function tierOf(score: number | null): RiskTier | null {
  if (score === null) return null;
  return score < 25 ? "low" : score < 50 ? "medium" : score < 75 ? "high" : "critical";
}
