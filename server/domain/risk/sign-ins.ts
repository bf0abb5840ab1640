import { and, desc, eq, lt } from "drizzle-orm";
import * as z from "zod";
import { apps } from "@/db/tenant/apps";
import { signIns } from "@/db/tenant/sign-ins";
import { Id, Limit, wholeNumber } from "@/server/kernel/fields";
import { users } from "@/db/tenant/users";
import { query } from "@/server/kernel/operation/operation";
import type { CodedText } from "@/server/kernel/texts/define";
import type { Words } from "@/server/kernel/texts/text";
import { reasonIn } from "./explanation";
import { getPerson } from "../users/people";
import { RecentSignIn, SignInRow } from "./risk.schema";

const columns = {
  signInId: signIns.id,
  at: signIns.at,
  outcome: signIns.outcome,
  method: signIns.method,
  ip: signIns.ip,
  place: signIns.place,
  score: signIns.score,
  tier: signIns.tier,
  signals: signIns.signals,
  explanation: signIns.explanation,
  appName: apps.name,
};
const theirApp = { table: apps, on: eq(apps.id, signIns.appId), optional: true };

/** Converts a row to the form of the console. Replaces null with an empty list or object. */
const shown =
  (words: Words) =>
  <
    Row extends {
      at: Date;
      signals: Record<string, number> | null;
      explanation: (CodedText | string)[] | null;
    },
  >({
    at,
    signals,
    explanation,
    ...row
  }: Row) => ({
    ...row,
    at: at.toISOString(),
    signals: signals ?? {},
    explanation: explanation?.map((stored) => reasonIn(words, stored)) ?? [],
  });

export const listUserSignIns = query({
  name: "listUserSignIns",
  console: "risk.signIns",
  capability: "ReadRiskSignals",
  summary: "List a user's sign-ins, including failed ones",
  description: "Newest first. `cursor` is the nextCursor of the previous page.",
  input: z.strictObject({ userId: Id, limit: Limit, cursor: Id.optional() }),
  output: z.object({ signIns: z.array(SignInRow), nextCursor: Id.nullable() }),
  run: async ({ tx, words }, { userId, limit, cursor }) => {
    await getPerson(tx, userId);
    const rows = await tx.select({
      fields: columns,
      from: signIns,
      join: [theirApp],
      where: and(eq(signIns.userId, userId), cursor === undefined ? undefined : lt(signIns.id, cursor)),
      orderBy: [desc(signIns.id)],
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return {
      signIns: page.map(shown(words)),
      nextCursor: rows.length > limit ? page.at(-1)!.signInId : null,
    };
  },
});

/** Maximum number of attempts in the list of all users. */
const MOST = 20;
const DAY_MS = 86_400_000;

export const listRecentSignIns = query({
  name: "listRecentSignIns",
  console: "risk.recent",
  capability: "ReadRiskSignals",
  summary: "List the latest refused or risky sign-ins with reasons",
  description: `Covers today and the days before it, in UTC; at most ${MOST}.`,
  input: z.strictObject({ days: wholeNumber(1, 90).default(7) }),
  output: z.array(RecentSignIn),
  run: async ({ tx, now, words }, { days }) => {
    const since = new Date(Math.floor(+now / DAY_MS) * DAY_MS - (days - 1) * DAY_MS);
    const rows = await tx.select({
      fields: { ...columns, userId: signIns.userId, name: users.name, email: users.email },
      from: signIns,
      join: [theirApp, { table: users, on: eq(users.id, signIns.userId), optional: true }],
      where: tx.newestRisky({ since, most: MOST, explained: true }),
      orderBy: [desc(signIns.at), desc(signIns.id)],
      limit: MOST,
    });
    return rows.map(shown(words));
  },
});
