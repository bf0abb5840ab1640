import { and, eq, gt, isNull } from "drizzle-orm";
import { identities } from "@/db/tenant/federation";
import { sessions } from "@/db/tenant/sessions";
import { administrators } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/actor";
import { identityProviderRefusals } from "@/server/kernel/refusals/identity-providers";
import type { ReadTx, WriteTx } from "@/server/kernel/store";
import { isAdministrator } from "../users/administrator-guard";
import { endSession } from "../users/people";
import { connectorOfKind } from "./kinds.schema";

/*
 * Providers and administrators. Whoever manages providers could become anybody whom a provider vouches for: so no provider
 * signs an administrator in, whenever they were linked, and what an administrator's link rests on is an owner's to change.
 */

/** Why a provider's word does not open an administrator's account. */
export const KEPT_HERE = "Administrators sign in with what is kept here, not by a provider’s word.";

const outsideMethods: readonly string[] = Object.values(connectorOfKind);

/** Returns whether one of these proofs is an identity provider's word. */
export const isOutside = (methods: readonly string[]): boolean =>
  methods.some((method) => outsideMethods.includes(method));

/** Why what was proved opens no session of this person, where a provider's word is part of it; null where it may. */
export const outsideObjection = async (
  tx: Pick<ReadTx, "administrators">,
  userId: number,
  methods: readonly string[],
): Promise<string | null> => (isOutside(methods) && (await isAdministrator(tx, userId)) ? KEPT_HERE : null);

/** Refuses who is no owner a change of what a provider's word rests on, while an administrator is linked to it. */
export async function guardVouching(
  tx: Pick<ReadTx, "select">,
  { capabilities }: TenantActor,
  providerId: number,
) {
  if (capabilities.has("ManageTenantAdmins")) return;
  const [linked] = await tx.select({
    fields: { userId: identities.userId },
    from: identities,
    join: [{ table: administrators, on: eq(administrators.userId, identities.userId) }],
    where: eq(identities.providerId, providerId),
    limit: 1,
  });
  if (linked) throw identityProviderRefusals.administrator_linked();
}

/** Ends the sessions of somebody who becomes an administrator that a provider's word began. */
export async function endOutsideSessions(
  tx: Pick<WriteTx, "sessions" | "appAuthorizations">,
  userId: number,
  now: Date,
) {
  const live = await tx.sessions.list({
    where: and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now))!,
  });
  for (const { id, methods } of live) if (isOutside(methods)) await endSession(tx, id, now);
}
