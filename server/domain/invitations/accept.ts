import { proofsOfAdministrator } from "../administrators/guard";
import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "@/db/tenant/invitations";
import { tags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { endOutsideSessions } from "../federation/vouching";
import { hashSecret } from "@/server/kernel/client-id";
import { invalid } from "@/server/kernel/errors";
import type { WriteTx } from "@/server/kernel/store";

export interface Acceptance {
  token: string;
  name: string | null;
  /** An argon2id hash in PHC form, or null where the person will sign in otherwise. */
  passwordHash: string | null;
}

/** What somebody is told whose invitation is none any more, or never was. */
export const invitationOver = () =>
  invalid("This invitation is not valid any more; ask for a new one.", "token");

/**
 * Accepts an invitation: makes its user, or takes the one who has the address by now as they are, and gives them what
 * they were invited to be. A new user's address counts as proved. Throws 400 where the invitation is none any more.
 */
export async function acceptInvitation(
  tx: WriteTx,
  { token, name, passwordHash }: Acceptance,
  now: Date,
): Promise<{ userId: number; invitationId: number }> {
  const found = await tx.invitations.find(eq(invitations.tokenHash, hashSecret(token)));
  const row = found && (await tx.invitations.lock(found.id));
  if (!row || row.acceptedAt !== null || row.revokedAt !== null || row.expiresAt <= now)
    throw invitationOver();
  const person = and(eq(users.emailKey, row.email.toLowerCase()), eq(users.kind, "person"))!;
  const known = await tx.users.find(person);
  // Whoever sent the invitation has seen its token, too: it must not open an account that somebody has already.
  const user =
    known ??
    (await tx.users.insert({
      email: row.email,
      name: name ?? row.name,
      emailVerifiedAt: now,
      ...(passwordHash !== null && { passwordHash, passwordChangedAt: now }),
    }));
  if (row.userKind === "tenant_admin") {
    await tx.administrators.insertIfAbsent({ userId: user.id, role: "admin" });
    const proofs = proofsOfAdministrator(user);
    if (Object.keys(proofs).length > 0) await tx.users.update(user.id, proofs);
    if (known) await endOutsideSessions(tx, user.id, now);
  }
  if (!known) {
    for (const tag of await tx.tags.list({ where: eq(tags.isDefaultForInvites, true) }))
      await tx.userTags.insertIfAbsent({ userId: user.id, tagId: tag.id });
  }
  const pending = and(eq(invitations.id, row.id), isNull(invitations.acceptedAt))!;
  await tx.invitations.updateWhere(pending, { acceptedAt: now, acceptedUserId: user.id, pendingKey: null });
  return { userId: user.id, invitationId: row.id };
}
