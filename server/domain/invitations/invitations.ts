import { and, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import * as z from "zod";
import { invitations } from "@/db/tenant/invitations";
import { administrators, users } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { refuseTaken, type ReadTx, type Row } from "@/server/kernel/operation/store";
import { decidesOnAdministrators } from "../users/administrator-guard";
import { refuseShortened } from "../users/self";
import { linkBase } from "../administrators/links";
import { queueMessage, sealMessage } from "../messages/queue";
import { readSetting } from "../settings/tenant-settings";
import { inviterOf } from "./open";
import { Invitation, NewInvitation, UserKind } from "./invitations.schema";
import { invitationSettings } from "./settings";
import { defineRefusals } from "@/server/kernel/texts/define";

const invitationRefusals = defineRefusals("invitation", {
  not_found: { status: 404, text: "There is no such invitation." },
  already_member: { status: 400, text: "email: belongs to a user of that kind already.", field: "email" },
  already_pending: {
    status: 400,
    text: "email: has a pending invitation already; revoke that one first.",
    field: "email",
  },
  already_accepted: {
    status: 400,
    text: "This invitation was accepted; suspend the user instead.",
  },
  administrator_reserved: {
    status: 403,
    text: "userKind: an invitation of an administrator needs the capability ManageTenantAdmins, too.",
    field: "userKind",
  },
});

const DAY_MS = 86_400_000;

const toInvitation = (row: Row<typeof invitations>): Invitation => ({
  invitationId: row.id,
  email: row.email,
  name: row.name,
  userKind: row.userKind,
  expiresAt: row.expiresAt.toISOString(),
  acceptedAt: timestampOrNull(row.acceptedAt),
  revokedAt: timestampOrNull(row.revokedAt),
  createdAt: row.createdAt.toISOString(),
});

/** Maximum number of accepted, revoked and expired invitations in the list. The list contains the newest ones. */
const MOST = 1_000;

export const listInvitations = query({
  name: "listInvitations",
  rest: "GET /invitations",
  console: "invitations.list",
  capability: "ManageInvitations",
  summary: "List invitations",
  description:
    "Lists pending invitations: neither accepted, revoked nor expired. With includeCompleted, lists the " +
    `newest ${MOST} of all.`,
  input: z.strictObject({ includeCompleted: z.boolean().default(false) }),
  output: z.array(Invitation),
  run: async ({ tx, now }, { includeCompleted }) => {
    const pending = and(
      isNull(invitations.acceptedAt),
      isNull(invitations.revokedAt),
      gt(invitations.expiresAt, now),
    );
    const rows = await tx.invitations.list({
      where: includeCompleted ? undefined : pending,
      orderBy: [desc(invitations.id)],
      limit: MOST,
    });
    return rows.map(toInvitation);
  },
});

/** Returns true if a user of this kind already has the e-mail address. */
async function isMember(
  tx: Pick<ReadTx, "users" | "administrators">,
  email: string,
  kind: z.output<typeof UserKind>,
) {
  const user = await tx.users.find(and(eq(users.emailKey, sql`lower(${email})`), eq(users.kind, "person"))!);
  if (!user) return false;
  const held = await tx.administrators.find(eq(administrators.userId, user.id));
  return kind === "tenant_admin" ? held !== undefined : true;
}

/** Throws (403) if the invitation is for an administrator and the actor may not manage administrators. */
function guardInvitation(actor: TenantActor, userKind: z.output<typeof UserKind>) {
  if (userKind === "tenant_admin" && !decidesOnAdministrators(actor))
    throw invitationRefusals.administrator_reserved();
}

export const createInvitation = command({
  name: "createInvitation",
  rest: { at: "POST /invitations", status: 201 },
  console: "invitations.create",
  capability: "ManageInvitations",
  summary: "Invite a user",
  description:
    "The token is the invitation's credential and is returned only now. Each address can have one pending " +
    "invitation; it expires after 7 days or the organization's own period. If the installation sends mail, it " +
    "sends the link to accept it. Only that link proves the address: with the token alone, the address stays " +
    "unverified. To invite an administrator (tenant_admin), the capability ManageTenantAdmins is required in " +
    "addition (403); such an invitation ends when its inviter loses that right.",
  input: NewInvitation,
  output: z.object({
    email: z.string(),
    userKind: UserKind,
    token: z.string().describe("Returned only here."),
  }),
  event: "invitation_created",
  touches: ["administration"],
  // The target of the event is the address. The command sets a more exact target later, because the response does not contain
  // the invitation's id.
  target: ({ email }) => ({ ref: `invitation:${email}`, label: email }),
  prepare: async ({ actor, ports, read }, { email, userKind }) => {
    guardInvitation(actor, userKind);
    const token = newOpaqueToken();
    // Only the mail contains the secret `proof`. The inviter sees only the token.
    const proof = newOpaqueToken();
    const { validDays } = await read((tx) => readSetting(tx, invitationSettings));
    if (!ports.channels.email) return { token, proof: null, validDays, message: null };
    const { slug } = await ports.tenantRecord(actor.tenantId);
    const message = sealMessage(ports.vault, {
      channel: "email",
      to: email,
      template: "invitation",
      data: {
        url: `${linkBase(ports, userKind === "tenant_admin").base}/join/${slug}?token=${token}&proof=${proof}`,
        // Names the inviter only if the inviter is a user. The recipient does not know the name of an API credential.
        inviter: actor.subject.kind === "user" ? actor.subject.label : null,
        days: validDays,
      },
    });
    return { token, proof, validDays, message };
  },
  run: async ({ tx, actor, now, changed, targeted }, { email, name, userKind }, prepared) => {
    const { token, proof, validDays, message } = prepared;
    if (userKind === "tenant_admin") await refuseShortened(tx, actor);
    if (await isMember(tx, email, userKind)) throw invitationRefusals.already_member();
    const pendingKey = email.toLowerCase();
    // Removes the mark "pending" from expired invitations to this address. A new invitation is then possible.
    const expired = and(eq(invitations.pendingKey, pendingKey), lte(invitations.expiresAt, now))!;
    await tx.invitations.updateWhere(expired, { pendingKey: null });
    const values = { email, name: name ?? null, userKind };
    const row = await refuseTaken(
      tx.invitations.insert({
        ...values,
        ...inviterOf(actor),
        pendingKey,
        tokenHash: hashSecret(token),
        proofHash: proof === null ? null : hashSecret(proof),
        createdAt: now,
        expiresAt: new Date(now.getTime() + validDays * DAY_MS),
      }),
      { invitations_pending: invitationRefusals.already_pending },
    );
    if (message) await queueMessage(tx, message);
    targeted(`invitation:${row.id}`);
    changed({}, values);
    return { email, userKind, token };
  },
});

export const revokeInvitation = command({
  name: "revokeInvitation",
  rest: "DELETE /invitations/{invitationId}",
  console: "invitations.revoke",
  capability: "ManageInvitations",
  summary: "Revoke an invitation",
  description:
    "Revoking a revoked one again changes nothing; an accepted one cannot be revoked. For that of an " +
    "administrator, the capability ManageTenantAdmins is required in addition.",
  input: z.strictObject({ invitationId: Id }),
  output: z.object({ id: Id, revoked: z.boolean() }),
  event: "invitation_revoked",
  touches: ["administration"],
  target: ({ invitationId }) => ({ ref: `invitation:${invitationId}` }),
  run: async ({ tx, actor, now, changed, labelled, unchanged }, { invitationId }) => {
    const row = await tx.invitations.lock(invitationId);
    if (!row) throw invitationRefusals.not_found();
    guardInvitation(actor, row.userKind);
    if (row.acceptedAt !== null) throw invitationRefusals.already_accepted();
    labelled(row.email);
    changed({ revokedAt: row.revokedAt }, { revokedAt: now });
    if (row.revokedAt !== null) unchanged();
    else await tx.invitations.update(invitationId, { revokedAt: now, pendingKey: null });
    return { id: invitationId, revoked: true };
  },
});
