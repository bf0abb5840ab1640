import { gte, sql } from "drizzle-orm";
import * as z from "zod";
import { signIns } from "@/db/tenant/sign-ins";
import { query } from "@/server/kernel/operation/operation";

const DAYS = 14;
const DAY_MS = 86_400_000;

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

export const getSignInHistory = query({
  name: "getSignInHistory",
  cost: "heavy",
  capability: "ReadOverview",
  summary: "Count the sign-ins of the last two weeks",
  description:
    `By day (UTC), today and the ${DAYS - 1} days before it. \`refused\` includes failed sign-ins and refusals ` +
    "by a rule.",
  input: z.strictObject({}),
  output: z.array(z.object({ date: z.iso.date(), succeeded: z.int(), refused: z.int() })),
  run: async ({ tx, now }) => {
    const first = Date.parse(`${dateOf(now.getTime())}T00:00:00Z`) - (DAYS - 1) * DAY_MS;
    const counted = await tx.select({
      fields: {
        date: sql<string>`to_char(${signIns.at} at time zone 'UTC', 'YYYY-MM-DD')`,
        // A stepped-up sign-in is recorded again when it succeeds.
        succeeded: sql<number>`(count(*) filter (where ${signIns.outcome} = 'succeeded'))::int`,
        refused: sql<number>`(count(*) filter (where ${signIns.outcome} in ('failed', 'refused')))::int`,
      },
      from: signIns,
      where: gte(signIns.at, new Date(first)),
      groupBy: [sql`1`],
    });
    const byDate = new Map(counted.map((day) => [day.date, day]));
    return Array.from({ length: DAYS }, (_, index) => {
      const date = dateOf(first + index * DAY_MS);
      return byDate.get(date) ?? { date, succeeded: 0, refused: 0 };
    });
  },
});
