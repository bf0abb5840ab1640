import { asc, eq } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { identities, identityProviders } from "@/db/tenant/federation";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { guardAdministrator } from "../users/administrator-guard";
import { getPerson, labelOf, lockPerson, userTarget } from "../users/people";
import { LinkedIdentity } from "./federation.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const identityProviderRefusals = defineRefusals("identity_provider", {
  link_not_found: { status: 404, text: "There is no such linked account." },
  /** The account is an administrator's (kernel/operation/person-changes.ts). */
  unlink_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can unlink an account of an administrator.",
  },
});

/** Returns the user's linked identities, each with the name of its provider. */
export async function identitiesOf(tx: Pick<ReadTx, "select">, userId: number): Promise<LinkedIdentity[]> {
  const rows = await tx.select({
    fields: {
      identityId: identities.id,
      providerId: identityProviders.id,
      providerName: identityProviders.name,
      kind: identityProviders.kind,
      subject: identities.subject,
      email: identities.email,
      linkedAt: identities.linkedAt,
      lastUsedAt: identities.lastUsedAt,
    },
    from: identities,
    join: [{ table: identityProviders, on: eq(identityProviders.id, identities.providerId) }],
    where: eq(identities.userId, userId),
    orderBy: [asc(inNameOrder(identityProviders.name)), asc(identities.id)],
  });
  return rows.map((row) => ({
    ...row,
    linkedAt: row.linkedAt.toISOString(),
    lastUsedAt: timestampOrNull(row.lastUsedAt),
  }));
}

export const listIdentitiesOfUser = query({
  name: "listIdentitiesOfUser",
  console: "federation.ofUser",
  capability: "ManageUsers",
  summary: "List the federated identities of a user",
  input: z.strictObject({ userId: Id }),
  output: z.array(LinkedIdentity),
  run: async ({ tx }, { userId }) => {
    await getPerson(tx, userId);
    return identitiesOf(tx, userId);
  },
});

export const unlinkIdentity = command({
  name: "unlinkIdentity",
  console: "federation.unlink",
  capability: "ManageUsers",
  summary: "Unlink a federated identity from a user",
  description:
    "The identity no longer opens the user's account; live sessions continue. If the provider links people by " +
    "address, the next sign-in links it again. For an administrator, the capability ManageTenantAdmins is " +
    "required in addition.",
  input: z.strictObject({ userId: Id, identityId: Id }),
  output: z.object({ identityId: Id, deleted: z.boolean() }),
  event: "identity_unlinked",
  touches: ["proofs"],
  target: userTarget,
  run: async ({ tx, actor, changed, labelled, concerns }, { userId, identityId }) => {
    const user = await lockPerson(tx, userId);
    await guardAdministrator(tx, actor, "proofs", userId, identityProviderRefusals.unlink_reserved);
    const identity = await tx.identities.get(identityId);
    if (identity?.userId !== userId) throw identityProviderRefusals.link_not_found();
    const provider = await tx.identityProviders.get(identity.providerId);
    labelled(labelOf(user));
    concerns(`identity_provider:${identity.providerId}`);
    changed({ provider: provider?.name, subject: identity.subject }, { provider: null, subject: null });
    return { identityId, deleted: await tx.identities.remove(identityId) };
  },
});
