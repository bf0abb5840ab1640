import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import type { Definition } from "./access-rules.schema";

/** Whether a rule names what is the case; "unknown" where the facts do not tell. */
export type Match = "yes" | "no" | "unknown";

export const matchOf = (named: boolean): Match => (named ? "yes" : "no");

export const inCountries = (countries: readonly string[], country: string | null): Match =>
  country === null ? "unknown" : matchOf(countries.includes(country));

// Of one sign-in, and from one to the next, rules look at the same few texts, addresses and clocks again and again.
const remembered = <Value extends object | string>(max: number, make: (text: string) => Value) => {
  const known = new LRUCache<string, Value>({ max });
  return (text: string): Value => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    known.set(text, made);
    return made;
  };
};

const folded = remembered(10_000, (text) => text.normalize("NFC").toLowerCase());

/** Regions are compared by name, without case. A country that none of them lies in needs no region to be a "no". */
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

/** An address or a range; one of v4 that is written in v6 (`::ffff:10.0.0.0/104`) is read as of v4. */
const rangeOf = remembered(10_000, (text): ParsedRange => {
  const [written = "", prefix] = text.split("/");
  const address = ipaddr.parse(written);
  const bits = prefix === undefined ? address.toByteArray().length * 8 : Number(prefix);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? { address: address.toIPv4Address(), bits: bits - 96 }
    : { address, bits };
});

/** An address as ranges are compared with it; one that is none has no address. */
const addressOf = remembered(1_000, (text) => ({
  address: ipaddr.isValid(text) ? ipaddr.process(text) : null,
}));

/**
 * Whether an address lies in one of the ranges. A v4 address that a dual-stack socket reports in v6 counts as v4, and
 * ranges of v6 never hold one of v4. No address at all lies in none.
 */
export function inRanges(listed: readonly string[], ip: string | null): Match {
  const address = ip === null ? null : addressOf(ip).address;
  if (address === null) return "no";
  return matchOf(
    listed.some((text) => {
      const range = rangeOf(text);
      return range.address.kind() === address.kind() && address.match(range.address, range.bits);
    }),
  );
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

// Making a formatter costs a hundred times what using it does.
const clockOf = remembered(
  200,
  (timeZone) =>
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
);

interface WallClock {
  /** 0 is Sunday. */
  day: number;
  /** Of the day. */
  minute: number;
}

function readClock(at: Date, timeZone: string): WallClock {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: weekdays.indexOf(parts.get("weekday")!),
    minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")),
  };
}

// Clocks show whole minutes and change on them, and one sign-in asks the same few clocks: those of the last minute are kept.
const shown = { minute: NaN, clocks: new Map<string, WallClock>() };

/** What a clock on the wall shows. */
function wallClock(at: Date, timeZone: string): WallClock {
  const minute = Math.floor(+at / 60_000);
  if (minute !== shown.minute) {
    shown.minute = minute;
    shown.clocks.clear();
  }
  const known = shown.clocks.get(timeZone);
  if (known) return known;
  const read = readClock(at, timeZone);
  shown.clocks.set(timeZone, read);
  return read;
}

/** Of the day; `time` is HH:MM. */
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * Whether a moment lies in the window, from startTime up to but not including endTime, by the wall clocks of its time
 * zone: where clocks change, the hour that is shown twice counts twice. A window that crosses midnight belongs to the
 * day on which it begins.
 */
export function inHours(window: Definition<"hours">, at: Date): Match {
  const { day, minute } = wallClock(at, window.timeZoneId);
  const [start, end] = [minuteOf(window.startTime), minuteOf(window.endTime)];
  const begins = window.days.includes(day);
  if (start < end) return matchOf(begins && start <= minute && minute < end);
  const beganYesterday = window.days.includes((day + 6) % 7);
  return matchOf((begins && start <= minute) || (beganYesterday && minute < end));
}

/** The days of a window, as its refusal names them. */
export const dayNames = (days: readonly number[]) => [...days].sort().map((day) => weekdays[day]!);
