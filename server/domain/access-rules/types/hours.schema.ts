import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { defineTexts } from "@/server/kernel/texts/define";
import { must } from "@/server/kernel/strings/must";
import { addMinutes, dayNames, emptyWeek, inHours, wallClocks } from "../clocks.schema";
import { matchOf } from "../matching.schema";
import { allowance } from "../rule-type.schema";
import { subjectWords } from "../rule-words.schema";
import { ClockTime, distinct, TimeZoneId } from "../values.schema";
import { sentence } from "../wording.schema";

const texts = defineTexts("rule", {
  only_at: "Only from {start} to {end} ({timeZone})",
  time_not_allowed: "Sign-ins are allowed only from {start} to {end} ({timeZone}) on {days}.",
});

export const hours = allowance({
  schema: z
    .strictObject({
      days: z.array(wholeNumber(0, 6)).min(1, must("no_days")).max(100).transform(distinct),
      startTime: ClockTime,
      endTime: ClockTime,
      timeZoneId: TimeZoneId,
    })
    .refine(({ startTime, endTime }) => startTime !== endTime, {
      path: ["endTime"],
      message: must("same_as_start_time"),
    }),
  fields: {
    days: z.array(z.unknown()).optional().describe("hours: 0 is Sunday"),
    startTime: z.unknown().optional().describe("hours: HH:mm"),
    endTime: z.unknown().optional().describe("hours: HH:mm; before startTime, the window crosses midnight"),
    timeZoneId: z.unknown().optional().describe("hours: an IANA time zone"),
  },
  foreseeable: true,
  description: "wall clocks of the time zone show a time in the window, on a listed day",
  demand: ({ startTime: start, endTime: end, timeZoneId: timeZone }) =>
    texts.only_at({ start, end, timeZone }),
  matches: (window, { at }) => inHours(window, at),
  sentence: ({ days, startTime: start, endTime: end, timeZoneId: timeZone }) =>
    sentence(texts.time_not_allowed({ start, end, timeZone, days: dayNames(days) })),
  missing: () => null,
  compileAllowances: (rules) => {
    const weeks = new Map<string, Uint8Array>();
    for (const { definition } of rules) {
      const week = weeks.get(definition.timeZoneId) ?? emptyWeek();
      weeks.set(definition.timeZoneId, week);
      addMinutes(week, definition);
    }
    const clocks = wallClocks([...weeks.keys()]);
    const taken = [...weeks.values()];
    return ({ at }) => matchOf(clocks(at).some((minute, index) => taken[index]![minute] === 1));
  },
  generate: (fc) => {
    const time = fc.constantFrom("00:00", "02:30", "08:00", "18:00", "23:59");
    return fc.record({
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      startTime: time,
      endTime: time,
      timeZoneId: fc.constantFrom(
        ...["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe"],
      ),
    });
  },
  words: {
    en: {
      label: "Hours",
      hint: "Allow sign-ins only on certain days and at certain times.",
      inLog: "hours",
      sentence: `${subjectWords.en.can} sign in only {days}, from {start} to {end}{overnight, select, yes { the next morning} other {}} ({zone} time).`,
      fields: { days: "Days", startTime: "From", endTime: "Until", timeZoneId: "Time zone" },
      form: {},
    },
    de: {
      label: "Uhrzeiten",
      hint: "Anmeldungen nur an bestimmten Tagen und zu bestimmten Zeiten zulassen.",
      inLog: "Uhrzeiten",
      sentence: `${subjectWords.de.canOneself} nur zu dieser Zeit anmelden: {days}, {start} bis {end} Uhr{overnight, select, yes { am nächsten Morgen} other {}} (Zeitzone {zone}).`,
      fields: { days: "Tage", startTime: "Von", endTime: "Bis", timeZoneId: "Zeitzone" },
      form: {},
    },
  },
});
