import type { CountryRestriction, Definition } from "./access-rules.schema";
import { byRestriction, decide, type Decision, type Facts, type Limits, type Rule } from "./decide";
import { addMinutes, addressOf, emptyWeek, folded, minuteOfWeek, rangeSet, type RangeSet } from "./matching";

/*
 * The same decision as decide.ts, for a set of rules that many sign-ins are held against: what one scope says of one kind
 * is merged into one question beforehand. It tells whether anything refuses; which rule does, and in which words, decide.ts
 * tells rule by rule. compiled.test.ts holds the two against each other.
 */

/** Decides on a sign-in by the rules that it was made of. */
export type Decider = (restriction: CountryRestriction, facts: Facts) => Decision;

/** Makes the rules ready to be asked often; costs about as much as ten decisions by `decide`. */
export function createDecider(rules: readonly Rule[]): Decider {
  let compiled = compile(rules, new Date());
  return (restriction, facts) => {
    const moment = +facts.at;
    // Rules have expired since, or the question is about another time.
    if (moment < compiled.from || moment >= compiled.until) compiled = compile(rules, facts.at);
    const concerned = bucketsOf(compiled.buckets, facts);
    const known: Known = { ...facts, address: addressOf(facts.ip) };
    if (byRestriction(restriction, facts).length > 0 || concerned.some((bucket) => refuses(bucket, known)))
      return decide(rules, restriction, facts);
    return { allow: true, refusals: [], limits: lowest(concerned.map(({ limits }) => limits)) };
  };
}

interface Known extends Facts {
  address: ReturnType<typeof addressOf>;
}

/** What the rules of one scope say: of the organization, of one person, of one tag, of one app. */
interface Bucket {
  denied: Question[];
  /** One for each type: each must hold. */
  allowed: Question[];
  limits: Limits;
}

/** Whether the facts are surely among what is named; "unknown" denies nothing and forbids nothing. */
type Question = (facts: Known) => "yes" | "no" | "unknown";

interface Compiled {
  /** It holds for moments from the first up to but not including the second, in milliseconds. */
  from: number;
  until: number;
  buckets: Map<string, Bucket>;
}

function bucketsOf(buckets: Map<string, Bucket>, { userId, tagIds, appId }: Facts): Bucket[] {
  const keys = ["org", `user ${userId}`, `app ${appId}`, ...new Set(tagIds.map((id) => `tag ${id}`))];
  return keys.flatMap((key) => buckets.get(key) ?? []);
}

const keyOf = ({ scope, userId, tagId, appId }: Rule) =>
  scope === "org" ? "org" : `${scope} ${scope === "user" ? userId : scope === "tag" ? tagId : appId}`;

const refuses = ({ denied, allowed }: Bucket, facts: Known) =>
  denied.some((question) => question(facts) === "yes") ||
  allowed.some((question) => question(facts) === "no");

function compile(rules: readonly Rule[], at: Date): Compiled {
  let [from, until] = [-Infinity, Infinity];
  const groups = new Map<string, Rule[]>();
  for (const rule of rules) {
    const expiry = rule.expiresAt === null ? Infinity : +rule.expiresAt;
    if (expiry <= +at) {
      from = Math.max(from, expiry);
      continue;
    }
    until = Math.min(until, expiry);
    const key = keyOf(rule);
    const group = groups.get(key);
    if (group) group.push(rule);
    else groups.set(key, [rule]);
  }
  return { from, until, buckets: new Map([...groups].map(([key, group]) => [key, bucketOf(group)])) };
}

type Of<T extends Rule["type"]> = Extract<Rule, { type: T }>;

function bucketOf(rules: readonly Rule[]): Bucket {
  const of = <T extends Rule["type"]>(type: T) =>
    rules
      .filter((rule): rule is Of<T> => rule.type === type)
      .map(({ definition }) => definition as Definition<T>);
  const bucket: Bucket = { denied: [], allowed: [], limits: limitsOf(of) };
  for (const effect of ["deny", "allow"] as const) {
    const questions = effect === "deny" ? bucket.denied : bucket.allowed;
    const countries = of("country").filter((rule) => rule.effect === effect);
    if (countries.length > 0) questions.push(byCountry(countries.flatMap((rule) => rule.countries)));
    const regions = of("region").filter((rule) => rule.effect === effect);
    if (regions.length > 0) questions.push(byRegion(regions.flatMap((rule) => rule.regions)));
    const ranges = of("ip").filter((rule) => rule.effect === effect);
    if (ranges.length > 0) questions.push(byAddress(rangeSet(ranges.flatMap((rule) => rule.cidrs))));
  }
  if (of("anonymizer").length > 0) bucket.denied.push(({ anonymizer }) => answer(anonymizer));
  const methods = new Set(of("method").flatMap((rule) => rule.methods));
  if (of("method").length > 0) bucket.allowed.push(({ method }) => answer(methods.has(method)));
  if (of("hours").length > 0) bucket.allowed.push(byHours(of("hours")));
  return bucket;
}

const answer = (named: boolean | null) => (named === null ? "unknown" : named ? "yes" : "no");

function byCountry(listed: readonly string[]): Question {
  const countries = new Set(listed);
  return ({ country }) => (country === null ? "unknown" : answer(countries.has(country)));
}

function byRegion(listed: readonly string[]): Question {
  const regions = new Set(listed.map(folded));
  const countries = new Set(listed.map((region) => region.split(":")[0]));
  return ({ country, region }) => {
    if (country === null) return "unknown";
    if (region !== null) return answer(regions.has(folded(`${country}:${region}`)));
    return countries.has(country) ? "unknown" : "no";
  };
}

const byAddress =
  (ranges: RangeSet): Question =>
  ({ address }) =>
    answer(address !== null && ranges.has(address));

function byHours(windows: readonly Definition<"hours">[]): Question {
  const weeks = new Map<string, Uint8Array>();
  for (const window of windows) {
    const week = weeks.get(window.timeZoneId) ?? emptyWeek();
    weeks.set(window.timeZoneId, week);
    addMinutes(week, window);
  }
  return ({ at }) => answer([...weeks].some(([zone, week]) => week[minuteOfWeek(at, zone)] === 1));
}

function limitsOf(of: <T extends Rule["type"]>(type: T) => Definition<T>[]): Limits {
  return lowest([
    ...of("sessions").map(({ maxSessions }) => ({ maxSessions })),
    ...of("sessionlength").map(({ maxSessionMinutes }) => ({ maxSessionMinutes })),
    ...of("devices").map(({ maxDevices }) => ({ maxDevices })),
  ]);
}

function lowest(all: readonly Limits[]): Limits {
  const result: Limits = {};
  for (const limits of all)
    for (const [name, value] of Object.entries(limits) as [keyof Limits, number][])
      result[name] = Math.min(result[name] ?? value, value);
  return result;
}
