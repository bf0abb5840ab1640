import type { CountryRestriction } from "../access-rules/access-rules.schema";
import { concerning, decide, type Facts, type Rule, type Subject } from "../access-rules/decide";
import type { Supposed } from "../access-rules/rule-type.schema";
import { demand, isLimit, missing } from "../access-rules/rules";
import { listedCountries } from "../access-rules/wording.schema";
import type { AccessFact } from "./explain.schema";

const scopes = { org: "everyone", user: "this person", tag: "a tag they have", app: "this app" } as const;

/**
 * What the organization's country restriction and its access rules say of a sign-in of which not everything is known:
 * what is known is decided as the sign-in itself is, the rest depends.
 */
export function explainRules(
  rules: readonly Rule[],
  restriction: CountryRestriction,
  subject: Subject,
  known: Supposed,
): AccessFact[] {
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
  const openRestriction =
    restricted && known.country === undefined
      ? [
          fact(
            "depends",
            "restriction",
            `The organization lets people in ${restriction.mode === "allow" ? "only from" : "from everywhere but"} ${listedCountries(restriction.countries)}; that depends on the country they sign in from.`,
          ),
        ]
      : [];
  const refused = refusals.map(({ ruleId, why }) =>
    fact("refuses", ruleId === null ? "restriction" : "rules", why),
  );
  const refusing = new Set(refusals.map(({ ruleId }) => ruleId));
  const satisfied = decidable
    .filter(({ id }) => !refusing.has(id))
    .map((rule) =>
      fact(
        "allows",
        "rules",
        `${demand(rule)}: a rule for ${scopes[rule.scope]}, which does not stand in their way.`,
      ),
    );
  const open = concerned.flatMap((rule) => {
    const what = missing(rule, known);
    if (what === null) return [];
    return [
      fact(
        "depends",
        "rules",
        `${demand(rule)}: a rule for ${scopes[rule.scope]}, which depends on ${what}.`,
      ),
    ];
  });
  const limits = concerned
    .filter(isLimit)
    .map((rule) => fact("notes", "rules", `${demand(rule)}: a rule for ${scopes[rule.scope]}.`));
  return [...openRestriction, ...refused, ...open, ...satisfied, ...limits];
}

const fact = (effect: AccessFact["effect"], about: AccessFact["about"], text: string): AccessFact => ({
  effect,
  about,
  text,
});
