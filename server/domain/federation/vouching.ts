import { and, eq, gt, isNull } from "drizzle-orm";
import { identities } from "@/db/tenant/federation";
import { sessions } from "@/db/tenant/sessions";
import { administrators } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { type CodedText, defineRefusals, defineTexts } from "@/server/kernel/texts/define";
import { isAdministrator } from "../users/administrator-guard";
import { endSession } from "../users/people";
import { signInBy } from "./kinds.schema";

const identityProviderRefusals = defineRefusals("identity_provider", {
  administrator_linked: {
    status: 403,
    text: "An administrator is linked to this identity provider. Only an owner can change what it rests on.",
  },
});

export const signInTexts = defineTexts("sign_in", {
  administrator_kept: "Administrators sign in with what is kept here, not by a provider’s word.",
});

/*
 * Protects administrators from managers of identity providers. A manager of a provider could impersonate every user who signs
 * in by the provider. Administrators therefore cannot sign in by a provider. If an administrator is linked to a provider, only
 * an owner may change the provider.
 */

/** Returns true if one of these authentication methods is a sign-in by an identity provider. */
export const isOutside = (methods: readonly string[]): boolean =>
  methods.some((method) => signInBy(method) !== null);

/**
 * Returns the reason why these methods may not begin a session of this user. Administrators may not use methods of identity
 * providers. Returns null if the methods are allowed.
 */
export const outsideObjection = async (
  tx: Pick<ReadTx, "administrators">,
  userId: number,
  methods: readonly string[],
): Promise<CodedText | null> =>
  isOutside(methods) && (await isAdministrator(tx, userId)) ? signInTexts.administrator_kept() : null;

/** Throws if the actor may not manage administrators and an administrator is linked to the provider. */
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

/** Ends the sessions that an identity provider began. Call when the user becomes an administrator. */
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
