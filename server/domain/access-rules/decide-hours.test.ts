import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowed, rule } from "@/server/testing/access-rules";
import type { Rule } from "./decide";

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
    // 2026-03-29: clocks go from 02:00 to 03:00. The window begins at 03:00.
    ["before the skipped hour", berlin, "2026-03-29T00:59:00Z", false],
    ["after the skipped hour", berlin, "2026-03-29T01:00:00Z", true],
    ["its end on that day", berlin, "2026-03-29T01:30:00Z", false],
    // 2026-10-25: clocks go from 03:00 back to 02:00. The time 02:30 occurs twice.
    ["the first 02:30", berlin, "2026-10-25T00:30:00Z", true],
    ["the second 02:00", berlin, "2026-10-25T01:00:00Z", false],
    ["the second 02:30", berlin, "2026-10-25T01:30:00Z", true],
    ["half an hour off", hours([3], "15:00", "16:00", "Asia/Kolkata"), "2026-03-11T09:30:00Z", true],
    ["an old name of a zone", hours([3], "15:00", "16:00", "asia/calcutta"), "2026-03-11T09:29:59Z", false],
  ])("%s", (_what, window, at, expected) => {
    expect(allowed([window], { at: new Date(at) })).toBe(expected);
  });

  it("agrees with plain arithmetic in UTC, and puts each minute of a week into a window or its complement", () => {
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
