import { eq } from "drizzle-orm";
import { tags, userTags } from "@/db/tenant/tags";
import type { ReadTx } from "@/server/kernel/store";
import { strictest, type Policies } from "../sign-in/admission";

/** What a person's tags decide; of several the strictest. A policy that no tag names is left out. */
export async function policiesOf(tx: Pick<ReadTx, "select">, userId: number): Promise<Policies> {
  const held = await tx.select({
    fields: { policies: tags.policies },
    from: userTags,
    join: [{ table: tags, on: eq(tags.id, userTags.tagId) }],
    where: eq(userTags.userId, userId),
  });
  return strictest(held.map(({ policies }) => policies));
}
