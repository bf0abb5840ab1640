import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import type { CountryRestriction } from "../access-rules/access-rules.schema";
import { concerning, decide, type Facts, type Rule, type Subject } from "../access-rules/decide";
import type { Supposed } from "../access-rules/rule-type.schema";
import { demand, isLimit, missing } from "../access-rules/rules";
import { listedPlaces } from "../access-rules/wording.schema";
import type { Fact } from "./explain.schema";

const explanationTexts = defineTexts("explanation", {
  only_countries:
    "The organization lets people in only from {places}; that depends on the country they sign in from.",
  not_countries:
    "The organization lets people in from everywhere but {places}; that depends on the country they sign in from.",
  rule: "{demand}: a rule for {scope}.",
  rule_met: "{demand}: a rule for {scope}, which does not stand in their way.",
  rule_depends: "{demand}: a rule for {scope}, which depends on {fact}.",
  scope_org: "everyone",
  scope_user: "this person",
  scope_tag: "a tag they have",
  scope_app: "this app",
});

const scopes: Record<Rule["scope"], CodedText> = {
  org: explanationTexts.scope_org(),
  user: explanationTexts.scope_user(),
  tag: explanationTexts.scope_tag(),
  app: explanationTexts.scope_app(),
};

/** Returns the parameters of the texts about a rule: the rule's demand and the rule's scope. */
const wordsOf = (rule: Rule) => ({ demand: demand(rule), scope: scopes[rule.scope] });

/**
 * Returns the explanation's statements about the country restriction and the access rules that apply to the sign-in. A rule may
 * need data that the request omits, such as the country. The statement about such a rule has the effect `depends`.
 */
export function explainRules(
  rules: readonly Rule[],
  restriction: CountryRestriction,
  subject: Subject,
  known: Supposed,
): Fact[] {
  const facts: Facts = {
    ...subject,
    ip: known.ip ?? null,
    country: known.country ?? null,
    region: null,
    anonymizer: null,
    method: known.method ?? "password",
  };
  const concerned = concerning(rules, subject);
  const decidable = concerned.filter((rule) => !isLimit(rule) && missing(rule, known) === null);
  const { refusals } = decide(decidable, restriction, facts);
  const restricted = restriction.mode !== "disabled";
  const places = listedPlaces(restriction.countries);
  const openRestriction =
    restricted && known.country === undefined
      ? [
          fact(
            "depends",
            "restriction",
            restriction.mode === "allow"
              ? explanationTexts.only_countries({ places })
              : explanationTexts.not_countries({ places }),
          ),
        ]
      : [];
  const refused = refusals.map(({ ruleId, why }) =>
    fact("refuses", ruleId === null ? "restriction" : "rules", why),
  );
  const refusing = new Set(refusals.map(({ ruleId }) => ruleId));
  const satisfied = decidable
    .filter(({ id }) => !refusing.has(id))
    .map((rule) => fact("allows", "rules", explanationTexts.rule_met(wordsOf(rule))));
  const open = concerned.flatMap((rule) => {
    const needed = missing(rule, known);
    if (needed === null) return [];
    return [fact("depends", "rules", explanationTexts.rule_depends({ ...wordsOf(rule), fact: needed }))];
  });
  const limits = concerned
    .filter(isLimit)
    .map((rule) => fact("notes", "rules", explanationTexts.rule(wordsOf(rule))));
  return [...openRestriction, ...refused, ...open, ...satisfied, ...limits];
}

const fact = (effect: Fact["effect"], about: Fact["about"], text: CodedText): Fact => ({
  effect,
  about,
  text,
});
