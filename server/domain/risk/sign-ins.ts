import { and, desc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { apps } from "@/db/tenant/apps";
import { signIns } from "@/db/tenant/sign-ins";
import { Id, Limit } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation";
import { getPerson } from "../users/people";
import { SignInRow } from "./risk.schema";

export const listUserSignIns = query({
  capability: "ReadRiskSignals",
  summary: "List a user's sign-ins, refused and failed ones among them",
  description: "The newest first; cursor is the nextCursor of the page before.",
  input: z.strictObject({ userId: Id, limit: Limit, cursor: Id.optional() }),
  output: z.object({ signIns: z.array(SignInRow), nextCursor: Id.nullable() }),
  run: async ({ tx }, { userId, limit, cursor }) => {
    await getPerson(tx, userId);
    const rows = await tx.select({
      fields: {
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
      },
      from: signIns,
      join: [{ table: apps, on: eq(apps.id, signIns.appId), optional: true }],
      where: and(eq(signIns.userId, userId), cursor === undefined ? undefined : lt(signIns.id, cursor)),
      orderBy: [desc(signIns.id)],
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return {
      signIns: page.map(({ at, signals, explanation, ...row }) => ({
        ...row,
        at: at.toISOString(),
        signals: signals ?? {},
        explanation: explanation ?? [],
      })),
      nextCursor: rows.length > limit ? page.at(-1)!.signInId : null,
    };
  },
});
