import { asc, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { accessRules } from "@/db/tenant/access-rules";
import type { ReadTx } from "@/server/kernel/store";
import { geoRestriction } from "../access-rules/access-rules";
import { createDecider, type Decider } from "../access-rules/compiled";
import type { Decision, Facts } from "../access-rules/decide";
import { fromStored } from "../access-rules/rules";
import { readSetting } from "../settings/tenant-settings";
import { strictest, tagsHeld, type Policies } from "../tags/policies";

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
