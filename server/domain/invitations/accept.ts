import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "@/db/tenant/invitations";
import { tags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { hashSecret } from "@/server/kernel/http/client-id";
import type { WriteTx } from "@/server/kernel/operation/store";
import { promoted, refuseUnproved } from "../administrators/promotion";
import type { UserRecord } from "../users/people";
import { lockOpenInvitation } from "./open";
import { defineRefusals } from "@/server/kernel/texts/define";

const invitationRefusals = defineRefusals("invitation", {
  /** An account with the address was created or removed after the form was shown. */
  account_changed: {
    status: 400,
    text: "An account of this address was made or removed meanwhile; look at the invitation again.",
    field: "token",
  },
  /** The invited administrator has an account and has not proved its address. */
  address_unproved: {
    status: 400,
    text: "Sign in and confirm the address of your account on your account page first; then accept the invitation.",
    field: "account",
  },
});

export interface Acceptance {
  token: string;
  /** The second secret of the link. Only the mail contains this secret. Null if the request contains only the token. */
  proof: string | null;
  name: string | null;
  /** An argon2id hash in PHC form; null if the person sets no password. */
  passwordHash: string | null;
  /**
   * True if the page showed an existing account. The function throws if the account was created or deleted after the page was
   * shown.
   */
  isMember?: boolean;
}

/**
 * Accepts an invitation and grants the invited role. Creates a user, or uses the existing user with the address without a
 * change. The address of a new user counts as proved only if `proof` is correct. The token alone is no proof, because the
 * inviter has seen the token. Throws (400) if the invitation is no longer valid, or if its inviter may no longer appoint the invited
 * administrator.
 */
export async function acceptInvitation(
  tx: WriteTx,
  { token, proof, name, passwordHash, isMember }: Acceptance,
  now: Date,
): Promise<{ user: UserRecord; invitationId: number }> {
  const row = await lockOpenInvitation(tx, token, now);
  const person = and(eq(users.emailKey, row.email.toLowerCase()), eq(users.kind, "person"))!;
  const holder = await tx.users.find(person);
  const known = holder && (await tx.users.lock(holder.id));
  // Refuses if the account was created or deleted after the page was shown. The page requests a password only for a new
  // account. For an existing account, the password would have no effect.
  if (isMember !== undefined && isMember !== (known !== undefined))
    throw invitationRefusals.account_changed();
  // The inviter has also seen the token. Only the second secret proves that the person received the mail.
  const addressed = proof !== null && row.proofHash === hashSecret(proof);
  const user =
    known ??
    (await tx.users.insert({
      email: row.email,
      name: name ?? row.name,
      emailVerifiedAt: addressed ? now : null,
      ...(passwordHash !== null && { passwordHash, passwordChangedAt: now }),
    }));
  let proofs = {};
  if (row.userKind === "tenant_admin") {
    if (known) await refuseUnproved(tx, known, { now, refusal: invitationRefusals.address_unproved });
    const added = await tx.administrators.insertIfAbsent({ userId: user.id, role: "admin" });
    if (added) proofs = await promoted(tx, user, { by: addressed ? "mail" : "token", now });
  }
  if (!known) {
    for (const tag of await tx.tags.list({ where: eq(tags.isDefaultForInvites, true) }))
      await tx.userTags.insertIfAbsent({ userId: user.id, tagId: tag.id });
  }
  const pending = and(eq(invitations.id, row.id), isNull(invitations.acceptedAt))!;
  await tx.invitations.updateWhere(pending, { acceptedAt: now, acceptedUserId: user.id, pendingKey: null });
  return { user: { ...user, ...proofs }, invitationId: row.id };
}
