import { describe, expect, it } from "vitest";
import { facts, unrestricted } from "@/server/testing/access-rules";
import type { Definition, RuleType } from "./access-rules.schema";
import { decide, toDecidable, type Facts, type Rule } from "./decide";

/*
 * Covers every type, scope and effect. Each combination runs for a sign-in of the rule's subject and of another subject. The
 * data of the sign-in matches, does not match, or is unknown. decide-types.test.ts covers the limits of each type.
 */

type About = Pick<Rule, "scope" | "userId" | "tagId" | "appId">;
const nobody = { userId: null, tagId: null, appId: null };
/** Each scope with the user, tag or app of this sign-in. Then each scope with another user, tag or app. */
const scopes: [name: string, concerns: boolean, about: About][] = [
  ["the organization", true, { ...nobody, scope: "org" }],
  ["the person", true, { ...nobody, scope: "user", userId: 1 }],
  ["another person", false, { ...nobody, scope: "user", userId: 9 }],
  ["a tag of theirs", true, { ...nobody, scope: "tag", tagId: 3 }],
  ["a tag that they lack", false, { ...nobody, scope: "tag", tagId: 9 }],
  ["the app", true, { ...nobody, scope: "app", appId: 4 }],
  ["another app", false, { ...nobody, scope: "app", appId: 9 }],
];

type Verdict = "allowed" | "refused";
interface Case {
  type: RuleType;
  definition: Definition<RuleType>;
  /** The expected verdicts for a sign-in that matches the rule, for one that does not match, and for one with unknown data. */
  matching: [Partial<Facts>, Verdict];
  other: [Partial<Facts>, Verdict];
  unknown?: [Partial<Facts>, Verdict];
}

const office = { days: [1, 2, 3, 4, 5], startTime: "09:00", endTime: "17:00", timeZoneId: "Europe/Berlin" };
const placed = (effect: "allow" | "deny") => {
  const [inside, outside]: [Verdict, Verdict] =
    effect === "allow" ? ["allowed", "refused"] : ["refused", "allowed"];
  const of = (
    type: "country" | "region" | "ip",
    definition: Definition<RuleType>,
    there: Partial<Facts>,
    elsewhere: Partial<Facts>,
    unknown: [Partial<Facts>, Verdict],
  ): Case => ({ type, definition, matching: [there, inside], other: [elsewhere, outside], unknown });
  const noAddress: [Partial<Facts>, Verdict] = [{ ip: null }, outside];
  return [
    of("country", { effect, countries: ["DE"] }, {}, { country: "FR" }, [{ country: null }, "allowed"]),
    of("region", { effect, regions: ["DE:Bavaria"] }, {}, { region: "Hesse" }, [{ region: null }, "allowed"]),
    of("ip", { effect, cidrs: ["203.0.113.0/24"] }, {}, { ip: "203.0.114.0" }, noAddress),
    of(
      "ip",
      { effect, cidrs: ["2001:db8::/33"] },
      { ip: "2001:db8:7fff::1" },
      { ip: "2001:db8:8000::" },
      noAddress,
    ),
    // An IPv6 range contains no IPv4 address. An IPv4 range contains no IPv6 address.
    of("ip", { effect, cidrs: ["::/0"] }, { ip: "::1" }, { ip: "203.0.113.7" }, noAddress),
    of(
      "ip",
      { effect, cidrs: ["203.0.113.7/32"] },
      { ip: "::ffff:203.0.113.7" },
      { ip: "203.0.113.8" },
      noAddress,
    ),
  ];
};

const cases: Case[] = [
  ...placed("allow"),
  ...placed("deny"),
  {
    type: "hours",
    definition: office,
    matching: [{ at: new Date("2026-03-11T15:59:59Z") }, "allowed"],
    other: [{ at: new Date("2026-03-11T16:00:00Z") }, "refused"],
  },
  {
    type: "method",
    definition: { methods: ["password"] },
    matching: [{}, "allowed"],
    other: [{ method: "Saml" }, "refused"],
  },
  {
    type: "anonymizer",
    definition: {},
    matching: [{ anonymizer: true }, "refused"],
    other: [{ anonymizer: false }, "allowed"],
    unknown: [{ anonymizer: null }, "allowed"],
  },
];

const ruleOf = (type: RuleType, definition: object, about: About) =>
  toDecidable({ id: 7, expiresAt: null, ...about, type, definition: definition as never });

const table = cases.flatMap(({ type, definition, matching, other, unknown }) =>
  scopes.flatMap(([scope, concerns, about]) =>
    (["matching", "other", "unknown"] as const).flatMap((where) => {
      const row = { matching, other, unknown }[where];
      if (row === undefined) return [];
      const [over, verdict] = row;
      const expected = concerns ? verdict : "allowed";
      const words = `${type} ${JSON.stringify(definition)} about ${scope}, ${where}: ${expected}`;
      return [[words, ruleOf(type, definition, about), { ...facts, ...over }, expected] as const];
    }),
  ),
);

describe("every type × scope × effect", () => {
  it.each(table)("%s", (_words, rule, at, expected) => {
    const { allow, refusals, limits } = decide([rule], unrestricted, at);
    expect(allow).toBe(expected === "allowed");
    expect(refusals.map(({ ruleId, type }) => [ruleId, type])).toEqual(allow ? [] : [[7, rule.type]]);
    expect(limits).toEqual({});
  });

  it("covers each type that can refuse, with each of its effects", () => {
    const kinds = cases.map(({ type, definition }) =>
      `${type} ${"effect" in definition ? definition.effect : ""}`.trim(),
    );
    expect([...new Set(kinds)].sort()).toEqual([
      "anonymizer",
      "country allow",
      "country deny",
      "hours",
      "ip allow",
      "ip deny",
      "method",
      "region allow",
      "region deny",
    ]);
  });
});

const limits = [
  ["sessions", { maxSessions: 3 }],
  ["sessionlength", { maxSessionMinutes: 60 }],
  ["devices", { maxDevices: 2 }],
] as const;

describe("every limit × scope", () => {
  it.each(
    limits.flatMap(([type, definition]) =>
      scopes.map(([scope, concerns, about]) => [type, scope, concerns, definition, about] as const),
    ),
  )("%s about %s counts: %s", (type, _scope, concerns, definition, about) => {
    const decision = decide([ruleOf(type, definition, about)], unrestricted, facts);
    expect(decision).toEqual({ allow: true, refusals: [], limits: concerns ? definition : {} });
  });
});

describe("hours where clocks change", () => {
  const window = (days: number[], startTime: string, endTime: string, timeZoneId: string) =>
    ruleOf("hours", { days, startTime, endTime, timeZoneId }, { ...nobody, scope: "org" });
  const everyDay = [0, 1, 2, 3, 4, 5, 6];
  const night = window([6], "22:00", "06:00", "Europe/Berlin");
  const newYork = window(everyDay, "01:00", "03:00", "America/New_York");
  const sydney = window(everyDay, "02:00", "03:00", "Australia/Sydney");
  const lordHowe = window(everyDay, "01:45", "02:15", "Australia/Lord_Howe");
  const kathmandu = window([3], "00:00", "00:45", "Asia/Kathmandu");

  it.each<[string, Rule, string, Verdict]>([
    // 2026-03-28 is a Saturday. On 2026-03-29, clocks go forward at 02:00. The night is one hour shorter.
    ["a night's beginning before the change", night, "2026-03-28T21:00:00Z", "allowed"],
    ["its last second after the change", night, "2026-03-29T03:59:59Z", "allowed"],
    ["its end after the change", night, "2026-03-29T04:00:00Z", "refused"],
    // 2026-10-24 is a Saturday. On 2026-10-25, clocks go back. The night is one hour longer.
    ["a night's beginning before they go back", night, "2026-10-24T20:00:00Z", "allowed"],
    ["its last second after they went back", night, "2026-10-25T04:59:59Z", "allowed"],
    ["its end after they went back", night, "2026-10-25T05:00:00Z", "refused"],
    // 2026-03-08: clocks in New York go from 02:00 to 03:00. The window lasts one hour.
    ["the hour before the skipped one", newYork, "2026-03-08T06:59:59Z", "allowed"],
    ["the moment of the jump", newYork, "2026-03-08T07:00:00Z", "refused"],
    // 2026-11-01: clocks in New York go from 02:00 back to 01:00. The window lasts three hours.
    ["the first 01:00", newYork, "2026-11-01T05:00:00Z", "allowed"],
    ["the second 01:00", newYork, "2026-11-01T06:00:00Z", "allowed"],
    ["the last second of the third hour", newYork, "2026-11-01T07:59:59Z", "allowed"],
    ["after it", newYork, "2026-11-01T08:00:00Z", "refused"],
    // Sydney is in the southern hemisphere. Clocks go back on 2026-04-05 and forward on 2026-10-04.
    ["the first 02:30 in Sydney", sydney, "2026-04-04T15:30:00Z", "allowed"],
    ["the second 02:30 in Sydney", sydney, "2026-04-04T16:30:00Z", "allowed"],
    ["where Sydney has no 02:30", sydney, "2026-10-03T16:30:00Z", "refused"],
    // Lord Howe Island shifts its clocks by half an hour: on 2026-04-05 from 02:00 back to 01:30.
    ["the first 01:50 on Lord Howe", lordHowe, "2026-04-04T14:50:00Z", "allowed"],
    ["the second 01:35 there", lordHowe, "2026-04-04T15:05:00Z", "refused"],
    ["the second 01:50 there", lordHowe, "2026-04-04T15:20:00Z", "allowed"],
    ["a day there that is the day before in UTC", kathmandu, "2026-03-10T18:15:00Z", "allowed"],
    ["three quarters of an hour later", kathmandu, "2026-03-10T19:00:00Z", "refused"],
    ["the leap day", window([6], "00:00", "23:59", "UTC"), "2028-02-29T12:00:00Z", "refused"],
    [
      "the leap day, which is a Tuesday",
      window([2], "00:00", "23:59", "UTC"),
      "2028-02-29T12:00:00Z",
      "allowed",
    ],
  ])("%s", (_what, rule, at, expected) => {
    expect(decide([rule], unrestricted, { ...facts, at: new Date(at) }).allow).toBe(expected === "allowed");
  });
});

/** Every sign-in runs this decision. bench/suites/decide.mjs measures its time. */
it("reads each of a thousand rules a limited number of times, also if there are more rules", () => {
  let reads = 0;
  const counted = (rule: Rule) =>
    new Proxy(rule, { get: (of, key) => ((reads += 1), Reflect.get(of, key) as unknown) });
  const readsOf = (count: number) => {
    const rules = Array.from({ length: count }, (_, index) => {
      const [, , about] = scopes[index % scopes.length]!;
      const { type, definition } = cases[index % cases.length]!;
      return counted(ruleOf(type, definition, about));
    });
    reads = 0;
    decide(rules, unrestricted, facts);
    return reads / count;
  };
  expect(readsOf(1_000)).toBeGreaterThan(1);
  expect(readsOf(1_000)).toBeLessThan(50);
  expect(readsOf(4_000)).toBeLessThan(50);
});
