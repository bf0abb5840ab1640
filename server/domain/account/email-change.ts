import { and, eq, ne, sql } from "drizzle-orm";
import * as z from "zod";
import { users } from "@/db/tenant/users";
import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import { EmailAddress, Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { isBarred } from "@/server/kernel/operation/standing";
import { isAdministrator } from "../users/administrator-guard";
import { atCustomDomain, linkBase, refuseElsewhere } from "../administrators/links";
import { moveCodeFactor } from "../factors/kinds/codes";
import { localeOf, queueMessage, sealMessage, tellOldAddress } from "../messages/queue";
import {
  EMAIL_CHANGE,
  endTokens,
  keepToken,
  spendToken,
  oneTimeTokenRefusals,
} from "../one-time-tokens/tokens";
import { EMAIL_VERIFICATION } from "../recovery/email-verification";
import { PASSWORD_RESET } from "../recovery/password-reset";
import {
  changePerson,
  getPerson,
  labelOf,
  lockPerson,
  provedByMail,
  userTarget,
  type UserRecord,
} from "../users/people";
import { refuseContactChange } from "./own-contact";
import { mayChangeProfile } from "./profile";
import { refuseUnlessRecent, themselves } from "../users/self";
import { defineRefusals } from "@/server/kernel/texts/define";

const accountRefusals = defineRefusals("account", {
  email_unchanged: { status: 400, text: "email: is your address already.", field: "email" },
});

const VALID_HOURS = 24;

/**
 * Returns a digest of the present password. The link stores this digest. A change of the password therefore cancels the
 * request.
 */
const stampOf = ({ passwordHash }: UserRecord) => hashSecret(passwordHash ?? "");

/** Returns true if another user of the organization has the e-mail address. */
const taken = async (tx: Pick<ReadTx, "users">, email: string, userId: number) =>
  (await tx.users.find(and(eq(users.emailKey, sql`lower(${email})`), ne(users.id, userId))!)) !== undefined;

/**
 * Requests a change of the e-mail address. Sends a link to the new address. The address changes only when the user opens the
 * link. The response, the event and the duration do not reveal that another user has the address. Only the mail to that address
 * does.
 */
export const requestOwnEmailChange = command({
  name: "requestOwnEmailChange",
  capability: "ManageOwnAccount",
  summary: "Request a change of one's own e-mail address",
  description: "Sends a link to the new address. The address changes when the link is opened.",
  input: z.strictObject({ email: EmailAddress }),
  output: z.object({ userId: Id }),
  event: "email_change_requested",
  target: (_input, user) => userTarget(user),
  prepare: async ({ actor, ports, read, now }, { email }) => {
    const { userId } = themselves(actor);
    const { person, isTaken, administers } = await read(async (tx) => {
      await refuseContactChange(tx, actor, now);
      return {
        person: await getPerson(tx, userId),
        isTaken: await taken(tx, email, userId),
        administers: await isAdministrator(tx, userId),
      };
    });
    if (person.email === email) throw accountRefusals.email_unchanged();
    // Each request sends a mail to an unproven address. The rate limit prevents floods of mails.
    await ports.slowGuessing(`email-change/${actor.tenantId}/${userId}`);
    const { slug } = await ports.tenantRecord(actor.tenantId);
    const token = newOpaqueToken();
    const to = { channel: "email" as const, to: email, locale: localeOf(person) };
    const { base, elsewhere } = linkBase(ports, administers);
    const url = `${base}/verify/${slug}?token=${token}`;
    const message = isTaken
      ? sealMessage(ports.vault, { ...to, template: "email_change_taken", data: {} })
      : sealMessage(ports.vault, { ...to, template: "email_change", data: { url, hours: VALID_HOURS } });
    return { token, message, elsewhere };
  },
  run: async ({ tx, actor, now, changed, labelled }, { email }, { token, message, elsewhere }) => {
    const { userId } = themselves(actor);
    const person = await lockPerson(tx, userId);
    await refuseUnlessRecent(tx, actor, now);
    // The user may have become an administrator after the link was created.
    await refuseElsewhere(tx, userId, elsewhere);
    labelled(labelOf(person));
    changed({ newEmail: null }, { newEmail: email });
    // Ends the links of earlier requests. Only the link of the latest request is valid.
    await endTokens(tx, userId, EMAIL_CHANGE, now);
    const expiresAt = new Date(now.getTime() + VALID_HOURS * 3_600_000);
    await keepToken(
      tx,
      {
        userId,
        purpose: EMAIL_CHANGE,
        token,
        expiresAt,
        data: { email, from: person.email, stamp: stampOf(person) },
      },
      now,
    );
    await queueMessage(tx, message);
    await tellOldAddress(tx, person, "email_change_asked");
    return { userId };
  },
});

const Asked = z.object({ email: z.string(), from: z.string().nullable(), stamp: z.string() });

/** Changes the e-mail address with the token of the link. Notifies the old address. */
export const confirmEmailChange = command({
  name: "confirmEmailChange",
  capability: null,
  summary: "Confirm a new e-mail address with the link of a mail",
  input: z.strictObject({ token: z.string().max(200) }),
  output: z.object({ userId: Id }),
  event: "email_changed",
  target: (_input, user) => userTarget(user),
  prepare: ({ ports }) => Promise.resolve(atCustomDomain(ports)),
  run: async ({ tx, now, changed, labelled }, { token }, elsewhere) => {
    const { userId, data } = await spendToken(tx, EMAIL_CHANGE, token, now);
    const before = await lockPerson(tx, userId);
    const { email, from, stamp } = Asked.parse(data);
    // Refuses the link if the e-mail address or the password has changed since the request. Also refuses the link if the
    // account is suspended or locked, or if the profile is read-only.
    const isUnchanged = before.status === "active" && before.email === from && stampOf(before) === stamp;
    if (!isUnchanged || isBarred(before, now) || !(await mayChangeProfile(tx, userId)))
      throw oneTimeTokenRefusals.link_invalid();
    await refuseElsewhere(tx, userId, elsewhere);
    const after = await changePerson(tx, before, { email }, now);
    await tx.users.update(userId, await provedByMail(tx, after, now));
    // The link proves access to the new mailbox. The server may therefore send the codes of a second factor to the new mailbox.
    await moveCodeFactor(tx, { userId, kind: "email", address: email });
    labelled(labelOf(after));
    changed({ email: from, emailVerifiedAt: before.emailVerifiedAt }, { email, emailVerifiedAt: now });
    // Ends all links that were sent to the old address.
    for (const purpose of [EMAIL_CHANGE, EMAIL_VERIFICATION, PASSWORD_RESET])
      await endTokens(tx, userId, purpose, now);
    return { userId };
  },
});
