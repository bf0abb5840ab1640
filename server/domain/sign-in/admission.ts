import { and, eq, inArray, or } from "drizzle-orm";
import { accessRules } from "@/db/tenant/access-rules";
import { tags, userTags } from "@/db/tenant/tags";
import type { ReadTx } from "@/server/kernel/store";
import { geoRestriction } from "../access-rules/access-rules";
import { decide, toDecidable, type Decision, type Facts } from "../access-rules/decide";
import { readSetting } from "../settings/tenant-settings";
import type { TagPolicy } from "../tags/tags.schema";

export type Policies = Partial<Record<TagPolicy, boolean>>;

export interface Admission extends Decision {
  /** What the person's tags decide. */
  policies: Policies;
}

/** What decides on this sign-in: the country restriction, every access rule about it, and the policies of the person's tags. */
export async function admissionOf(
  tx: Pick<ReadTx, "select" | "accessRules" | "tenantSettings">,
  facts: Omit<Facts, "tagIds">,
): Promise<Admission> {
  const held = await tagsHeld(tx, facts.userId);
  const tagIds = held.map(({ tagId }) => tagId);
  const [rules, restriction] = await Promise.all([
    tx.accessRules.list({
      where: or(
        eq(accessRules.scope, "org"),
        and(eq(accessRules.scope, "user"), eq(accessRules.userId, facts.userId)),
        ...(tagIds.length > 0 ? [and(eq(accessRules.scope, "tag"), inArray(accessRules.tagId, tagIds))] : []),
        ...(facts.appId === null
          ? []
          : [and(eq(accessRules.scope, "app"), eq(accessRules.appId, facts.appId))]),
      )!,
    }),
    readSetting(tx, geoRestriction),
  ]);
  const decision = decide(rules.map(toDecidable), restriction, { ...facts, tagIds });
  return { ...decision, policies: strictest(held.map(({ policies }) => policies)) };
}

const tagsHeld = (tx: Pick<ReadTx, "select">, userId: number) =>
  tx.select({
    fields: { tagId: tags.id, policies: tags.policies },
    from: userTags,
    join: [{ table: tags, on: eq(tags.id, userTags.tagId) }],
    where: eq(userTags.userId, userId),
  });

/** What a person's tags decide. */
export const policiesOf = async (tx: Pick<ReadTx, "select">, userId: number): Promise<Policies> =>
  strictest((await tagsHeld(tx, userId)).map(({ policies }) => policies));

/** Of several tags the strictest decides: what one requires is required, what one does not allow is not allowed. */
export function strictest(policies: Policies[]): Policies {
  const result: Policies = {};
  for (const [key, value] of policies.flatMap((each) => Object.entries(each)) as [TagPolicy, boolean][]) {
    const before = result[key];
    if (before === undefined) result[key] = value;
    else result[key] = key.startsWith("require") ? before || value : before && value;
  }
  return result;
}
