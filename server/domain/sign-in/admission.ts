import { asc, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { accessRules } from "@/db/tenant/access-rules";
import type { ReadTx } from "@/server/kernel/operation/store";
import { geoRestriction } from "../access-rules/access-rules";
import { createDecider, type Decider } from "../access-rules/compiled";
import type { Decision, Facts } from "../access-rules/decide";
import { fromStored } from "../access-rules/rules";
import { readSetting } from "../settings/tenant-settings";
import { strictest, tagsHeld, type Policies } from "../tags/policies";

export interface Admission extends Decision {
  /** The merged policies of the user's tags. */
  policies: Policies;
}

/**
 * Decides on a sign-in by the country restriction and the access rules. Also returns the merged policies of the user's tags.
 */
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

// Cache of compiled rules. A rule never changes after its creation, and its id is never reused. Tenant and time belong to the key,
// because another database can have rules with the same ids.
const deciders = new LRUCache<string, Decider>({ max: 500 });

const ids = sql<string>`coalesce(string_agg(${accessRules.id}::text, ',' order by ${accessRules.id}), '')`;
const key = sql<string>`concat_ws(' ', max(${accessRules.tenantId}), max(${accessRules.createdAt}), ${ids})`;

/**
 * Returns the compiled rules of the organization. Reads only the ids of the rules while the rules are unchanged. Reading a
 * thousand rules takes longer than a decision.
 */
async function deciderOf(tx: Pick<ReadTx, "select" | "accessRules">): Promise<Decider> {
  const [found] = await tx.select({ fields: { ids, key }, from: accessRules });
  const known = deciders.get(found!.key);
  if (known) return known;
  const rules = await tx.accessRules.list({ orderBy: [asc(accessRules.id)] });
  const decider = createDecider(rules.map(fromStored));
  // An administrator may have changed the rules between the two queries.
  if (rules.map(({ id }) => id).join(",") === found!.ids) deciders.set(found!.key, decider);
  return decider;
}
