import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CountryRestriction, Definition, RuleType } from "./access-rules.schema";
import { decide, toDecidable, type Facts, type Rule } from "./decide";

const facts: Facts = {
  at: new Date("2026-03-11T10:00:00Z"), // a Wednesday
  ip: "203.0.113.7",
  country: "DE",
  region: "Bavaria",
  anonymizer: false,
  method: "password",
  userId: 1,
  tagIds: [2, 3],
  appId: 4,
};
const open: CountryRestriction = { mode: "disabled", countries: [] };

let serial = 0;
function rule<T extends RuleType>(
  type: T,
  definition: Definition<T>,
  about: Partial<Omit<Rule, "type" | "definition">> = {},
): Rule {
  const nobody = { scope: "org" as const, userId: null, tagId: null, appId: null, expiresAt: null };
  return toDecidable({ id: ++serial, ...nobody, ...about, type, definition });
}
const decided = (rules: Rule[], over: Partial<Facts> = {}) => decide(rules, open, { ...facts, ...over });
const allowed = (rules: Rule[], over: Partial<Facts> = {}) => decided(rules, over).allow;

const allowCountry = (...countries: string[]) => rule("country", { effect: "allow", countries });
const ip = (effect: "allow" | "deny", ...cidrs: string[]) => rule("ip", { effect, cidrs });
const region = (effect: "allow" | "deny", ...regions: string[]) => rule("region", { effect, regions });

describe("what each type sees", () => {
  it.each<[string, Rule, Partial<Facts>, boolean]>([
    ["a country that is allowed", allowCountry("AT", "DE"), {}, true],
    ["a country that is not", allowCountry("AT"), {}, false],
    ["a country that is denied", rule("country", { effect: "deny", countries: ["DE"] }), {}, false],
    ["another than the denied", rule("country", { effect: "deny", countries: ["AT"] }), {}, true],
    ["no known country, allowance", allowCountry("AT"), { country: null }, true],
    [
      "no known country, denial",
      rule("country", { effect: "deny", countries: ["DE"] }),
      { country: null },
      true,
    ],
    ["a region, without case", region("allow", "DE:bavaria"), {}, true],
    [
      "a region in another Unicode form",
      region("allow", "FR:Île-de-France"),
      { country: "FR", region: "I\u0302le-de-France" },
      true,
    ],
    ["another region of the country", region("allow", "DE:Hesse"), {}, false],
    ["the region's name in another country", region("allow", "AT:Bavaria"), {}, false],
    ["no known region of a listed country", region("allow", "DE:Hesse"), { region: null }, true],
    ["no known region of another country", region("allow", "AT:Tyrol"), { region: null }, false],
    ["no known region, denial", region("deny", "DE:Bavaria"), { region: null }, true],
    ["a denied region", region("deny", "DE:Bavaria"), {}, false],
    ["an address in a range", ip("allow", "203.0.113.0/24"), {}, true],
    ["the address itself", ip("allow", "203.0.113.7"), {}, true],
    ["the next address", ip("allow", "203.0.113.6"), {}, false],
    ["the last address of a range", ip("deny", "203.0.113.0/29"), {}, false],
    ["the first beyond a range", ip("deny", "203.0.113.8/29"), {}, true],
    ["all of v4", ip("deny", "0.0.0.0/0"), {}, false],
    ["v4 mapped into v6, of a v4 range", ip("allow", "203.0.113.0/24"), { ip: "::ffff:203.0.113.7" }, true],
    ["v4, of a range written in v6", ip("allow", "::ffff:203.0.113.0/120"), {}, true],
    ["v4, of all v6", ip("deny", "::/0"), {}, true],
    ["v6 in a range", ip("allow", "2001:db8::/32"), { ip: "2001:DB8:0:1::9" }, true],
    [
      "v6 written at length",
      ip("allow", "2001:db8::9"),
      { ip: "2001:0db8:0000:0000:0000:0000:0000:0009" },
      true,
    ],
    ["v6, of all v4", ip("allow", "0.0.0.0/0"), { ip: "2001:db8::9" }, false],
    ["a range with bits beyond its prefix", ip("allow", "203.0.113.99/24"), {}, true],
    ["no address, allowance", ip("allow", "0.0.0.0/0", "::/0"), { ip: null }, false],
    ["no address, denial", ip("deny", "0.0.0.0/0"), { ip: null }, true],
    ["what is no address", ip("allow", "0.0.0.0/0"), { ip: "unknown" }, false],
    ["a method that is listed", rule("method", { methods: ["webauthn", "password"] }), {}, true],
    ["a method that is not", rule("method", { methods: ["webauthn"] }), {}, false],
    ["an anonymizer", rule("anonymizer", {}), { anonymizer: true }, false],
    ["no anonymizer", rule("anonymizer", {}), {}, true],
    ["perhaps an anonymizer", rule("anonymizer", {}), { anonymizer: null }, true],
  ])("%s", (_what, only, over, expected) => {
    expect(allowed([only], over)).toBe(expected);
  });
});

describe("hours", () => {
  const hours = (days: number[], startTime: string, endTime: string, timeZoneId = "UTC") =>
    rule("hours", { days, startTime, endTime, timeZoneId });
  const office = hours([1, 2, 3, 4, 5], "09:00", "17:00");
  const night = hours([5], "22:00", "06:00");
  const berlin = hours([0, 6], "02:30", "03:30", "Europe/Berlin");
  const samoa = hours([6], "00:00", "01:00", "Pacific/Apia");

  it.each<[string, Rule, string, boolean]>([
    ["the first minute", office, "2026-03-11T09:00:00Z", true],
    ["the second before", office, "2026-03-11T08:59:59Z", false],
    ["the last second", office, "2026-03-11T16:59:59.999Z", true],
    ["the end itself", office, "2026-03-11T17:00:00Z", false],
    ["a day that is not listed", office, "2026-03-15T10:00:00Z", false],
    ["before midnight of the day it begins", night, "2026-03-13T23:59:00Z", true],
    ["after midnight of the day it begins", night, "2026-03-14T05:59:00Z", true],
    ["its end, next morning", night, "2026-03-14T06:00:00Z", false],
    [
      "the early morning of the listed day, which belongs to the night before",
      night,
      "2026-03-13T01:00:00Z",
      false,
    ],
    ["the evening after", night, "2026-03-14T23:00:00Z", false],
    [
      "Saturday night to Sunday, over the week's end",
      hours([6], "20:00", "02:00"),
      "2026-03-15T01:00:00Z",
      true,
    ],
    ["midnight itself", hours([3], "00:00", "00:01"), "2026-03-11T00:00:00Z", true],
    ["from noon to midnight", hours([3], "12:00", "00:00"), "2026-03-11T23:59:59Z", true],
    ["midnight after that", hours([3], "12:00", "00:00"), "2026-03-12T00:00:00Z", false],
    ["another day there than in UTC, east", samoa, "2026-03-13T11:30:00Z", true],
    ["and an hour later", samoa, "2026-03-13T12:00:00Z", false],
    ["winter time", hours([3], "09:00", "10:00", "Europe/Berlin"), "2026-03-11T08:30:00Z", true],
    ["summer time", hours([3], "09:00", "10:00", "Europe/Berlin"), "2026-07-15T07:30:00Z", true],
    ["winter's hour in summer", hours([3], "09:00", "10:00", "Europe/Berlin"), "2026-07-15T08:30:00Z", false],
    // 2026-03-29: clocks go from 02:00 to 03:00, so that the window begins at 03:00.
    ["before the skipped hour", berlin, "2026-03-29T00:59:00Z", false],
    ["after the skipped hour", berlin, "2026-03-29T01:00:00Z", true],
    ["its end on that day", berlin, "2026-03-29T01:30:00Z", false],
    // 2026-10-25: clocks go from 03:00 back to 02:00, so that 02:30 comes twice.
    ["the first 02:30", berlin, "2026-10-25T00:30:00Z", true],
    ["the second 02:00", berlin, "2026-10-25T01:00:00Z", false],
    ["the second 02:30", berlin, "2026-10-25T01:30:00Z", true],
    ["half an hour off", hours([3], "15:00", "16:00", "Asia/Kolkata"), "2026-03-11T09:30:00Z", true],
    ["an old name of a zone", hours([3], "15:00", "16:00", "asia/calcutta"), "2026-03-11T09:29:59Z", false],
  ])("%s", (_what, window, at, expected) => {
    expect(allowed([window], { at: new Date(at) })).toBe(expected);
  });

  it("agrees with plain arithmetic in UTC, and splits every week between a window and its complement", () => {
    const time = fc.integer({ min: 0, max: 1_439 });
    const clock = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    const moment = fc.date({
      min: new Date("2020-01-01"),
      max: new Date("2030-01-01"),
      noInvalidDate: true,
    });
    const someDays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(moment, time, time, someDays, (at, start, end, days) => {
        fc.pre(start !== end);
        const length = (end - start + 1_440) % 1_440;
        const sinceStart = at.getUTCHours() * 60 + at.getUTCMinutes() - start;
        const began = new Date(at.getTime() - (sinceStart < 0 ? 86_400_000 : 0));
        const expected = (sinceStart + 1_440) % 1_440 < length && days.includes(began.getUTCDay());
        expect(allowed([hours(days, clock(start), clock(end))], { at })).toBe(expected);
        const daily = [0, 1, 2, 3, 4, 5, 6];
        const within = allowed([hours(daily, clock(start), clock(end))], { at });
        expect(allowed([hours(daily, clock(end), clock(start))], { at })).toBe(!within);
      }),
    );
  });
});

describe("how rules go together", () => {
  const of = (scope: "user" | "tag" | "app", id: number) => ({ scope, [`${scope}Id`]: id });
  const denyDe = { effect: "deny" as const, countries: ["DE"] };
  const onlyAt = { effect: "allow" as const, countries: ["AT"] };
  const onlyDe = { effect: "allow" as const, countries: ["DE"] };

  it.each<[string, Partial<Rule>, boolean]>([
    ["the person", of("user", 1), false],
    ["somebody else", of("user", 9), true],
    ["a tag of theirs", of("tag", 3), false],
    ["a tag that they lack", of("tag", 9), true],
    ["the app", of("app", 4), false],
    ["another app", of("app", 9), true],
    ["everyone", {}, false],
    ["everyone, until now", { expiresAt: facts.at }, true],
    ["everyone, until a moment later", { expiresAt: new Date(facts.at.getTime() + 1) }, false],
  ])("a denial about %s", (_whom, about, expected) => {
    expect(allowed([rule("country", denyDe, about as Partial<Omit<Rule, "type" | "definition">>)])).toBe(
      expected,
    );
  });

  it("asks an app's rule of nobody who is on the way to no app", () => {
    expect(allowed([rule("country", denyDe, of("app", 4))], { appId: null })).toBe(true);
    expect(allowed([rule("country", denyDe, { scope: "app" })], { appId: null })).toBe(true);
  });

  it.each<[string, Rule[], boolean]>([
    ["allowances of a type are alternatives", [allowCountry("AT"), allowCountry("DE")], true],
    ["of two types both must hold", [allowCountry("DE"), ip("allow", "10.0.0.0/8")], false],
    ["a denial wins over an allowance", [allowCountry("DE"), rule("country", denyDe)], false],
    [
      "a denial wins over an allowance of another type",
      [ip("allow", "203.0.113.7"), rule("country", denyDe)],
      false,
    ],
    [
      "a person's does not loosen the organization's",
      [rule("country", onlyAt), rule("country", onlyDe, of("user", 1))],
      false,
    ],
    ["nor lifts a denial", [rule("country", denyDe), rule("country", onlyDe, of("user", 1))], false],
    [
      "the organization's does not loosen an app's",
      [rule("country", onlyDe), rule("country", onlyAt, of("app", 4))],
      false,
    ],
    [
      "one tag does not loosen another",
      [rule("country", onlyAt, of("tag", 2)), rule("country", onlyDe, of("tag", 3))],
      false,
    ],
    [
      "an expired allowance is no alternative",
      [rule("country", onlyAt), rule("country", onlyDe, { expiresAt: facts.at })],
      false,
    ],
    [
      "somebody else's allowance is no alternative",
      [rule("country", onlyAt, of("user", 1)), rule("country", onlyDe, of("user", 9))],
      false,
    ],
    ["nothing refuses where there is no rule", [], true],
  ])("%s", (_what, rules, expected) => {
    expect(allowed(rules)).toBe(expected);
  });

  it.each<[CountryRestriction["mode"], string | null, boolean]>([
    ["disabled", "FR", true],
    ["allow", "DE", true],
    ["allow", "FR", false],
    ["allow", null, true],
    ["deny", "DE", false],
    ["deny", "FR", true],
    ["deny", null, true],
  ])("the country restriction %s [DE, AT] of a sign-in from %s", (mode, country, expected) => {
    const restriction = { mode, countries: ["DE", "AT"] };
    const { allow, refusals } = decide([allowCountry("DE", "FR")], restriction, { ...facts, country });
    expect(allow).toBe(expected);
    expect(refusals.map(({ ruleId, type }) => [ruleId, type])).toEqual(expected ? [] : [[null, "country"]]);
  });

  it("tells every reason, naming rule and type", () => {
    const rules = [
      rule("country", { effect: "allow", countries: ["AT", "CH", "FR", "IT", "NL", "PL", "SE"] }),
      allowCountry("BE"),
      ip("deny", "203.0.113.0/24"),
      rule("method", { methods: ["webauthn"] }),
      rule("hours", { days: [5, 1], startTime: "22:00", endTime: "06:00", timeZoneId: "Europe/Berlin" }),
      rule("anonymizer", {}),
    ];
    expect(decided(rules).refusals).toEqual([
      { ruleId: rules[2]!.id, type: "ip", why: "Sign-ins from 203.0.113.7 are denied." },
      {
        ruleId: rules[0]!.id,
        type: "country",
        why: "Sign-ins are allowed only from AT, CH, FR, IT, NL and 2 more; this one is from DE.",
      },
      {
        ruleId: rules[1]!.id,
        type: "country",
        why: "Sign-ins are allowed only from BE; this one is from DE.",
      },
      {
        ruleId: rules[3]!.id,
        type: "method",
        why: "Only webauthn may be used to sign in; this was password.",
      },
      {
        ruleId: rules[4]!.id,
        type: "hours",
        why: "Sign-ins are allowed only from 22:00 to 06:00 (Europe/Berlin) on Mon, Fri.",
      },
    ]);
  });

  it("gives the strictest of each limit, and refuses nothing for one", () => {
    const rules = [
      rule("sessions", { maxSessions: 5 }),
      rule("sessions", { maxSessions: 3 }, of("tag", 2)),
      rule("sessions", { maxSessions: 9 }, of("user", 1)),
      rule("sessions", { maxSessions: 1 }, of("user", 9)),
      rule("sessionlength", { maxSessionMinutes: 60 }),
      rule("devices", { maxDevices: 1 }, { expiresAt: facts.at }),
    ];
    expect(decided(rules)).toEqual({
      allow: true,
      refusals: [],
      limits: { maxSessions: 3, maxSessionMinutes: 60 },
    });
  });

  it("refuses to read a rule of a type that it does not know", () => {
    const { id, scope, userId, tagId, appId, expiresAt } = rule("anonymizer", {});
    const row = { id, scope, userId, tagId, appId, expiresAt, type: "moon", definition: {} };
    expect(() => toDecidable(row)).toThrow(/moon/);
  });
});

describe("whatever the rules", () => {
  const country = fc.constantFrom("DE", "AT", "FR");
  const effect = fc.constantFrom("allow" as const, "deny" as const);
  const about = fc.constantFrom<Partial<Omit<Rule, "type" | "definition">>>(
    {},
    { scope: "user", userId: 1 },
    { scope: "user", userId: 9 },
    { scope: "tag", tagId: 2 },
    { scope: "tag", tagId: 3 },
    { scope: "app", appId: 4 },
    { expiresAt: facts.at },
  );
  const anyRule = fc.oneof(
    fc
      .tuple(effect, fc.uniqueArray(country, { minLength: 1 }), about)
      .map(([effect, countries, of]) => rule("country", { effect, countries }, of)),
    fc
      .tuple(effect, fc.constantFrom("203.0.113.0/24", "10.0.0.0/8", "2001:db8::/32"), about)
      .map(([effect, range, of]) => rule("ip", { effect, cidrs: [range] }, of)),
    about.map((of) => rule("anonymizer", {}, of)),
    fc
      .tuple(fc.integer({ min: 1, max: 50 }), about)
      .map(([maxSessions, of]) => rule("sessions", { maxSessions }, of)),
  );
  const someFacts = fc.record({
    country: fc.option(country),
    ip: fc.constantFrom("203.0.113.7", "::ffff:10.1.2.3", "2001:db8::1"),
    anonymizer: fc.option(fc.boolean()),
    tagIds: fc.subarray([2, 3]),
  });
  const rules = fc.array(anyRule, { maxLength: 8 });

  it("a denial more never lets in, an order never matters, each refusal names a rule that is there", () => {
    fc.assert(
      fc.property(rules, anyRule, someFacts, (some, another, over) => {
        const { allow, refusals, limits } = decided(some, over);
        expect(allow).toBe(refusals.length === 0);
        for (const { ruleId } of refusals) expect(some.map(({ id }) => id)).toContain(ruleId);
        expect(decided(some.toReversed(), over)).toMatchObject({ allow, limits });
        const denies =
          another.type === "anonymizer" ||
          ("effect" in another.definition && another.definition.effect === "deny");
        if (denies && !allow) expect(allowed([...some, another], over)).toBe(false);
        const lowest = decided([...some, another], over).limits.maxSessions;
        if (limits.maxSessions !== undefined) expect(lowest).toBeLessThanOrEqual(limits.maxSessions);
      }),
    );
  });

  it("rules about narrower scopes and more tags only ever refuse more", () => {
    fc.assert(
      fc.property(rules, someFacts, (some, over) => {
        const everyones = some.filter(({ scope }) => scope === "org");
        if (!allowed(everyones, over)) expect(allowed(some, over)).toBe(false);
        if (!allowed(some, { ...over, tagIds: [2] }))
          expect(allowed(some, { ...over, tagIds: [2, 3] })).toBe(false);
      }),
    );
  });
});
