import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import type { Definition } from "./access-rules.schema";

/** Whether a rule names what is the case; "unknown" where the facts do not tell. */
export type Match = "yes" | "no" | "unknown";

export const matchOf = (named: boolean): Match => (named ? "yes" : "no");

export const inCountries = (countries: readonly string[], country: string | null): Match =>
  country === null ? "unknown" : matchOf(countries.includes(country));

/** As regions are compared: by name, without case. */
export const folded = (text: string) => text.normalize("NFC").toLowerCase();

/** A country that none of them lies in needs no region to be a "no". */
export function inRegions(
  regions: readonly string[],
  { country, region }: { country: string | null; region: string | null },
): Match {
  if (country === null) return "unknown";
  if (region !== null) {
    const here = folded(`${country}:${region}`);
    return matchOf(regions.some((listed) => folded(listed) === here));
  }
  return regions.some((listed) => listed.startsWith(`${country}:`)) ? "unknown" : "no";
}

type ParsedRange = { address: ipaddr.IPv4 | ipaddr.IPv6; bits: number };

// Sign-ins are many and ranges few: reading a range costs ten times what comparing with it does.
const ranges = new LRUCache<string, ParsedRange>({ max: 10_000 });

function rangeOf(text: string): ParsedRange {
  const known = ranges.get(text);
  if (known) return known;
  const parsed = parseRange(text);
  ranges.set(text, parsed);
  return parsed;
}

/** An address or a range; one of v4 that is written in v6 (`::ffff:10.0.0.0/104`) is read as of v4. */
function parseRange(text: string): ParsedRange {
  const [written = "", prefix] = text.split("/");
  const address = ipaddr.parse(written);
  const bits = prefix === undefined ? address.toByteArray().length * 8 : Number(prefix);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? { address: address.toIPv4Address(), bits: bits - 96 }
    : { address, bits };
}

/**
 * Whether an address lies in one of the ranges. A v4 address that a dual-stack socket reports in v6 counts as v4, and
 * ranges of v6 never hold one of v4. No address at all lies in none.
 */
export function inRanges(listed: readonly string[], ip: string | null): Match {
  if (ip === null || !ipaddr.isValid(ip)) return "no";
  const address = ipaddr.process(ip);
  return matchOf(
    listed.some((text) => {
      const range = rangeOf(text);
      return range.address.kind() === address.kind() && address.match(range.address, range.bits);
    }),
  );
}

/** An address as a number, and whether it is of v4; null where it is none. */
export function addressOf(ip: string | null): { value: bigint; isV4: boolean } | null {
  if (ip === null || !ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  return { value: numberOf(address), isV4: address.kind() === "ipv4" };
}

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.toByteArray().reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

/** Many ranges as one set, in which looking up takes some steps however many there were. */
export function rangeSet(listed: Iterable<string>) {
  const spans = { ipv4: [] as Span[], ipv6: [] as Span[] };
  for (const text of listed) {
    const { address, bits } = rangeOf(text);
    const host = BigInt(address.toByteArray().length * 8 - bits);
    const first = (numberOf(address) >> host) << host;
    spans[address.kind()].push([first, first + (1n << host) - 1n]);
  }
  const [v4, v6] = [merged(spans.ipv4), merged(spans.ipv6)];
  return {
    has: ({ value, isV4 }: { value: bigint; isV4: boolean }): boolean => {
      const sorted = isV4 ? v4 : v6;
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sorted[middle]![0] <= value) low = middle + 1;
        else high = middle;
      }
      return low > 0 && value <= sorted[low - 1]![1];
    },
  };
}
export type RangeSet = ReturnType<typeof rangeSet>;

/** The first and the last address of a range. */
type Span = [bigint, bigint];

/** Sorted, and those that overlap made one. */
function merged(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.sort((one, other) => (one[0] < other[0] ? -1 : 1))) {
    const last = result.at(-1);
    if (last && span[0] <= last[1]) last[1] = span[1] > last[1] ? span[1] : last[1];
    else result.push([...span]);
  }
  return result;
}

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
/** Clocks are set forward and back at whole quarters of an hour, so that within one a clock just runs. */
const QUARTER_MS = 15 * 60_000;

// Asking a formatter costs a hundred times what the rest of a decision does, and sign-ins come close to each other.
const quarters = new LRUCache<string, number>({ max: 2_000 });

/** The minute of the week that a clock on the wall shows; the week begins with Sunday. */
export function minuteOfWeek(at: Date, timeZone: string): number {
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

/**
 * Whether a moment lies in the window, from startTime up to but not including endTime, by the wall clocks of its time
 * zone: where clocks change, the hour that is shown twice counts twice. A window that crosses midnight belongs to the
 * day on which it begins.
 */
export function inHours(window: Definition<"hours">, at: Date): Match {
  const now = minuteOfWeek(at, window.timeZoneId);
  const [day, minute] = [Math.floor(now / DAY), now % DAY];
  const [start, end] = [minuteOf(window.startTime), minuteOf(window.endTime)];
  const begins = window.days.includes(day);
  if (start < end) return matchOf(begins && start <= minute && minute < end);
  const beganYesterday = window.days.includes((day + 6) % 7);
  return matchOf((begins && start <= minute) || (beganYesterday && minute < end));
}

/** The minutes of the week that lie in a window, each 1, added to those of others. */
export function addMinutes(week: Uint8Array, { days, startTime, endTime }: Definition<"hours">) {
  const [start, end] = [minuteOf(startTime), minuteOf(endTime)];
  const length = start < end ? end - start : DAY - start + end;
  for (const day of days)
    for (let minute = 0; minute < length; minute++) week[(day * DAY + start + minute) % WEEK] = 1;
}

/** A week of which no minute is taken. */
export const emptyWeek = () => new Uint8Array(WEEK);

/** The days of a window, as its refusal names them. */
export const dayNames = (days: readonly number[]) => [...days].sort().map((day) => weekdays[day]!);
