/** Returns the stored sentence of a refusal. A null `ruleId` means the country restriction. */
export const explained = ({ ruleId, type, why }: { ruleId: number | null; type: string; why: string }) =>
  ruleId === null ? `Country restriction: ${why}` : `Rule ${ruleId} (${type}): ${why}`;

/**
 * Parses a stored sentence: returns the rule's id and reason, or "restriction" for the country restriction, or null
 * for other sentences.
 */
export function explainedBy(sentence: string): { ruleId: number; why: string } | "restriction" | null {
  if (sentence.startsWith("Country restriction: ")) return "restriction";
  const [, ruleId, why = ""] = /^Rule ([1-9]\d{0,14}) \([a-z]+\): (.*)$/s.exec(sentence) ?? [];
  return ruleId === undefined ? null : { ruleId: Number(ruleId), why };
}
