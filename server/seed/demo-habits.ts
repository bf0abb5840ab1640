import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import type { DemoPerson } from "./demo";
import { DAY, early } from "./demo-scene";
import { started, WEEKS } from "./history";
import { pick, type Random } from "./random";

/** The place of a sign-in. */
export interface Spot {
  ip: string;
  country: string | null;
  place: string | null;
}

/** A browser of a person. */
export interface DemoBrowser {
  label: string;
  userAgent: string;
  tokenHash: string;
  /** Time of the first use; before the recorded weeks for long-standing people. */
  firstSeen: Date;
}

/** The usual sign-ins of a person. */
export interface Habit {
  /** Probability of a sign-in on a working day, 0 to 1. */
  chance: number;
  /** Usual hour of the day in UTC. */
  hour: number;
  /** Share of the sign-ins from the office, 0 to 1. */
  inOffice: number;
  office: Spot;
  home: Spot;
  trip: { from: Date; until: Date; spot: Spot } | null;
  browsers: { from: Date; desk: DemoBrowser }[];
  phone: DemoBrowser | null;
}

const towns = [
  ["DE", "Berlin, Germany", 0.5],
  ["DE", "Hamburg, Germany", 0.15],
  ["DE", "Leipzig, Germany", 0.15],
  ["AT", "Vienna, Austria", 0.08],
  ["PL", "Warsaw, Poland", 0.07],
  ["PT", "Lisbon, Portugal", 0.05],
] as const;

const abroad = [
  ["FR", "Paris, France"],
  ["ES", "Barcelona, Spain"],
  ["NL", "Amsterdam, Netherlands"],
  ["GB", "London, United Kingdom"],
  ["SE", "Stockholm, Sweden"],
  ["US", "Boston, United States"],
] as const;

const desks = [
  [
    "Chrome on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  ],
  [
    "Microsoft Edge on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
  ],
  [
    "Safari on macOS",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  ],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"],
] as const;

const phones = [
  [
    "Safari on iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  ],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  ],
] as const;

/** Creates a browser of one of these kinds. Its token is a secret and therefore not derived from the dice. */
function browser(dice: Random, kinds: readonly (readonly [string, string])[], firstSeen: Date): DemoBrowser {
  const [label, userAgent] = pick(dice, kinds);
  return { label, userAgent, firstSeen, tokenHash: hashSecret(newOpaqueToken()) };
}

/** Creates a new desktop browser with this time of first use. */
export const newDesk = (dice: Random, firstSeen: Date) => browser(dice, desks, firstSeen);

function townOf(dice: Random) {
  let left = dice();
  return towns.find(([, , share]) => (left -= share) < 0) ?? towns[0];
}

/**
 * Returns the habits of a person; with `stays`, the person does not travel. IP addresses are from the ranges for
 * documentation (RFC 5737, RFC 3849).
 */
export function habitOf(dice: Random, person: DemoPerson, stays: boolean): Habit {
  const host = 1 + Math.floor(dice() * 250);
  const [country, place] = townOf(dice);
  const begin = Math.max(+started(), +person.createdAt);
  const before = early(dice, person);
  const tripFrom = begin + dice() * (Date.now() - begin);
  const [abroadCountry, abroadPlace] = pick(dice, abroad);
  const replaced = dice() < 0.1 ? [new Date(begin + dice() * WEEKS * 7 * DAY)] : [];
  return {
    chance: 0.12 + dice() * 0.4,
    hour: 6 + Math.floor(dice() * 4),
    inOffice: country === "DE" ? 0.3 + dice() * 0.6 : 0,
    office: {
      ip: pick(dice, ["192.0.2.17", "192.0.2.18", "192.0.2.33"]),
      country: "DE",
      place: "Berlin, Germany",
    },
    home: {
      ip: dice() < 0.3 ? `2001:db8:40::${host.toString(16)}` : `198.51.100.${host}`,
      country,
      place,
    },
    trip:
      !stays && dice() < 0.14
        ? {
            from: new Date(tripFrom),
            until: new Date(tripFrom + 4 * DAY),
            spot: { ip: `203.0.113.${host}`, country: abroadCountry, place: abroadPlace },
          }
        : null,
    browsers: [
      { from: new Date(0), desk: newDesk(dice, before) },
      ...replaced.map((from) => ({ from, desk: newDesk(dice, from) })),
    ],
    phone: dice() < 0.5 ? browser(dice, phones, before) : null,
  };
}
