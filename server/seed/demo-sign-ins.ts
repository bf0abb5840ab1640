import { tierOf } from "@/server/domain/risk/tiers.schema";
import { scoreOf, type History } from "@/server/domain/sign-in/score.schema";
import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import type { WriteTx } from "@/server/kernel/operation/store";
import type { DemoApps } from "./demo-apps";
import { DAY, type DemoPerson, HOUR, MINUTE, type Scene, started, WEEKS } from "./demo-scene";
import { pick, type Random } from "./random";

/*
 * Sign-ins of the past weeks. They are generated as rows: the sign-in engine would take minutes for thousands of them.
 */

/** The place of a sign-in. IP addresses are from the ranges for documentation (RFC 5737, RFC 3849). */
export interface Spot {
  ip: string;
  country: string | null;
  place: string | null;
}

interface Browser {
  label: string;
  userAgent: string;
  tokenHash: string;
  firstSeen: Date;
}

/** A sign-in attempt with its facts and outcome. */
export type Attempt = Parameters<WriteTx["signIns"]["insertAll"]>[0][number] & {
  at: Date;
  person: DemoPerson;
  browser: Browser;
  spot: Spot;
  /** Only for a successful sign-in. `revokedAt` is an earlier end. */
  session?: { methods: string[]; expiresAt: Date; revokedAt: Date | null; remembered: boolean };
};

/** The last successful attempt of each person who can sign in. */
export type LastSeen = ReadonlyMap<DemoPerson, Attempt>;

const towns = [
  ["DE", "Berlin, Germany"],
  ["DE", "Hamburg, Germany"],
  ["DE", "Leipzig, Germany"],
  ["AT", "Vienna, Austria"],
  ["PL", "Warsaw, Poland"],
  ["PT", "Lisbon, Portugal"],
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
function browserOf(dice: Random, kinds: readonly (readonly [string, string])[], firstSeen: Date): Browser {
  const [label, userAgent] = pick(dice, kinds);
  return { label, userAgent, firstSeen, tokenHash: hashSecret(newOpaqueToken()) };
}

/** Creates a new desktop browser with this time of first use. */
export const newDesk = (dice: Random, firstSeen: Date) => browserOf(dice, desks, firstSeen);

/** Returns attempts of all people in the last weeks, oldest first. */
export const attemptsOfAll = (
  { dice, people }: Scene,
  { apps, tagged }: DemoApps,
  factors: Factors,
): Attempt[] =>
  people
    .flatMap((person) => [
      ...attemptsOf(dice, {
        person,
        ...factors.get(person)!,
        apps: apps.filter(({ users }) => users.includes(person)),
        isContractor: tagged.contractor.includes(person),
        inFinance: tagged.finance.includes(person),
      }),
    ])
    .sort((one, other) => +one.at - +other.at);

/** How a person signs in. */
interface Ways {
  second: Set<"totp" | "webauthn">;
  hasPassword: boolean;
  passwordWeak: boolean;
}
export type Factors = Map<DemoPerson, Ways>;

/** The facts from which the attempts of a person are generated. */
interface Subject extends Ways {
  person: DemoPerson;
  apps: DemoApps["apps"];
  /** True if the person signs in on working days only, and does not travel. */
  isContractor: boolean;
  inFinance: boolean;
}

/** Yields the attempts of a person in the last weeks, oldest first, scored like real sign-ins. */
function* attemptsOf(dice: Random, subject: Subject): Iterable<Attempt> {
  const { person, isContractor } = subject;
  const { createdAt, away } = person;
  const begin = Math.max(+started(), +createdAt);
  const spotIn = (prefix: string, [country, place]: readonly [string, string]): Spot => {
    return { ip: `${prefix}${1 + Math.floor(dice() * 250)}`, country, place };
  };
  const home = spotIn(
    dice() < 0.3 ? "2001:db8:40::" : "198.51.100.",
    pick(dice, dice() < 0.5 ? [towns[0]] : towns),
  );
  const office: Spot = {
    country: "DE",
    place: "Berlin, Germany",
    ip: pick(dice, ["192.0.2.17", "192.0.2.18", "192.0.2.33"]),
  };
  const inOffice = home.country === "DE" ? 0.3 + dice() * 0.6 : 0;
  const abroadAt = spotIn("203.0.113.", pick(dice, abroad));
  const leaves = !isContractor && dice() < 0.14 ? begin + dice() * (Date.now() - begin) : Infinity;
  const before = new Date(+createdAt + dice() * Math.max(+started() - +createdAt, 0));
  const desk = newDesk(dice, before);
  const phone = dice() < 0.5 ? browserOf(dice, phones, before) : desk;
  const [chance, hour] = [0.12 + dice() * 0.38, 6 + Math.floor(dice() * 4)];
  const known = new Set([desk, phone].filter(({ firstSeen }) => firstSeen < started()));
  const history: History["succeeded"] = [];

  for (const at of momentsOf(dice, { chance, hour, isContractor })) {
    if (+at < begin || +at > Date.now()) continue;
    if (away && at >= away.from && (away.until === null || at < away.until)) continue;
    const travels = +at >= leaves && +at < leaves + 4 * DAY;
    const spot = travels ? abroadAt : dice() < inOffice ? office : home;
    // Sometimes a hotel's computer.
    const browser = travels && dice() < 0.25 ? newDesk(dice, at) : dice() < 0.22 ? phone : desk;
    yield* signInAt(dice, subject, { at, spot, browser, isNew: !known.has(browser), history });
    known.add(browser);
  }
}

/** Yields the times of the sign-ins of a person with this chance to sign in on a working day. */
function* momentsOf(
  dice: Random,
  { chance, hour, isContractor }: { chance: number; hour: number; isContractor: boolean },
) {
  for (let day = WEEKS * 7; day >= 0; day--) {
    const midnight = Math.floor(Date.now() / DAY - day) * DAY;
    const isWeekend = new Date(midnight).getUTCDay() % 6 === 0;
    if (dice() > (!isWeekend ? chance : isContractor ? 0 : 0.03)) continue;
    const first = midnight + (hour + dice() * 2.5) * HOUR;
    yield new Date(first);
    if (dice() < 0.3) yield new Date(first + (0.5 + dice() * 6) * HOUR);
  }
}

interface Occasion {
  at: Date;
  spot: Spot;
  browser: Browser;
  isNew: boolean;
  /** Successful sign-ins, newest first; the new one is added at the front. */
  history: History["succeeded"];
}

/** Yields a sign-in, after mistyped passwords now and then. */
function* signInAt(
  dice: Random,
  subject: Subject,
  { at, spot, browser, isNew, history }: Occasion,
): Iterable<Attempt> {
  const { person, second, passwordWeak, inFinance } = subject;
  const open = subject.apps.filter(({ name }) => name !== "Ledger" || spot.ip.startsWith("192.0.2."));
  const app = dice() < 0.1 ? undefined : pick(dice, open);
  const method = methodOf(dice, subject, app?.name === "Partner portal");
  const { userAgent } = browser;
  const appId = app?.appId ?? null;
  const facts = { person, browser, spot, userId: person.id, appId, method, ...spot, userAgent };

  const isSettled = +at - +person.createdAt > HOUR;
  const mistyped =
    isSettled && method === "password" && dice() < 0.06 ? 1 + Math.floor(dice() * dice() * 4) : 0;
  for (let left = mistyped; left > 0; left--)
    yield { ...facts, at: new Date(+at - left * MINUTE), outcome: "failed" };
  const { score, found } = scoreOf(
    {
      at,
      country: spot.country,
      anonymizer: null,
      newDevice: isNew,
      passwordWeak: method === "password" && passwordWeak,
      accountCreatedAt: person.createdAt,
    },
    { succeeded: history.slice(0, 50), recentFailures: mistyped },
  );
  const remembered = !inFinance && !isNew && dice() < 0.06;
  const session = {
    methods: method !== "webauthn" && second.has("totp") ? [method, "totp"] : [method],
    expiresAt: new Date(+at + (remembered ? 30 * DAY : (inFinance ? 8 : 12) * HOUR)),
    revokedAt: person.away && person.away.from > at ? person.away.from : null,
    remembered,
  };
  yield { ...facts, at, score, signals: found, tier: tierOf(score), outcome: "succeeded", session };
  history.unshift({ at, country: spot.country });
}

function methodOf(dice: Random, { second, hasPassword }: Subject, takesCodes: boolean) {
  const thrown = dice();
  if (!hasPassword || (second.has("webauthn") && thrown < 0.6)) return "webauthn";
  return takesCodes && thrown > 0.7 ? "EmailOtp" : "password";
}
