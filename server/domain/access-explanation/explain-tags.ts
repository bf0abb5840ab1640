import { and, eq } from "drizzle-orm";
import { devices } from "@/db/tenant/sessions";
import { tags, userTags } from "@/db/tenant/tags";
import type { ReadTx } from "@/server/kernel/operation/store";
import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import { isSecondFactor } from "../sign-in-methods/factor-kinds.schema";
import { factorsOf } from "../factors/factors";
import { strictest } from "../tags/policies";
import type { Fact } from "./explain.schema";
import type { Supposed } from "../access-rules/rule-type.schema";

const explanationTexts = defineTexts("explanation", {
  factor_required_one: "A tag requires a second factor; they have set up one factor.",
  factor_required_some: "A tag requires a second factor; they have set up {count} factors.",
  factor_required_none:
    "A tag requires a second factor; they have none and must set one up when they sign in.",
  device_required_none:
    "A tag requires that an administrator approves each device, and they have none that is approved.",
  device_required_one:
    "A tag requires that an administrator approves each device; whether they come with the one that is approved shows only then.",
  device_required_some:
    "A tag requires that an administrator approves each device; whether they come with one of the {count} that is approved shows only then.",
  no_link: "A tag does not let them sign in by a link.",
});

const fact = (effect: Fact["effect"], text: CodedText): Fact => ({ effect, about: "tags", text });

/** Returns the text about a required second factor for a user with `count` enrolled factors. */
function factorText(count: number): CodedText {
  if (count === 0) return explanationTexts.factor_required_none();
  return count === 1
    ? explanationTexts.factor_required_one()
    : explanationTexts.factor_required_some({ count });
}

/** Returns the explanation's statements about the policies of the user's tags (tags/policies.ts). */
export async function tagFacts(
  tx: Pick<ReadTx, "select" | "devices" | "factors">,
  userId: number,
  { method }: Supposed,
): Promise<Fact[]> {
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
  const facts: Fact[] = [];
  if (requireMfa) {
    const lasting = enrolled.filter(isSecondFactor).length;
    facts.push(fact("notes", factorText(lasting)));
  }
  if (requireDeviceApproval)
    facts.push(
      approved === 0
        ? fact("refuses", explanationTexts.device_required_none())
        : fact(
            "depends",
            approved === 1
              ? explanationTexts.device_required_one()
              : explanationTexts.device_required_some({ count: approved }),
          ),
    );
  if (allowMagicLink === false && (method === undefined || method === "MagicLink"))
    facts.push(fact(method === "MagicLink" ? "refuses" : "notes", explanationTexts.no_link()));
  return facts;
}
