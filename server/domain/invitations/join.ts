import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import { invitations } from "@/db/tenant/invitations";
import { users } from "@/db/tenant/users";
import { hashSecret } from "@/server/kernel/http/client-id";
import { Id, Name } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import { passwordProblem } from "@/server/kernel/strings/password-policy";
import type { ReadTx } from "@/server/kernel/operation/store";
import { untrustedFrom } from "../users/people";
import { sendVerification, verificationMail } from "../recovery/email-verification";
import { atCustomDomain } from "../administrators/links";
import { acceptInvitation } from "./accept";
import { isOpen, invitationRefusals } from "./open";
import type { UserKind } from "./invitations.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("invitation", {
  name_missing: { status: 400, text: "name: must not be empty.", field: "name" },
});

/** The data for the page behind an invitation's link. */
export interface OpenInvitation {
  email: string;
  name: string | null;
  userKind: z.output<typeof UserKind>;
  /** True if the person already has an account in the organization. Accepting the invitation does not change the account. */
  isMember: boolean;
}

/** Returns the invitation of this token if it can be accepted. Does not accept the invitation. */
export async function findOpenInvitation(
  tx: Pick<ReadTx, "invitations" | "users" | "administratorRoleOf" | "credentialCapabilities">,
  token: string,
  now: Date,
): Promise<OpenInvitation | null> {
  const row = await tx.invitations.find(eq(invitations.tokenHash, hashSecret(token)));
  if (!row || !(await isOpen(tx, row, now))) return null;
  const known = await tx.users.find(eq(users.emailKey, sql`lower(${row.email})`));
  const { email, name, userKind } = row;
  return { email, name: known?.name ?? name, userKind, isMember: known !== undefined };
}

/** Accepts an invitation from the page behind its link. */
export const joinByInvitation = command({
  name: "joinByInvitation",
  capability: null,
  summary: "Accept an invitation",
  input: z.strictObject({
    token: z.string().max(200),
    /** The second secret from the mail. The secret proves that the person received the mail. */
    proof: z.string().max(200).nullish(),
    name: Name.nullable(),
    /** The new password; null for a person who already has an account in the organization. */
    password: z.string().max(2_000).nullable(),
  }),
  output: z.object({ userId: Id, invitationId: Id, userKind: z.enum(["end_user", "tenant_admin"]) }),
  event: "invitation_accepted",
  target: (_input, { invitationId }) => ({ ref: `invitation:${invitationId}` }),
  prepare: async ({ actor, ports, read, now }, { token, name, password }) => {
    const open = await read((tx) => findOpenInvitation(tx, token, now));
    if (open === null) throw invitationRefusals.not_open();
    const administers = open.userKind === "tenant_admin";
    const elsewhere = atCustomDomain(ports);
    if (administers && elsewhere) throw invitationRefusals.not_open();
    const verification = async () => {
      if (!ports.channels.email || (open.isMember && !administers)) return null;
      const { slug } = await ports.tenantRecord(actor.tenantId);
      return verificationMail(ports, { slug, to: open.email, locale: null, administers });
    };
    if (open.isMember) return { open, passwordHash: null, verification: await verification(), elsewhere };
    if (name === null) throw refusals.name_missing();
    const { passwordPolicy } = await ports.settings();
    const problem = passwordProblem(passwordPolicy, password ?? "", open.email);
    if (problem !== null) throw problem("password");
    const passwordHash = await ports.passwords.hash(password ?? "");
    return { open, passwordHash, verification: await verification(), elsewhere };
  },
  run: async ({ tx, now, changed, labelled, concerns }, { token, proof = null, name }, prepared) => {
    const { open, passwordHash, verification, elsewhere } = prepared;
    const accepted = { token, proof, name, passwordHash, isMember: open.isMember };
    const { user, invitationId } = await acceptInvitation(tx, accepted, now);
    const { id: userId } = user;
    // The operator of the custom domain could read the password that the person entered there.
    if (elsewhere && passwordHash !== null) await tx.users.update(userId, untrustedFrom(user, now));
    // Sends a verification mail, because the mailbox is not proved yet. An administrator with an unproved mailbox cannot reset
    // the password by mail.
    if (verification !== null && user.emailVerifiedAt === null)
      await sendVerification(tx, user, verification, now);
    labelled(open.email);
    concerns(`user:${userId}`);
    changed({}, { acceptedAt: now, userKind: open.userKind });
    return { userId, invitationId, userKind: open.userKind };
  },
});
