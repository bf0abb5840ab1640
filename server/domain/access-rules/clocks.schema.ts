import { LRUCache } from "lru-cache";
import { defineTexts } from "@/server/kernel/texts/define";
import { matchOf, type Match } from "./matching.schema";

/* Computes local times, and evaluates the time windows of hours rules. */

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

// Caches the formatters, because creating a formatter costs a hundred times as much as calling the formatter.
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 });

function clockOf(timeZone: string) {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  clocks.set(timeZone, made);
  return made;
}

const DAY = 24 * 60;
const WEEK = 7 * DAY;
const DAY_MS = DAY * 60_000;
/** Length of a quarter of an hour in milliseconds. A UTC offset changes only at the start of a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

// Caches the result for each quarter of an hour. A call of a formatter costs a hundred times as much as the rest of a decision.
// Many sign-ins fall into the same quarter of an hour.
const quarters = new LRUCache<string, number>({ max: 2_000 });

/** Returns the minute of the week in UTC, counted from Sunday. 1 January 1970 was a Thursday. */
const utcMinute = (at: number) => (Math.floor(at / 60_000) + 4 * DAY) % WEEK;

/**
 * Returns the offset of a time zone from UTC in minutes on a day (UTC, in days since 1970). Returns null for a day on
 * which the offset changes.
 */
function aheadOn(day: number, timeZone: string): number | null {
  const [begins, ends] = [day * DAY_MS, (day + 1) * DAY_MS].map(
    (at) => (readClock(new Date(at), timeZone) - utcMinute(at) + WEEK) % WEEK,
  );
  return begins === ends ? begins! : null;
}

/**
 * Returns a function that computes the local minute of the week in each of these time zones. The results are in the order of
 * `timeZones`. A week begins on Sunday. The function computes the UTC offsets once a day.
 */
export function wallClocks(timeZones: readonly string[]): (at: Date) => number[] {
  let known = { day: NaN, ahead: [] as (number | null)[] };
  return (at) => {
    const day = Math.floor(+at / DAY_MS);
    if (day !== known.day) known = { day, ahead: timeZones.map((zone) => aheadOn(day, zone)) };
    const utc = utcMinute(+at);
    return known.ahead.map((ahead, index) =>
      ahead === null ? minuteOfWeek(at, timeZones[index]!) : (utc + ahead) % WEEK,
    );
  };
}

/** Returns the local minute of the week in a time zone. A week begins on Sunday. */
function minuteOfWeek(at: Date, timeZone: string): number {
  const quarter = Math.floor(+at / QUARTER_MS);
  const key = `${quarter} ${timeZone}`;
  let start = quarters.get(key);
  if (start === undefined) {
    start = readClock(new Date(quarter * QUARTER_MS), timeZone);
    quarters.set(key, start);
  }
  return (start + Math.floor((+at - quarter * QUARTER_MS) / 60_000)) % WEEK;
}

function readClock(at: Date, timeZone: string): number {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return (
    weekdays.indexOf(parts.get("weekday")!) * DAY +
    Number(parts.get("hour")) * 60 +
    Number(parts.get("minute"))
  );
}

function minuteOf(time: string) {
  const [hours, minutes] = time.split(":").map(Number);
  return hours! * 60 + minutes!;
}

/** The fields of an hours rule. */
interface Window {
  /** Days of the week. 0 is Sunday. */
  days: readonly number[];
  startTime: string;
  endTime: string;
  timeZoneId: string;
}

/**
 * Returns "yes" if the time is in the window. The window includes `startTime`, excludes `endTime`, and uses the local time of
 * its time zone. If a clock change repeats an hour, both occurrences are in the window. A window that crosses midnight belongs
 * to the day on which it begins.
 */
export function inHours(window: Window, at: Date): Match {
  const now = minuteOfWeek(at, window.timeZoneId);
  const [day, minute] = [Math.floor(now / DAY), now % DAY];
  const [start, end] = [minuteOf(window.startTime), minuteOf(window.endTime)];
  const begins = window.days.includes(day);
  if (start < end) return matchOf(begins && start <= minute && minute < end);
  const beganYesterday = window.days.includes((day + 6) % 7);
  return matchOf((begins && start <= minute) || (beganYesterday && minute < end));
}

/** Sets each minute of the window to 1 in `week`. The index of `week` is the minute of the week. */
export function addMinutes(week: Uint8Array, { days, startTime, endTime }: Window) {
  const [start, end] = [minuteOf(startTime), minuteOf(endTime)];
  const length = start < end ? end - start : DAY - start + end;
  for (const day of days)
    for (let minute = 0; minute < length; minute++) week[(day * DAY + start + minute) % WEEK] = 1;
}

/** Returns an array with one byte for each minute of a week. Every byte is 0. */
export const emptyWeek = () => new Uint8Array(WEEK);

const dayTexts = defineTexts("rule", {
  sunday: "Sun",
  monday: "Mon",
  tuesday: "Tue",
  wednesday: "Wed",
  thursday: "Thu",
  friday: "Fri",
  saturday: "Sat",
});

const names = Object.values(dayTexts);

/** Returns the names of the window's days, Sunday first, for the text of a refusal. */
export const dayNames = (days: readonly number[]) =>
  [...days].sort((one, other) => one - other).map((day) => names[day]!());
