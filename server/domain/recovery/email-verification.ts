import * as z from "zod";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { newOpaqueToken } from "@/server/kernel/http/client-id";
import { Id } from "@/server/kernel/fields";
import type { Locale } from "@/server/kernel/strings/languages";
import { command } from "@/server/kernel/operation/operation";
import type { Ports } from "@/server/kernel/operation/ports";
import type { WriteTx } from "@/server/kernel/operation/store";
import { refuseWhileActing, accountRefusals } from "../users/self";
import { isAdministrator } from "../users/administrator-guard";
import { atCustomDomain, linkBase, refuseElsewhere } from "../administrators/links";
import { localeOf, queueMessage, sealMessage, type SealedMessage } from "../messages/queue";
import { endTokens, keepToken, spendToken, oneTimeTokenRefusals } from "../one-time-tokens/tokens";
import {
  getPerson,
  isProvedHere,
  labelOf,
  lockPerson,
  provedByMail,
  userTarget,
  type UserRecord,
} from "../users/people";
import { defineRefusals } from "@/server/kernel/texts/define";

const recoveryRefusals = defineRefusals("recovery", {
  no_address: { status: 400, text: "There is no address to verify." },
});

/** Purpose of the link in a verification mail. */
export const EMAIL_VERIFICATION = "email_verification";
const VALID_HOURS = 24;

/**
 * Returns the id of the signed-in user. Throws (403) if an administrator acts as the user. Only the user may request a
 * verification mail.
 */
function ownUserId(actor: TenantActor) {
  refuseWhileActing(actor);
  const { subject } = actor;
  if (subject.kind !== "user") throw accountRefusals.people_only();
  return subject.userId;
}

export interface VerificationMail {
  token: string;
  message: SealedMessage;
}

/** Creates a mail with a link that proves the e-mail address. `administers` is true if the recipient is an administrator. */
export function verificationMail(
  { vault, installation }: Pick<Ports, "vault" | "installation">,
  {
    slug,
    to,
    locale,
    administers,
  }: { slug: string; to: string; locale: Locale | null; administers: boolean },
): VerificationMail {
  const token = newOpaqueToken();
  const data = {
    url: `${linkBase({ installation }, administers).base}/verify/${slug}?token=${token}`,
    hours: VALID_HOURS,
  };
  return {
    token,
    message: sealMessage(vault, { channel: "email", to, template: "email_verification", data, locale }),
  };
}

/** Queues the verification mail for the user. Stores the token of the link. */
export async function sendVerification(
  tx: Pick<WriteTx, "oneTimeTokens" | "messages" | "users">,
  { id: userId, email }: Pick<UserRecord, "id" | "email">,
  { token, message }: VerificationMail,
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + VALID_HOURS * 3_600_000);
  await keepToken(tx, { userId, purpose: EMAIL_VERIFICATION, token, expiresAt, data: { email } }, now);
  await queueMessage(tx, message);
}

/** Sends the signed-in user a link that proves the user's e-mail address. Does nothing if the address is already verified. */
export const requestEmailVerification = command({
  name: "requestEmailVerification",
  console: { at: "account.verifyEmail", channel: "account" },
  capability: "ManageOwnAccount",
  summary: "Send a mail that proves one's own address",
  input: z.strictObject({}),
  own: { atCustomDomain: true },
  output: z.object({ userId: Id, sent: z.boolean() }),
  event: "email_verification_requested",
  target: (_input, user) => userTarget(user),
  prepare: async ({ actor, ports, read }) => {
    const userId = ownUserId(actor);
    const { person, administers } = await read(async (tx) => ({
      person: await getPerson(tx, userId),
      administers: await isAdministrator(tx, userId),
    }));
    if (person.email === null) throw recoveryRefusals.no_address();
    if (isProvedHere(person)) return null;
    // Each request sends a mail to an unproven address. The rate limit prevents floods of mails.
    await ports.slowGuessing(`verify/${actor.tenantId}/${userId}`);
    const { slug } = await ports.tenantRecord(actor.tenantId);
    const { elsewhere } = linkBase(ports, administers);
    return {
      ...verificationMail(ports, { slug, to: person.email, locale: localeOf(person), administers }),
      elsewhere,
    };
  },
  run: async ({ tx, actor, now, labelled, unchanged }, _input, prepared) => {
    const userId = ownUserId(actor);
    const person = await lockPerson(tx, userId);
    if (prepared === null || person.email !== prepared.message.recipient) {
      unchanged();
      return { userId, sent: false };
    }
    // The user may have become an administrator after the link was created.
    await refuseElsewhere(tx, userId, prepared.elsewhere);
    labelled(labelOf(person));
    await sendVerification(tx, person, prepared, now);
    return { userId, sent: true };
  },
});

/** Verifies the user's e-mail address with the token of a link. Throws if the user has another address now. */
export const verifyEmail = command({
  name: "verifyEmail",
  capability: null,
  summary: "Verify an address with the link of a mail",
  input: z.strictObject({ token: z.string().max(200) }),
  output: z.object({ userId: Id }),
  event: "email_verified",
  target: (_input, user) => userTarget(user),
  prepare: ({ ports }) => Promise.resolve(atCustomDomain(ports)),
  run: async ({ tx, now, changed, labelled }, { token }, elsewhere) => {
    const { userId, data } = await spendToken(tx, EMAIL_VERIFICATION, token, now);
    const person = await lockPerson(tx, userId);
    if (person.email === null || person.email !== data["email"]) throw oneTimeTokenRefusals.link_invalid();
    await refuseElsewhere(tx, userId, elsewhere);
    labelled(labelOf(person));
    changed({ emailVerifiedAt: person.emailVerifiedAt }, { emailVerifiedAt: now });
    await endTokens(tx, userId, EMAIL_VERIFICATION, now);
    await tx.users.update(userId, { ...(await provedByMail(tx, person, now)), updatedAt: now });
    return { userId };
  },
});
