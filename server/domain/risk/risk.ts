import { and, desc, eq, isNotNull } from "drizzle-orm";
import * as z from "zod";
import { signIns } from "@/db/tenant/sign-ins";
import { users } from "@/db/tenant/users";
import { Id, wholeNumber } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { EXACT_UP_TO } from "../counts/counts.schema";
import { lockState } from "../users/lock-state";
import { getPerson, namesOf } from "../users/people";
import { RiskSummary, UserRisk } from "./risk.schema";
import { countSignIns } from "./sign-in-counts";
import { riskTiers, type RiskTier } from "./tiers.schema";

export const getUserRisk = query({
  name: "getUserRisk",
  rest: "GET /users/{userId}/risk",
  console: "risk.ofUser",
  capability: "ReadRiskSignals",
  summary: "Get a user's risk",
  description: "Score and tier of the latest scored sign-in; null before the first one.",
  input: z.strictObject({ userId: Id }),
  output: UserRisk,
  run: async ({ tx, now }, { userId }) => {
    const person = await getPerson(tx, userId);
    const [latest] = await tx.signIns.list({
      where: and(eq(signIns.userId, userId), isNotNull(signIns.score)),
      orderBy: [desc(signIns.at), desc(signIns.id)],
      limit: 1,
    });
    return {
      userId,
      score: latest?.score ?? null,
      tier: latest?.tier ?? null,
      locked: lockState(person, now).locked,
    };
  },
});

const DAY_MS = 86_400_000;
const day = (at: Date) => at.toISOString().slice(0, 10);

const noTiers = () => Object.fromEntries(riskTiers.map((tier) => [tier, 0])) as Record<RiskTier, number>;

const TOP = 10;
const RECENT = 20;

/** Returns the users with the highest risk scores, with their names. */
async function riskiest(tx: Pick<ReadTx, "riskiestPeople" | "select">, since: Date) {
  const found = await tx.riskiestPeople({ since, most: TOP, exactUpTo: EXACT_UP_TO });
  const ids = found.map(({ userId }) => userId);
  const people = await namesOf(tx, ids);
  return found.map(({ userId, score, events }) => {
    const { email, name } = people.get(userId) ?? { email: null, name: null };
    return { userId, email, name, events, maxScore: score };
  });
}

const newest = (tx: Pick<ReadTx, "select" | "newestRisky">, since: Date) =>
  tx.select({
    fields: {
      userId: signIns.userId,
      email: users.email,
      at: signIns.at,
      score: signIns.score,
      tier: signIns.tier,
      outcome: signIns.outcome,
      ip: signIns.ip,
      place: signIns.place,
      signals: signIns.signals,
    },
    from: signIns,
    join: [{ table: users, on: eq(users.id, signIns.userId), optional: true }],
    where: tx.newestRisky({ since, most: RECENT, explained: false }),
    orderBy: [desc(signIns.at), desc(signIns.id)],
    limit: RECENT,
  });

export const getRiskEvents = query({
  name: "getRiskEvents",
  rest: "GET /risk-events",
  console: "risk.events",
  cost: "heavy",
  capability: "ReadRiskSignals",
  summary: "Summarize risky sign-ins",
  description:
    "Covers today and the days before it, in UTC. If many users have the same highest score, the list of people considers only the newest sign-ins.",
  input: z.strictObject({ days: wholeNumber(1, 90).default(7) }),
  output: RiskSummary,
  run: async ({ tx, now }, { days }) => {
    const today = Date.parse(`${day(now)}T00:00:00Z`);
    const since = new Date(today - (days - 1) * DAY_MS);
    const [counted, topUsers, recent] = await Promise.all([
      countSignIns(tx, since),
      riskiest(tx, since),
      newest(tx, since),
    ]);
    const byTier = noTiers();
    const byDay = new Map(
      Array.from({ length: days }, (_, index) => [
        day(new Date(since.getTime() + index * DAY_MS)),
        noTiers(),
      ]),
    );
    for (const { date, tier, attempts } of counted) {
      if (tier === "none") continue;
      byTier[tier] += attempts;
      const ofDay = byDay.get(date);
      if (ofDay) ofDay[tier] += attempts;
    }
    return {
      days,
      totalEvents: Object.values(byTier).reduce((sum, count) => sum + count, 0),
      byTier,
      byDay: [...byDay].map(([date, tiers]) => ({ date, ...tiers })),
      topUsers,
      recent: recent.map(({ at, score, tier, signals, ...row }) => ({
        ...row,
        at: at.toISOString(),
        score: score ?? 0,
        tier: tier ?? "low",
        signals: Object.keys(signals ?? {}),
      })),
    };
  },
});
