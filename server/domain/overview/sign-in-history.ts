import * as z from "zod";
import { query } from "@/server/kernel/operation/operation";
import { countSignIns } from "../risk/sign-in-counts";

const DAYS = 14;
const DAY_MS = 86_400_000;

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

export const getSignInHistory = query({
  name: "getSignInHistory",
  console: "overview.signIns",
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
    const byDate = new Map<string, { succeeded: number; refused: number }>();
    for (const { date, outcome, attempts } of await countSignIns(tx, new Date(first))) {
      const day = byDate.get(date) ?? { succeeded: 0, refused: 0 };
      byDate.set(date, day);
      // Omits attempts that required a second factor. A success with the second factor has a separate record.
      if (outcome === "succeeded") day.succeeded += attempts;
      else if (outcome !== "stepped_up") day.refused += attempts;
    }
    return Array.from({ length: DAYS }, (_, index) => {
      const date = dateOf(first + index * DAY_MS);
      return { date, ...(byDate.get(date) ?? { succeeded: 0, refused: 0 }) };
    });
  },
});
