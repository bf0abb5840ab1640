/** A rule's refusal (`ruleId` null: the country restriction's) as it is kept with a sign-in, in words. */
export const explained = ({ ruleId, type, why }: { ruleId: number | null; type: string; why: string }) =>
  ruleId === null ? `Country restriction: ${why}` : `Rule ${ruleId} (${type}): ${why}`;

/** What a kept sentence is about: a rule, by its id, with what it said, or the country restriction; null: neither. */
export function explainedBy(sentence: string): { ruleId: number; why: string } | "restriction" | null {
  if (sentence.startsWith("Country restriction: ")) return "restriction";
  const [, ruleId, why = ""] = /^Rule ([1-9]\d{0,14}) \([a-z]+\): (.*)$/s.exec(sentence) ?? [];
  return ruleId === undefined ? null : { ruleId: Number(ruleId), why };
}
