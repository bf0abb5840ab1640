import { describe, expect, it } from "vitest";
import { scoreOf, signals, type History, type Signs } from "./score.schema";

const at = new Date("2026-03-14T09:00:00Z");
const before = (minutes: number, country: string | null = "DE") => ({
  at: new Date(+at - minutes * 60_000),
  country,
});
const days = (count: number, hour = 9) =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.UTC(2026, 2, 13 - index, hour)),
    country: "DE",
  }));
const ordinary: Signs = {
  at,
  country: "DE",
  anonymizer: false,
  newDevice: false,
  passwordWeak: false,
  accountCreatedAt: new Date("2025-01-01T00:00:00Z"),
};
const history = (succeeded: History["succeeded"] = days(5), recentFailures = 0): History => ({
  succeeded,
  recentFailures,
});

describe("the score of a sign-in", () => {
  it("is zero for an ordinary sign-in", () => {
    expect(scoreOf(ordinary, history())).toEqual({ score: 0, found: {} });
  });

  const cases: [string, Partial<Signs>, History, Record<string, number>][] = [
    ["a new device of a known account", { newDevice: true }, history(), { newDevice: 20 }],
    ["the first device of a new account", { newDevice: true }, history([]), {}],
    ["a new device that somebody trusts", { newDevice: true, trustedDevice: true }, history(), {}],
    ["a new country", { country: "FR" }, history(), { newCountry: 25 }],
    ["a country, where none was known", { country: "FR" }, history([before(600, null)]), {}],
    ["no country", { country: null }, history(), {}],
    [
      "another country within two hours",
      { country: "FR" },
      history([before(119), before(9_000, "FR")]),
      { impossibleTravel: 35 },
    ],
    ["another country after two hours", { country: "FR" }, history([before(120), before(9_000, "FR")]), {}],
    ["an anonymizer", { anonymizer: true }, history(), { anonymizer: 25 }],
    ["an address of which nothing is known", { anonymizer: null }, history(), {}],
    ["three failures", {}, history(days(5), 3), { failedAttempts: 15 }],
    ["many failures", {}, history(days(5), 40), { failedAttempts: 25 }],
    ["a weak password", { passwordWeak: true }, history(), { weakPassword: 10 }],
    // Every common password is also weak. The signal for a weak password then adds no points.
    ["a common password", { passwordWeak: true, passwordCommon: true }, history(), { commonPassword: 20 }],
    ["an unusual hour", {}, history(days(5, 14)), { unusualHour: 10 }],
    ["four hours from the usual one", {}, history(days(5, 13)), {}],
    [
      "an hour that is near across midnight",
      { at: new Date("2026-03-14T01:00:00Z") },
      history(days(5, 22)),
      {},
    ],
    ["no habits yet", {}, history(days(4, 20)), {}],
    ["a fresh account", { accountCreatedAt: new Date(+at - 86_399_999) }, history(), { freshAccount: 5 }],
    ["an account of a day", { accountCreatedAt: new Date(+at - 86_400_000) }, history(), {}],
  ];
  it.each(cases)("of %s", (_name, signs, known, found) => {
    expect(scoreOf({ ...ordinary, ...signs }, known).found).toEqual(found);
  });

  it("is the sum of the signals, at most 100", () => {
    const worst = {
      country: "KP",
      anonymizer: true,
      newDevice: true,
      passwordWeak: true,
      passwordCommon: true,
    };
    const { score, found } = scoreOf({ ...ordinary, ...worst }, history([before(10), ...days(5)], 9));
    expect(score).toBe(100);
    expect(Object.values(found).reduce((sum, points) => sum + points)).toBeGreaterThan(100);
    expect(Object.keys(found).every((name) => name in signals)).toBe(true);
  });
});
