import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textIn } from "@/server/kernel/texts/text";
import {
  allowed,
  countryRule,
  decided,
  facts,
  ipRule,
  rule,
  type About,
} from "@/server/testing/access-rules";
import type { CountryRestriction } from "./access-rules.schema";
import { decide, toDecidable, type Rule } from "./decide";

describe("the combination of rules", () => {
  const of = (scope: "user" | "tag" | "app", id: number) => ({ scope, [`${scope}Id`]: id });
  const denyDe = { effect: "deny" as const, countries: ["DE"] };
  const onlyAt = { effect: "allow" as const, countries: ["AT"] };
  const onlyDe = { effect: "allow" as const, countries: ["DE"] };

  it.each<[string, About, boolean]>([
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
    expect(allowed([rule("country", denyDe, about)])).toBe(expected);
  });

  it("ignores an app's rule if the sign-in is not for an app", () => {
    expect(allowed([rule("country", denyDe, of("app", 4))], { appId: null })).toBe(true);
    expect(allowed([rule("country", denyDe, { scope: "app" })], { appId: null })).toBe(true);
  });

  it.each<[string, Rule[], boolean]>([
    ["allowances of a type are alternatives", [countryRule("allow", "AT"), countryRule("allow", "DE")], true],
    ["of two types both must hold", [countryRule("allow", "DE"), ipRule("allow", "10.0.0.0/8")], false],
    ["a denial wins over an allowance", [countryRule("allow", "DE"), rule("country", denyDe)], false],
    [
      "a denial wins over an allowance of another type",
      [ipRule("allow", "203.0.113.7"), rule("country", denyDe)],
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
    const { allow, refusals } = decide([countryRule("allow", "DE", "FR")], restriction, {
      ...facts,
      country,
    });
    expect(allow).toBe(expected);
    expect(refusals.map(({ ruleId, type }) => [ruleId, type])).toEqual(expected ? [] : [[null, "country"]]);
  });

  it("returns every reason with its rule and type", () => {
    const rules = [
      rule("country", { effect: "allow", countries: ["AT", "CH", "FR", "IT", "NL", "PL", "SE"] }),
      countryRule("allow", "BE"),
      ipRule("deny", "203.0.113.0/24"),
      rule("method", { methods: ["webauthn"] }),
      rule("hours", { days: [5, 1], startTime: "22:00", endTime: "06:00", timeZoneId: "Europe/Berlin" }),
      rule("anonymizer", {}),
    ];
    expect(
      decided(rules).refusals.map((refusal) => ({ ...refusal, why: textIn("en", refusal.why) })),
    ).toEqual([
      { ruleId: rules[2]!.id, type: "ip", why: "Sign-ins from 203.0.113.7 are denied." },
      {
        ruleId: rules[0]!.id,
        type: "country",
        why: "Sign-ins are allowed only from Austria, Switzerland, France, Italy, Netherlands and 2 more; this one is from Germany.",
      },
      {
        ruleId: rules[1]!.id,
        type: "country",
        why: "Sign-ins are allowed only from Belgium; this one is from Germany.",
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

  it("returns the strictest value of each limit and refuses nothing because of it", () => {
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

  it("throws for a rule of an unknown type", () => {
    const { id, scope, userId, tagId, appId, expiresAt } = rule("anonymizer", {});
    const row = { id, scope, userId, tagId, appId, expiresAt, type: "moon", definition: {} };
    expect(() => toDecidable(row)).toThrow(/moon/);
  });
});

describe("any set of rules", () => {
  const country = fc.constantFrom("DE", "AT", "FR");
  const effect = fc.constantFrom("allow" as const, "deny" as const);
  const about = fc.constantFrom<About>(
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

  it("an additional denial never admits more, the order has no effect, and each refusal names an existing rule", () => {
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

  it("additional rules about narrower scopes and additional tags never admit more", () => {
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
