import { asc, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { accessRules } from "@/db/tenant/access-rules";
import { tags, userTags } from "@/db/tenant/tags";
import type { ReadTx } from "@/server/kernel/store";
import { geoRestriction } from "../access-rules/access-rules";
import { createDecider, type Decider } from "../access-rules/compiled";
import type { Decision, Facts } from "../access-rules/decide";
import { fromStored } from "../access-rules/rules";
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
  const [decider, restriction] = await Promise.all([deciderOf(tx), readSetting(tx, geoRestriction)]);
  const decision = decider(restriction, { ...facts, tagIds });
  return { ...decision, policies: strictest(held.map(({ policies }) => policies)) };
}

/** A person's tags, with what each decides. */
export const tagsHeld = (tx: Pick<ReadTx, "select">, userId: number) =>
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

// By the ids of the rules: no two organizations share one, none is used twice, and a rule never changes.
const deciders = new LRUCache<string, Decider>({ max: 500 });

/** What the organization's rules decide. A thousand rules take longer to read than to ask, so they are read when they change. */
async function deciderOf(tx: Pick<ReadTx, "select" | "accessRules">): Promise<Decider> {
  const [row] = await tx.select({
    fields: {
      ids: sql<string>`coalesce(string_agg(${accessRules.id}::text, ',' order by ${accessRules.id}), '')`,
    },
    from: accessRules,
  });
  const known = deciders.get(row!.ids);
  if (known) return known;
  const rules = await tx.accessRules.list({ orderBy: [asc(accessRules.id)] });
  const decider = createDecider(rules.map(fromStored));
  // By what was read: a rule may have been added since its ids were asked for.
  deciders.set(rules.map(({ id }) => id).join(","), decider);
  return decider;
}
