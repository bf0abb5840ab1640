import type { CodedText } from "@/server/kernel/texts/define";
import { signInTexts } from "@/server/kernel/texts/sign-in";
import type { Words } from "@/server/kernel/texts/text";
import type { SignInReason } from "./risk.schema";

/** Returns the stored reason for a rule's refusal. `ruleId` is null for the country restriction. */
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

/** Returns a stored reason for the console, with the rule or the country restriction that caused it. */
export function reasonIn(words: Words, stored: CodedText | string): SignInReason {
  if (typeof stored === "string") return reasonOf(stored);
  const { rule, reason } = stored.params;
  if (stored.code === signInTexts.by_rule.code && typeof rule === "number")
    return { about: "rule", ruleId: rule, text: words(reason as CodedText) };
  const about = stored.code === signInTexts.by_restriction.code ? "restriction" : null;
  return { about, ruleId: null, text: words(stored) };
}

/** Converts a sentence that an older version stored. */
function reasonOf(sentence: string): SignInReason {
  const [, ruleId, text = ""] = /^Rule ([1-9]\d{0,14}) \([a-z]+\): (.*)$/s.exec(sentence) ?? [];
  if (ruleId !== undefined) return { about: "rule", ruleId: Number(ruleId), text };
  const about = sentence.startsWith("Country restriction: ") ? "restriction" : null;
  return { about, ruleId: null, text: sentence };
}
