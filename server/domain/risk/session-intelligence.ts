import { and, desc, gt, inArray, isNull, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { sessions } from "@/db/tenant/sessions";
import { concurrentSessions, sessionChanges } from "@/db/tenant/summaries";
import { query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { EXACT_UP_TO } from "../counts/counts.schema";
import { uncounted } from "../counts/summaries";
import { namesOf } from "../users/people";
import { SessionIntelligence } from "./risk.schema";

/** Maximum number of users in each list. The users are ordered by their number of sessions. */
const MOST = 100;
/**
 * Number of users that are read from the summary table for each list. The number exceeds `MOST`, because sessions may have
 * expired since the summary was written.
 */
const CANDIDATES = 2 * MOST;
/** Maximum number of users with recent session changes that a request reads in addition to the summary table. */
const CHANGES = 1_000;

/** Returns the condition for live sessions. Excludes sessions in which an administrator acts as the user. */
const liveAt = (now: Date) =>
  and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now), isNull(sessions.actorUserId))!;

/**
 * Returns the ids of users who may have several live sessions. These are the first users of the summary table and the users
 * with recent changes.
 */
async function candidates(tx: Pick<ReadTx, "select">): Promise<number[]> {
  const c = concurrentSessions;
  const fields = { userId: c.userId };
  const found = await Promise.all([
    tx.select({ fields, from: c, orderBy: [desc(c.sessions), c.userId], limit: CANDIDATES }),
    tx.select({
      fields,
      from: c,
      where: gt(c.countries, 1),
      orderBy: [desc(c.countries), c.userId],
      limit: CANDIDATES,
    }),
    tx.select({ fields: { userId: sessionChanges.userId }, from: sessionChanges, limit: CHANGES }),
  ]);
  return [...new Set(found.flat().map(({ userId }) => userId))];
}

/**
 * Returns the users with several live sessions, at most `EXACT_UP_TO`, with the number of their sessions. If `among` is given,
 * reads only these users.
 */
async function severalSessions(tx: Pick<ReadTx, "select">, live: SQL, among?: number[]) {
  if (among?.length === 0) return [];
  return tx.select({
    fields: {
      userId: sessions.userId,
      sessionCount: sql<number>`count(*)::int`,
      countries: sql<string[]>`coalesce(
        array_agg(distinct ${sessions.country} order by ${sessions.country}) filter (where ${sessions.country} is not null), '{}')`,
    },
    from: sessions,
    where: and(live, among && inArray(sessions.userId, among)),
    groupBy: [sessions.userId],
    having: sql`count(*) > 1`,
    orderBy: [desc(sql`count(*)`), sessions.userId],
    limit: EXACT_UP_TO,
  });
}

type Several = Awaited<ReturnType<typeof severalSessions>>[number];

/** Returns the first `MOST` users, ordered by the given number (highest first) and then by id. */
const first = (rows: Several[], number: (row: Several) => number) =>
  rows.toSorted((one, other) => number(other) - number(one) || one.userId - other.userId).slice(0, MOST);

export const getSessionIntelligence = query({
  name: "getSessionIntelligence",
  rest: "GET /session-intelligence",
  console: "risk.sessions",
  cost: "heavy",
  capability: "ReadRiskSignals",
  summary: "List concurrent sessions and sessions in several countries",
  description: `Counts live sessions; each list names at most ${MOST} people. A change of many users' sessions at once can appear in the lists some seconds later.`,
  input: z.strictObject({}),
  output: SessionIntelligence,
  run: async ({ tx, now }) => {
    const live = liveAt(now);
    // Checks the state of the summary before reading it. The worker may complete the summary between the two statements.
    const incomplete = await uncounted(tx, "sessions");
    const [activeSessions, among] = await Promise.all([
      tx.sessions.count(live, EXACT_UP_TO + 1),
      candidates(tx),
    ]);
    const several = await severalSessions(tx, live, incomplete ? undefined : among);
    const concurrent = first(several, ({ sessionCount }) => sessionCount);
    const abroad = first(
      several.filter(({ countries }) => countries.length > 1),
      ({ countries }) => countries.length,
    );
    const people = await namesOf(tx, [...new Set([...concurrent, ...abroad].map(({ userId }) => userId))]);
    const named = ({ userId }: Several) => people.get(userId) ?? { userId, email: null, name: null };
    return {
      activeSessions,
      usersWithConcurrentSessions: concurrent.map((row) => ({
        ...named(row),
        sessionCount: row.sessionCount,
      })),
      usersInSeveralCountries: abroad.map((row) => ({ ...named(row), countries: row.countries })),
    };
  },
});
