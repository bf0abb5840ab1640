import { eq } from "drizzle-orm";
import { invitations } from "@/db/tenant/invitations";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { isBarred } from "@/server/kernel/operation/standing";
import { hashSecret } from "@/server/kernel/http/client-id";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import { defineRefusals } from "@/server/kernel/texts/define";

export const invitationRefusals = defineRefusals("invitation", {
  /** The invitation does not exist, was accepted or revoked, or has expired. */
  not_open: {
    status: 400,
    text: "This invitation is not valid any more; ask for a new one.",
    field: "token",
  },
});

/*
 * An invitation of an administrator is worth as much as the right of its inviter. A removed owner would otherwise come back
 * through an invitation to another address.
 */

type Invitation = Row<typeof invitations>;
type Inviter = Pick<Invitation, "inviterUserId" | "inviterClientId">;
type RightsTx = Pick<ReadTx, "users" | "administratorRoleOf" | "credentialCapabilities">;

/**
 * Returns true if the invitation can be accepted: it was neither accepted nor revoked, has not expired, and its inviter may still
 * appoint the invited administrator.
 */
export const isOpen = async (tx: RightsTx, invitation: Invitation, now: Date): Promise<boolean> =>
  invitation.acceptedAt === null &&
  invitation.revokedAt === null &&
  invitation.expiresAt > now &&
  (invitation.userKind !== "tenant_admin" || (await stillAppoints(tx, invitation, now)));

/** Returns the columns that name the actor who invites. */
export function inviterOf({ subject }: TenantActor): Inviter {
  const isCredential = subject.kind === "credential" && subject.userId !== null;
  return {
    inviterUserId: subject.kind === "user" ? subject.userId : null,
    inviterClientId: isCredential ? subject.clientId : null,
  };
}

/**
 * Returns true if the inviter may still appoint administrators: an active owner, or a valid credential with the capability
 * ManageTenantAdmins. True if the server itself invited.
 */
async function stillAppoints(
  tx: RightsTx,
  { inviterUserId, inviterClientId }: Inviter,
  now: Date,
): Promise<boolean> {
  if (inviterUserId !== null) {
    const user = await tx.users.get(inviterUserId);
    if (user?.status !== "active" || isBarred(user, now)) return false;
    const role = await tx.administratorRoleOf(inviterUserId);
    return role !== null && administratorCapabilities[role].has("ManageTenantAdmins");
  }
  if (inviterClientId === null) return true;
  return (await tx.credentialCapabilities(inviterClientId))?.includes("ManageTenantAdmins") ?? false;
}

/** Returns the invitation of this token and locks it. Throws (400) if it cannot be accepted. */
export async function lockOpenInvitation(tx: WriteTx, token: string, now: Date): Promise<Invitation> {
  const found = await tx.invitations.find(eq(invitations.tokenHash, hashSecret(token)));
  const row = found && (await tx.invitations.lock(found.id));
  // A change of the inviter's rights locks the same row. It therefore waits for this acceptance, or comes first.
  if (row?.userKind === "tenant_admin" && row.inviterUserId !== null) await tx.users.lock(row.inviterUserId);
  if (!row || !(await isOpen(tx, row, now))) throw invitationRefusals.not_open();
  return row;
}
