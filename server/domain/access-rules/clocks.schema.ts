import { LRUCache } from "lru-cache";
import { ruleTexts } from "@/server/kernel/texts/rules";
import { matchOf, type Match } from "./matching.schema";

/*
 * What clocks on walls show, and the windows of hours that rules name.
 */

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

// Making a formatter costs a hundred times what using it does.
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
/** Clocks are set forward and back at whole quarters of an hour, so that within one a clock just runs. */
const QUARTER_MS = 15 * 60_000;

// Asking a formatter costs a hundred times what the rest of a decision does, and sign-ins come close to each other.
const quarters = new LRUCache<string, number>({ max: 2_000 });

/** The minute of the week (from Sunday on) that it is in UTC. 1970 began with a Thursday. */
const utcMinute = (at: number) => (Math.floor(at / 60_000) + 4 * DAY) % WEEK;

/**
 * By how many minutes the clocks of a zone are ahead of UTC all through a day (UTC, in days since 1970); null on a day on
 * which they are changed.
 */
function aheadOn(day: number, timeZone: string): number | null {
  const [begins, ends] = [day * DAY_MS, (day + 1) * DAY_MS].map(
    (at) => (readClock(new Date(at), timeZone) - utcMinute(at) + WEEK) % WEEK,
  );
  return begins === ends ? begins! : null;
}

/**
 * The minutes of the week that the clocks on the walls of some time zones show, in their order; the week begins with Sunday.
 * The zones' rules are looked at once a day.
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

/** The minute of the week that a clock on the wall shows; the week begins with Sunday. */
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
  /** 0 is Sunday. */
  days: readonly number[];
  startTime: string;
  endTime: string;
  timeZoneId: string;
}

/**
 * Whether a moment lies in the window, from startTime up to but not including endTime, by the wall clocks of its time
 * zone: where clocks change, the hour that is shown twice counts twice. A window that crosses midnight belongs to the
 * day on which it begins.
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

/** The minutes of the week that lie in a window, each 1, added to those of others. */
export function addMinutes(week: Uint8Array, { days, startTime, endTime }: Window) {
  const [start, end] = [minuteOf(startTime), minuteOf(endTime)];
  const length = start < end ? end - start : DAY - start + end;
  for (const day of days)
    for (let minute = 0; minute < length; minute++) week[(day * DAY + start + minute) % WEEK] = 1;
}

/** A week of which no minute is taken. */
export const emptyWeek = () => new Uint8Array(WEEK);

/** The days of a window, as its refusal names them. */
export const dayNames = (days: readonly number[]) => [...days].sort().map((day) => names[day]!());

const names = [
  ruleTexts.sunday,
  ruleTexts.monday,
  ruleTexts.tuesday,
  ruleTexts.wednesday,
  ruleTexts.thursday,
  ruleTexts.friday,
  ruleTexts.saturday,
];
