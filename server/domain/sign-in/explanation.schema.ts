/** A rule's refusal (`ruleId` null: the country restriction's) as it is kept with a sign-in, in words. */
export const explained = ({ ruleId, type, why }: { ruleId: number | null; type: string; why: string }) =>
  ruleId === null ? `Country restriction: ${why}` : `Rule ${ruleId} (${type}): ${why}`;

/** What a kept sentence is about: a rule, by its id, or the country restriction; null: neither. */
export function explainedBy(sentence: string): { ruleId: number } | "restriction" | null {
  if (sentence.startsWith("Country restriction: ")) return "restriction";
  const [, ruleId] = /^Rule ([1-9]\d{0,14}) \([a-z]+\): /.exec(sentence) ?? [];
  return ruleId === undefined ? null : { ruleId: Number(ruleId) };
}
