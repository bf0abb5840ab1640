import { and, eq } from "drizzle-orm";
import { devices } from "@/db/tenant/sessions";
import { tags, userTags } from "@/db/tenant/tags";
import type { ReadTx } from "@/server/kernel/store";
import { factorsOf } from "../factors/factors";
import { strictest } from "../tags/policies";
import type { AccessFact } from "./explain.schema";
import type { Supposed } from "../access-rules/rule-type.schema";

const fact = (effect: AccessFact["effect"], text: string): AccessFact => ({ effect, about: "tags", text });

/** Returns what the policies of the user's tags require of a sign-in (tags/policies.ts). */
export async function tagFacts(
  tx: Pick<ReadTx, "select" | "devices" | "factors">,
  userId: number,
  { method }: Supposed,
): Promise<AccessFact[]> {
  const [worn, approved, enrolled] = await Promise.all([
    tx.select({
      fields: { policies: tags.policies },
      from: userTags,
      join: [{ table: tags, on: eq(tags.id, userTags.tagId) }],
      where: eq(userTags.userId, userId),
    }),
    tx.devices.count(and(eq(devices.userId, userId), eq(devices.status, "registered"))),
    factorsOf(tx, userId),
  ]);
  const { requireMfa, requireDeviceApproval, allowMagicLink } = strictest(
    worn.map(({ policies }) => policies),
  );
  const facts: AccessFact[] = [];
  if (requireMfa) {
    const lasting = enrolled.filter(({ kind }) => kind !== "recovery_codes").length;
    facts.push(
      fact(
        "notes",
        lasting > 0
          ? `A tag requires a second factor; they have set up ${lasting === 1 ? "one factor" : `${lasting} factors`}.`
          : "A tag requires a second factor; they have none and must set one up when they sign in.",
      ),
    );
  }
  if (requireDeviceApproval)
    facts.push(
      approved === 0
        ? fact(
            "refuses",
            "A tag requires that an administrator approves each device, and they have none that is approved.",
          )
        : fact(
            "depends",
            `A tag requires that an administrator approves each device; whether they come with ${approved === 1 ? "the one" : `one of the ${approved}`} that is approved shows only then.`,
          ),
    );
  if (allowMagicLink === false && (method === undefined || method === "MagicLink"))
    facts.push(
      method === "MagicLink"
        ? fact("refuses", "A tag does not let them sign in by a link.")
        : fact("notes", "A tag does not let them sign in by a link."),
    );
  return facts;
}
