import { and, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { appAuthorizations } from "@/db/tenant/app-access";
import { identities } from "@/db/tenant/federation";
import { factors } from "@/db/tenant/sign-ins";
import { sessions } from "@/db/tenant/sessions";
import { users } from "@/db/tenant/users";
import type * as z from "zod";
import { refuseTaken, type ReadTx, type Row, type WriteTx } from "@/server/kernel/operation/store";
import { type TextParam, defineRefusals, defineTexts } from "@/server/kernel/texts/define";
import { fieldsIn, userFieldNames, type UserField } from "@/server/kernel/user-fields";
import { tellOldAddress } from "../messages/queue";
import { withNewAddress } from "../scim-attributes/scim-attributes";
import { endAllTokens } from "../one-time-tokens/tokens";
import type { NewUser, User, UserDetails } from "./users.schema";

export const userRefusals = defineRefusals("user", {
  not_found: { status: 404, text: "There is no such user." },
  email_in_use: {
    status: 400,
    text: "email: this address is in use in the organization already.",
    field: "email",
  },
});

export const alertTexts = defineTexts("alert", { user: "user {id}" });

export const explanationTexts = defineTexts("explanation", { suspended: "The account is suspended." });

export const nameTexts = defineTexts("name", { user: "User {id}" });

export type UserRecord = Row<typeof users>;

export const toUser = (row: Pick<UserRecord, "id" | "email" | "name" | "status" | "createdAt">): User => ({
  userId: row.id,
  email: row.email,
  name: row.name,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

export const toUserDetails = (row: UserRecord): UserDetails => ({
  ...toUser(row),
  ...fieldsIn(row, userFieldNames),
});

/** Returns the row of a user. Throws (404) if the row is missing or belongs to a service account. */
export function person(row: UserRecord | undefined) {
  if (row?.kind !== "person") throw userRefusals.not_found();
  return row;
}

export const getPerson = async (tx: Pick<ReadTx, "users">, userId: number) =>
  person(await tx.users.get(userId));

/**
 * Returns true if a mail of this server proved the e-mail address, for example by a link in the mail. An identity provider's
 * statement is not sufficient.
 */
export const isProvedHere = ({
  emailVerifiedAt,
  emailVouchedBy,
}: Pick<UserRecord, "emailVerifiedAt" | "emailVouchedBy">) =>
  emailVerifiedAt !== null && emailVouchedBy === null;

/**
 * Returns the column that marks an account as untrusted. Another person may be able to use an untrusted account. Keeps the time
 * of an earlier mark.
 */
export const untrustedFrom = ({ untrustedSince }: Pick<UserRecord, "untrustedSince">, now: Date) => ({
  untrustedSince: untrustedSince ?? now,
});

/**
 * Returns true if the account was used before the given time. Also checks factors. A sign-in that stops before its last step
 * can leave a factor without setting `lastSignInAt`.
 */
async function wasUsed(
  tx: Pick<ReadTx, "factors" | "identities" | "sessions">,
  { id, passwordHash, lastSignInAt, phoneVerifiedAt }: UserRecord,
  before: Date,
): Promise<boolean> {
  if (passwordHash !== null || lastSignInAt !== null || phoneVerifiedAt !== null) return true;
  const found = await Promise.all([
    tx.factors.find(and(eq(factors.userId, id), lt(factors.createdAt, before))!),
    tx.identities.find(and(eq(identities.userId, id), lt(identities.linkedAt, before))!),
    tx.sessions.find(
      and(eq(sessions.userId, id), isNull(sessions.actorUserId), lt(sessions.createdAt, before))!,
    ),
  ]);
  return found.some((row) => row !== undefined);
}

/**
 * Returns the columns for an e-mail address after the user has proved access to its mailbox. `person` is the record before the
 * change. If the account was used before `since`, another person may have used the account and left a way to sign in. The
 * account is then marked as untrusted.
 */
export async function provedByMail(
  tx: Pick<ReadTx, "factors" | "identities" | "sessions">,
  person: UserRecord,
  now: Date,
  since = now,
) {
  const isUntrusted = !isProvedHere(person) && (await wasUsed(tx, person, since));
  return { emailVerifiedAt: now, emailVouchedBy: null, ...(isUntrusted && untrustedFrom(person, now)) };
}

/** Returns the phone number to which codes may be sent. Returns null if the number is not proven. */
export const provenPhone = ({ phone, phoneVerifiedAt }: Pick<UserRecord, "phone" | "phoneVerifiedAt">) =>
  phoneVerifiedAt === null ? null : phone;

/**
 * Returns the user and locks the row until the transaction ends. Throws (404) if the user does not exist or is a service
 * account.
 */
export const lockPerson = async (tx: Pick<WriteTx, "users">, userId: number) =>
  person(await tx.users.lock(userId));

/** Returns the e-mail addresses and names of these users. The keys are user ids. */
export async function namesOf(tx: Pick<ReadTx, "select">, userIds: number[]) {
  if (userIds.length === 0) return new Map<number, never>();
  const fields = { userId: users.id, email: users.email, name: users.name };
  const rows = await tx.select({ fields, from: users, where: inArray(users.id, userIds) });
  return new Map(rows.map((row) => [row.userId, row]));
}

const addressTaken = { users_email: userRefusals.email_in_use, users_user_name: userRefusals.email_in_use };

type ProfilePatch = { [Name in UserField]?: string | null | undefined };

/** Adds an ordinary user with an unverified e-mail address. Throws (400) if the address is in use. */
export const addPerson = (tx: Pick<WriteTx, "users">, input: z.output<typeof NewUser> & ProfilePatch) =>
  refuseTaken(tx.users.insert(input), addressTaken);

type AddressReaction = (
  tx: Pick<WriteTx, "messages" | "oneTimeTokens">,
  before: UserRecord,
  now: Date,
) => Promise<void>;

/** What follows from a new e-mail address, in the transaction of the change. Codes and links may have gone to the old address. */
const addressReactions: AddressReaction[] = [
  (tx, { id }, now) => endAllTokens(tx, id, now),
  (tx, before) => tellOldAddress(tx, before, "email_changed"),
];

/** Returns true if the addresses differ in more than letter case. */
const isMoved = (before: string | null, after: string | null) =>
  before?.toLowerCase() !== after?.toLowerCase();

/** Returns the columns of a user whose e-mail address changes to this one. The new address is unverified. */
export const movedTo = (email: string | null, before: UserRecord, now: Date) =>
  isMoved(before.email, email) && {
    emailVerifiedAt: null,
    emailVouchedBy: null,
    ...untrustedFrom(before, now),
  };

/** Runs the reactions if the change gave the user a new e-mail address. */
export async function reactToNewAddress(
  tx: Pick<WriteTx, "messages" | "oneTimeTokens">,
  before: UserRecord,
  { email }: Pick<UserRecord, "email">,
  now: Date,
) {
  if (isMoved(before.email, email)) for (const react of addressReactions) await react(tx, before, now);
}

/**
 * Changes fields of a user and returns the record. Throws (400) if the new e-mail address is in use. If the new address differs
 * in more than letter case, it is unverified and also replaces the old one in SCIM attributes.
 */
export async function changePerson(
  tx: Pick<WriteTx, "users" | "messages" | "oneTimeTokens">,
  before: UserRecord,
  patch: { email?: string } & ProfilePatch,
  now: Date,
) {
  const { email = before.email } = patch;
  const moved = movedTo(email, before, now);
  const values = { ...patch, updatedAt: now, ...(moved && { ...moved, ...withNewAddress(before, email) }) };
  const after = (await refuseTaken(tx.users.update(before.id, values), addressTaken))!;
  await reactToNewAddress(tx, before, after, now);
  return after;
}

/**
 * Returns the name of a user or service account for the audit log. The name is the e-mail address, or else the name of the
 * account.
 */
export const labelOf = ({ email, name }: Pick<UserRecord, "email" | "name">) => email ?? name;

/**
 * Returns the label of a user as a text. If the user has neither an e-mail address nor a name, the label contains the user id.
 */
export const labelText = (user: Pick<UserRecord, "id" | "email" | "name">): TextParam =>
  labelOf(user) ?? alertTexts.user({ id: user.id });

export const userTarget = ({ userId }: { userId: number }) => ({ ref: `user:${userId}` });

const ended = (now: Date) => ({ revokedAt: now, revokedReason: "session ended" });

/**
 * Ends a session and the app authorizations that belong to the session. The tokens of these authorizations become invalid at
 * the commit.
 */
export async function endSession(
  tx: Pick<WriteTx, "sessions" | "appAuthorizations">,
  sessionId: number,
  now: Date,
) {
  const inIt = and(eq(appAuthorizations.sessionId, sessionId), isNull(appAuthorizations.revokedAt))!;
  await Promise.all([
    tx.sessions.update(sessionId, { revokedAt: now }),
    tx.appAuthorizations.updateWhere(inIt, ended(now)),
  ]);
}

/**
 * Ends all sessions of a user and the app authorizations that belong to the sessions. Includes sessions in which the user acts
 * as another user. Returns the number of the user's own unexpired sessions.
 */
export async function endSessions(
  tx: Pick<WriteTx, "sessions" | "appAuthorizations">,
  userId: number,
  now: Date,
): Promise<number> {
  const live = and(
    or(eq(sessions.userId, userId), eq(sessions.actorUserId, userId)),
    isNull(sessions.revokedAt),
  )!;
  const asAnother = sql`exists (select 1 from ${sessions} acting where acting.tenant_id = ${appAuthorizations}.tenant_id
    and acting.id = ${appAuthorizations}.session_id and acting.actor_user_id = ${userId})`;
  const theirs = and(
    or(eq(appAuthorizations.userId, userId), asAnother),
    isNull(appAuthorizations.revokedAt),
  )!;
  const [count] = await Promise.all([
    tx.sessions.count(and(live, eq(sessions.userId, userId), gt(sessions.expiresAt, now))),
    tx.sessions.updateWhere(live, { revokedAt: now }),
    tx.appAuthorizations.updateWhere(theirs, ended(now)),
  ]);
  return count;
}
