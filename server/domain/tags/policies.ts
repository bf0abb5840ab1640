import { eq } from "drizzle-orm";
import { tags, userTags } from "@/db/tenant/tags";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { TagPolicy } from "./tags.schema";

export type Policies = Partial<Record<TagPolicy, boolean>>;

/** Returns the user's tags with their policies. */
export const tagsHeld = (tx: Pick<ReadTx, "select">, userId: number) =>
  tx.select({
    fields: { tagId: tags.id, policies: tags.policies },
    from: userTags,
    join: [{ table: tags, on: eq(tags.id, userTags.tagId) }],
    where: eq(userTags.userId, userId),
  });

/** Returns the merged policies of a user's tags. */
export const policiesOf = async (tx: Pick<ReadTx, "select">, userId: number): Promise<Policies> =>
  strictest((await tagsHeld(tx, userId)).map(({ policies }) => policies));

/**
 * Returns the strictest combination of the given policies. A requirement applies if any tag requires it. A prohibition applies
 * if any tag prohibits the action.
 */
export function strictest(policies: Policies[]): Policies {
  const result: Policies = {};
  for (const [key, value] of policies.flatMap((each) => Object.entries(each)) as [TagPolicy, boolean][]) {
    const before = result[key];
    if (before === undefined) result[key] = value;
    else result[key] = key.startsWith("require") ? before || value : before && value;
  }
  return result;
}
