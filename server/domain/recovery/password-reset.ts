import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { users } from "@/db/tenant/users";
import { asciiAddress } from "@/server/kernel/strings/mail-address";
import { newOpaqueToken } from "@/server/kernel/http/client-id";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import { passwordProblem } from "@/server/kernel/strings/password-policy";
import type { ReadTx } from "@/server/kernel/operation/store";
import { moveCodeFactor } from "../factors/kinds/codes";
import { queueNotice } from "../messages/notices";
import { isAdministrator } from "../users/administrator-guard";
import { atCustomDomain, linkBase, refuseElsewhere } from "../administrators/links";
import { localeOf, queueMessage, sealMessage } from "../messages/queue";
import { endTokens, findToken, keepToken, spendToken, oneTimeTokenRefusals } from "../one-time-tokens/tokens";
import {
  endSessions,
  isProvedHere,
  labelOf,
  lockPerson,
  provedByMail,
  untrustedFrom,
  userTarget,
  type UserRecord,
} from "../users/people";

/** Purpose of the link in a password-reset mail. */
export const PASSWORD_RESET = "password_reset";
const VALID_MINUTES = 30;

/**
 * Returns the user with this e-mail address if the user may reset the password, else null. Returns null for a suspended user.
 * Returns null for an administrator with an unproved address. An actor could otherwise change an owner's address to the actor's
 * own address and take over the account.
 */
async function personOf(
  tx: Pick<ReadTx, "users" | "administrators">,
  email: string,
): Promise<{ person: UserRecord & { email: string }; administers: boolean } | null> {
  const found = await tx.users.find(
    and(eq(users.emailKey, sql`lower(${email})`), eq(users.kind, "person"), eq(users.status, "active"))!,
  );
  // Runs this query even for an unknown address. The duration therefore does not reveal if a user with the address exists.
  const administers = await isAdministrator(tx, found?.id ?? 0);
  if (!found || found.email === null || (administers && found.emailVerifiedAt === null)) return null;
  return { person: { ...found, email: found.email }, administers };
}

/** Sends a link for a new password. The response is the same for an unknown address, but no event is recorded. */
export const requestPasswordReset = command({
  name: "requestPasswordReset",
  capability: null,
  summary: "Request a new password",
  input: z.strictObject({ email: z.string().max(254) }),
  output: z.object({}),
  event: "password_reset_requested",
  target: ({ email }) => ({ ref: `user:${email}` }),
  prepare: async ({ actor, ports, read }, { email }) => {
    const found = await read((tx) => personOf(tx, asciiAddress(email.trim())));
    if (found === null) return null;
    const { person, administers } = found;
    const { base, elsewhere } = linkBase(ports, administers);
    const { slug } = await ports.tenantRecord(actor.tenantId);
    const token = newOpaqueToken();
    const message = sealMessage(ports.vault, {
      channel: "email",
      to: person.email,
      template: "password_reset",
      data: {
        url: `${base}/recover/${slug}?token=${token}`,
        minutes: VALID_MINUTES,
      },
      locale: localeOf(person),
    });
    return { userId: person.id, token, message, elsewhere };
  },
  run: async ({ tx, now, labelled, targeted, unchanged }, _input, prepared) => {
    const person = prepared && (await tx.users.lock(prepared.userId));
    if (!prepared || person?.status !== "active" || person.email !== prepared.message.recipient) {
      unchanged();
      return {};
    }
    // The user may have become an administrator after the link was created.
    if (prepared.elsewhere && (await isAdministrator(tx, person.id))) {
      unchanged();
      return {};
    }
    labelled(labelOf(person));
    targeted(`user:${person.id}`);
    const expiresAt = new Date(now.getTime() + VALID_MINUTES * 60_000);
    await keepToken(
      tx,
      {
        userId: person.id,
        purpose: PASSWORD_RESET,
        token: prepared.token,
        expiresAt,
        data: { email: prepared.message.recipient, elsewhere: prepared.elsewhere },
      },
      now,
    );
    await queueMessage(tx, prepared.message);
    return {};
  },
});

/**
 * Sets a new password with the token of a password-reset mail. Ends all sessions of the user with their app authorizations.
 * Ends all other password-reset links.
 */
export const resetPassword = command({
  name: "resetPassword",
  capability: null,
  summary: "Choose a new password with the link of a mail",
  input: z.strictObject({ token: z.string().max(200), password: z.string().max(2_000) }),
  output: z.object({ userId: Id, sessionsEnded: z.int() }),
  event: "password_reset",
  target: (_input, user) => userTarget(user),
  prepare: async ({ ports, read, now }, { token, password }) => {
    const person = await read(async (tx) => {
      const found = await findToken(tx, PASSWORD_RESET, token, now);
      return found && tx.users.get(found.userId);
    });
    // Checks the link first, because hashing a password is expensive.
    if (person?.status !== "active") throw oneTimeTokenRefusals.link_invalid();
    const { passwordPolicy } = await ports.settings();
    const problem = passwordProblem(passwordPolicy, password, person.email ?? "");
    if (problem !== null) throw problem("password");
    return { passwordHash: await ports.passwords.hash(password), elsewhere: atCustomDomain(ports) };
  },
  run: async ({ tx, now, changed, labelled }, { token }, { passwordHash, elsewhere }) => {
    const { userId, data } = await spendToken(tx, PASSWORD_RESET, token, now);
    const person = await lockPerson(tx, userId);
    // Refuses a link that was sent to a former address of the user.
    if (person.status !== "active" || person.email !== data["email"])
      throw oneTimeTokenRefusals.link_invalid();
    await refuseElsewhere(tx, userId, elsewhere);
    // The operator of a custom domain can read every link that is opened there. The operator could then open the link at
    // another host.
    const isSeen = elsewhere || data["elsewhere"] === true;
    labelled(labelOf(person));
    // Ends a lock that failed attempts caused. Such a lock blocks people who guess the password. The link proves that this
    // person can read the user's mails. Other locks stay.
    const lifts = person.lockCause === "guesses" && !person.lockedIndefinitely;
    changed(
      { password: person.passwordHash, lockedUntil: person.lockedUntil },
      { password: passwordHash, ...(lifts && { lockedUntil: null }) },
    );
    await endTokens(tx, userId, PASSWORD_RESET, now);
    const sessionsEnded = await endSessions(tx, userId, now);
    // The mailbox was used to set the password. The mailbox must not be the second factor as well (OWASP ASVS 5.0, 6.4.3).
    await moveCodeFactor(tx, { userId, kind: "email", address: null });
    await tx.users.update(userId, {
      passwordHash,
      passwordChangedAt: now,
      passwordWeak: false,
      failedSignIns: 0,
      ...(lifts && { lockedUntil: null, lockReason: null, lockCause: null }),
      // The link also proves the e-mail address. The account may still have second factors of an earlier user. A promotion to
      // administrator removes these factors.
      ...(!isProvedHere(person) && (await provedByMail(tx, person, now))),
      ...(isSeen && untrustedFrom(person, now)),
      updatedAt: now,
    });
    await queueNotice(tx, person, { template: "password_changed", data: {} });
    return { userId, sessionsEnded };
  },
});
