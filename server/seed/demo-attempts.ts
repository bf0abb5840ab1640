import { scoreOf, type History } from "@/server/domain/sign-in/score.schema";
import { steppedUp } from "@/server/domain/risk/record-sign-in";
import { tierOf } from "@/server/domain/risk/tiers.schema";
import type { WriteTx } from "@/server/kernel/operation/store";
import type { DemoPerson } from "./demo";
import { type DemoBrowser, type Habit, newDesk, type Spot } from "./demo-habits";
import { DAY, HOUR, MINUTE } from "./demo-scene";
import { started, WEEKS } from "./history";
import { pick, type Random } from "./random";

type Row = Parameters<WriteTx["signIns"]["insertAll"]>[0][number];

/** A sign-in attempt with its facts and outcome. */
export interface Attempt extends Row {
  at: Date;
  person: DemoPerson;
  browser: DemoBrowser;
  /** Only for a successful sign-in: the methods, the end of its session, and an earlier end. */
  session?: { methods: string[]; expiresAt: Date; revokedAt: Date | null; remembered: boolean };
}

/** A person with the facts from which the attempts are generated. */
export interface Subject {
  person: DemoPerson;
  habit: Habit;
  factors: ReadonlySet<"totp" | "webauthn">;
  passwordWeak: boolean;
  /** The apps that the person opens. */
  apps: { appId: number; inOfficeOnly: boolean; takesCodes: boolean }[];
  /** Highest duration of the person's sessions in hours, and the permission to stay signed in longer. */
  sessionHours: number;
  mayRemember: boolean;
  /** True if the person works on working days only. */
  neverOnWeekends: boolean;
  hasPassword: boolean;
  /** Returns true if the person was suspended or locked at that time. */
  isAway: (at: Date) => boolean;
  /** Returns the time at which the sessions of that time were ended; null if they were not. */
  signedOutAfter: (at: Date) => Date | null;
}

const REMEMBERED_DAYS = 30;

/** Yields the attempts of a person in the last weeks, oldest first, scored like real sign-ins. */
export function* attemptsOf(dice: Random, subject: Subject): Iterable<Attempt> {
  const { person, habit, isAway } = subject;
  const history: History["succeeded"] = [];
  const known = new Set<DemoBrowser>();
  for (let day = WEEKS * 7; day >= 0; day--) {
    for (const at of momentsOf(dice, subject, day)) {
      if (at < person.createdAt || at < started() || +at > Date.now() || isAway(at)) continue;
      const ways = waysOf(dice, habit, at);
      const { browser } = ways;
      if (browser.firstSeen < started()) known.add(browser);
      yield* signInsAt(dice, subject, { at, ...ways, isNew: !known.has(browser), history });
      known.add(browser);
    }
  }
}

/** Returns the times of the sign-ins on the day this many days ago. */
function momentsOf(dice: Random, { habit, neverOnWeekends }: Subject, day: number): Date[] {
  const midnight = new Date(Math.floor(Date.now() / DAY) * DAY - day * DAY);
  const isWeekend = midnight.getUTCDay() % 6 === 0;
  const chance = !isWeekend ? habit.chance : neverOnWeekends ? 0 : 0.03;
  const moments: Date[] = [];
  if (dice() < chance) {
    const late = !neverOnWeekends && dice() < 0.01;
    const hour = late ? 21 + dice() * 5 : habit.hour + dice() * 2.5;
    moments.push(new Date(+midnight + hour * HOUR));
    if (dice() < 0.3) moments.push(new Date(+midnight + (hour + 0.5 + dice() * 6) * HOUR));
  }
  return moments;
}

/** Returns the place and the browser of a sign-in. */
function waysOf(dice: Random, { trip, inOffice, office, home, browsers, phone }: Habit, at: Date) {
  const travels = trip !== null && at >= trip.from && at < trip.until;
  const spot: Spot = travels ? trip.spot : dice() < inOffice ? office : home;
  const { desk } = browsers.findLast(({ from }) => from <= at)!;
  // Sometimes a hotel's computer.
  if (travels && dice() < 0.25) return { spot, travels, browser: newDesk(dice, at) };
  return { spot, travels, browser: phone !== null && dice() < 0.22 ? phone : desk };
}

interface Occasion {
  at: Date;
  spot: Spot;
  travels: boolean;
  browser: DemoBrowser;
  isNew: boolean;
  /** Successful sign-ins, newest first; the new one is added at the front. */
  history: History["succeeded"];
}

/** Yields a sign-in with the attempts before it: mistyped passwords, and the second factor of a risky one. */
function* signInsAt(
  dice: Random,
  subject: Subject,
  { at, spot, travels, browser, isNew, history }: Occasion,
): Iterable<Attempt> {
  const { person, factors, passwordWeak } = subject;
  const app = appOf(dice, subject, spot);
  const appId = app?.appId ?? null;
  const method = methodOf(dice, subject, app?.takesCodes ?? false);
  const facts = { person, browser, userId: person.id, appId, method, ...spot, userAgent: browser.userAgent };

  const isSettled = +at - +person.createdAt > HOUR;
  const mistyped = isSettled && method === "password" ? mistakesOf(dice, travels) : 0;
  for (let left = mistyped; left > 0; left--)
    yield { ...facts, at: new Date(+at - left * (0.5 + dice() / 4) * MINUTE), outcome: "failed" };
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
  const tier = tierOf(score);
  const scored = { ...facts, score, signals: found, tier };
  // According to the demo's risk policy.
  const isRisky = (tier === "high" || tier === "critical") && factors.size > 0;
  if (isRisky) yield { ...scored, ...steppedUp, at: new Date(+at - MINUTE / 3) };
  const session = sessionOf(dice, subject, { at, travels, isNew }, method);
  yield { ...scored, at, outcome: "succeeded", session };
  history.unshift({ at, country: spot.country });
}

/** The app that the person signs in to; null for the own account page. */
function appOf(dice: Random, { apps }: Subject, spot: Spot) {
  const open = apps.filter(({ inOfficeOnly }) => !inOfficeOnly || spot.ip.startsWith("192.0.2."));
  return open.length === 0 || dice() < 0.1 ? null : pick(dice, open);
}

/** Number of wrong passwords before the right one. */
const mistakesOf = (dice: Random, travels: boolean) =>
  dice() < (travels ? 0.25 : 0.045) ? 1 + Math.floor(dice() * dice() * 4) : 0;

function sessionOf(
  dice: Random,
  { factors, mayRemember, sessionHours, signedOutAfter }: Subject,
  { at, travels, isNew }: Pick<Occasion, "at" | "travels" | "isNew">,
  method: ReturnType<typeof methodOf>,
): NonNullable<Attempt["session"]> {
  const remembered = mayRemember && !isNew && dice() < (travels ? 0.3 : 0.05);
  const hours = remembered ? REMEMBERED_DAYS * 24 : sessionHours;
  return {
    methods: method !== "webauthn" && factors.has("totp") ? [method, "totp"] : [method],
    expiresAt: new Date(+at + hours * HOUR),
    revokedAt: signedOutAfter(at),
    remembered,
  };
}

function methodOf(dice: Random, { factors, hasPassword }: Subject, takesCodes: boolean) {
  const thrown = dice();
  if (!hasPassword || (factors.has("webauthn") && thrown < 0.6)) return "webauthn";
  return takesCodes && thrown > 0.7 ? "EmailOtp" : "password";
}
