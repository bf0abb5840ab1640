import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import type { Words } from "@/server/kernel/texts/text";
import type { SignInReason } from "./risk.schema";

const signInTexts = defineTexts("sign_in", {
  by_rule: "Rule {rule} ({type}): {reason}",
  by_restriction: "Country restriction: {reason}",
});

/** Returns the reason for a refusal in the form that is stored. `ruleId` is null if the country restriction refused. */
export const explained = ({
  ruleId,
  type,
  why,
}: {
  ruleId: number | null;
  type: string;
  why: CodedText;
}): CodedText =>
  ruleId === null
    ? signInTexts.by_restriction({ reason: why })
    : signInTexts.by_rule({ rule: ruleId, type, reason: why });

/** Converts a stored reason for the console. The result contains the rule or the country restriction that caused the reason. */
export function reasonIn(words: Words, stored: CodedText | string): SignInReason {
  if (typeof stored === "string") return reasonOf(stored);
  const { rule, reason } = stored.params;
  if (stored.code === signInTexts.by_rule.code && typeof rule === "number")
    return { about: "rule", ruleId: rule, text: words(reason as CodedText) };
  const about = stored.code === signInTexts.by_restriction.code ? "restriction" : null;
  return { about, ruleId: null, text: words(stored) };
}

/** Converts a reason that an older version stored as a sentence. */
function reasonOf(sentence: string): SignInReason {
  const [, ruleId, text = ""] = /^Rule ([1-9]\d{0,14}) \([a-z]+\): (.*)$/s.exec(sentence) ?? [];
  if (ruleId !== undefined) return { about: "rule", ruleId: Number(ruleId), text };
  const about = sentence.startsWith("Country restriction: ") ? "restriction" : null;
  return { about, ruleId: null, text: sentence };
}
