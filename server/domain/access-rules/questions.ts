import { limits, type Definition, type RuleType } from "./access-rules.schema";
import type { Facts, Limits, Rule } from "./decide";
import { folded, rangeMap, type Address, type Match } from "./matching";
import { addMinutes, emptyWeek, wallClocks } from "./clocks";
import type { Sentence } from "./words";

/*
 * What rules of one type and effect ask together, made ready: to look something up takes as long however many rules there
 * are.
 */

export interface Known extends Facts {
  address: Address | null;
}

/** A rule that may refuse. */
export interface Refuser {
  /** Where it stands among all rules. */
  position: number;
  rule: Rule;
  sentence: Sentence;
}

/** Which rules of one type deny this sign-in, in their order. */
export type Denial = (facts: Known) => readonly Refuser[];

/** The rules of one type that are alternatives, and whether one of them surely holds, or may. */
export interface Allowance {
  rules: readonly Refuser[];
  holds: (facts: Known) => Match;
}

/** A rule of one type, with what it says. */
interface Said<T extends RuleType> {
  refuser: Refuser;
  definition: Definition<T>;
}

const ofType = <T extends RuleType>(rules: readonly Refuser[], type: T): Said<T>[] =>
  rules
    .filter(({ rule }) => rule.type === type)
    .map((refuser) => ({ refuser, definition: refuser.rule.definition as Definition<T> }));

const withEffect = <T extends "country" | "region" | "ip">(
  rules: readonly Refuser[],
  type: T,
  effect: "allow" | "deny",
) => ofType(rules, type).filter(({ definition }) => definition.effect === effect);

/** What these rules deny. */
export function denialsOf(rules: readonly Refuser[]): Denial[] {
  const denials: Denial[] = [];
  const countries = withEffect(rules, "country", "deny");
  if (countries.length > 0) {
    const byCountry = listedBy(countries, ({ countries }) => countries);
    denials.push(({ country }) => (country !== null && byCountry.get(country)) || []);
  }
  const regions = withEffect(rules, "region", "deny");
  if (regions.length > 0) {
    const byRegion = listedBy(regions, ({ regions }) => regions.map(folded));
    denials.push(
      ({ country, region }) =>
        (country !== null && region !== null && byRegion.get(folded(`${country}:${region}`))) || [],
    );
  }
  const ranges = withEffect(rules, "ip", "deny");
  if (ranges.length > 0) denials.push(byRange(ranges));
  const anonymizers = ofType(rules, "anonymizer").map(({ refuser }) => refuser);
  if (anonymizers.length > 0) denials.push(({ anonymizer }) => (anonymizer ? anonymizers : []));
  return denials;
}

function byRange(said: readonly Said<"ip">[]): Denial {
  const around = rangeMap(pairs(said, ({ cidrs }) => cidrs));
  const rules = said.map(({ refuser }) => refuser);
  const end = rules.at(-1)!.position + 1;
  return ({ address }) => {
    const found = address === null ? [] : around(address);
    if (found.length < 2) return found[0] ?? [];
    // Marked and gathered, not sorted: of a thousand rules all may deny, each by several of its ranges.
    const denies = new Uint8Array(end);
    for (const some of found) for (const { position } of some) denies[position] = 1;
    return rules.filter(({ position }) => denies[position] === 1);
  };
}

/** What these rules allow, each type by itself. */
export function allowancesOf(rules: readonly Refuser[]): Allowance[] {
  const made = <T extends RuleType>(
    said: readonly Said<T>[],
    holds: (said: readonly Said<T>[]) => Allowance["holds"],
  ) => (said.length === 0 ? [] : [{ rules: said.map(({ refuser }) => refuser), holds: holds(said) }]);
  return [
    ...made(withEffect(rules, "country", "allow"), inCountry),
    ...made(withEffect(rules, "region", "allow"), inRegion),
    ...made(withEffect(rules, "ip", "allow"), inRange),
    ...made(ofType(rules, "method"), byMethod),
    ...made(ofType(rules, "hours"), inHours),
  ];
}

function inCountry(said: readonly Said<"country">[]): Allowance["holds"] {
  const countries = new Set(said.flatMap(({ definition }) => definition.countries));
  return ({ country }) => (country === null ? "unknown" : answer(countries.has(country)));
}

function inRegion(said: readonly Said<"region">[]): Allowance["holds"] {
  const listed = said.flatMap(({ definition }) => definition.regions);
  const regions = new Set(listed.map(folded));
  const countries = new Set(listed.map((region) => region.split(":")[0]));
  return ({ country, region }) => {
    if (country === null) return "unknown";
    if (region !== null) return answer(regions.has(folded(`${country}:${region}`)));
    return countries.has(country) ? "unknown" : "no";
  };
}

function inRange(said: readonly Said<"ip">[]): Allowance["holds"] {
  const around = rangeMap(pairs(said, ({ cidrs }) => cidrs));
  return ({ address }) => answer(address !== null && around(address).length > 0);
}

function byMethod(said: readonly Said<"method">[]): Allowance["holds"] {
  const methods = new Set(said.flatMap(({ definition }) => definition.methods));
  return ({ method }) => answer(methods.has(method));
}

function inHours(said: readonly Said<"hours">[]): Allowance["holds"] {
  const weeks = new Map<string, Uint8Array>();
  for (const { definition } of said) {
    const week = weeks.get(definition.timeZoneId) ?? emptyWeek();
    weeks.set(definition.timeZoneId, week);
    addMinutes(week, definition);
  }
  const clocks = wallClocks([...weeks.keys()]);
  const taken = [...weeks.values()];
  return ({ at }) => answer(clocks(at).some((minute, index) => taken[index]![minute] === 1));
}

const answer = (named: boolean): Match => (named ? "yes" : "no");

function* pairs<T extends RuleType>(
  said: readonly Said<T>[],
  listed: (definition: Definition<T>) => readonly string[],
): Generator<readonly [string, Refuser]> {
  for (const { refuser, definition } of said) for (const name of listed(definition)) yield [name, refuser];
}

/** The rules that list a name, by the name. */
function listedBy<T extends RuleType>(
  said: readonly Said<T>[],
  listed: (definition: Definition<T>) => readonly string[],
): Map<string, Refuser[]> {
  const by = new Map<string, Refuser[]>();
  for (const [name, refuser] of pairs(said, listed)) {
    const known = by.get(name);
    if (!known) by.set(name, [refuser]);
    // A rule may list a name twice.
    else if (known.at(-1) !== refuser) known.push(refuser);
  }
  return by;
}

/** Whether a rule says how much rather than whether. */
export const isLimit = ({ type }: Rule) => limits.includes(type);

/** What a rule limits; nothing where it is none that limits. */
export function limitsOf(rule: Rule): Limits {
  if (rule.type === "sessions") return rule.definition;
  if (rule.type === "sessionlength") return rule.definition;
  return rule.type === "devices" ? rule.definition : {};
}

/** The lowest of each limit. */
export function lowest(all: readonly Limits[]): Limits {
  const result: Limits = {};
  for (const limits of all)
    for (const [name, value] of Object.entries(limits) as [keyof Limits, number][])
      result[name] = Math.min(result[name] ?? value, value);
  return result;
}
