import { and, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { appAuthorizations } from "@/db/tenant/app-access";
import { identities } from "@/db/tenant/federation";
import { factors } from "@/db/tenant/sign-ins";
import { sessions } from "@/db/tenant/sessions";
import { users } from "@/db/tenant/users";
import { userRefusals } from "@/server/kernel/refusals/users";
import type * as z from "zod";
import { refuseTaken, type ReadTx, type Row, type WriteTx } from "@/server/kernel/store";
import type { UserField } from "@/server/kernel/user-fields";
import { tellOldAddress } from "../message-queue/old-address";
import { endAllTokens } from "../one-time-tokens/tokens";
import type { NewUser, User } from "./users.schema";

export type UserRecord = Row<typeof users>;

export const toUser = (row: Pick<UserRecord, "id" | "email" | "name" | "status" | "createdAt">): User => ({
  userId: row.id,
  email: row.email,
  name: row.name,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

/** The person of this id, or 404: a service account is not a user. */
export function person(row: UserRecord | undefined) {
  if (row?.kind !== "person") throw userRefusals.not_found();
  return row;
}

export const getPerson = async (tx: Pick<ReadTx, "users">, userId: number) =>
  person(await tx.users.get(userId));

/** The columns of an address that nobody has proved. */
export const UNPROVED_EMAIL = { emailVerifiedAt: null, emailVouchedBy: null };

/** Whether the address was proved here: an identity provider's word is not enough. */
export const isProvedHere = ({
  emailVerifiedAt,
  emailVouchedBy,
}: Pick<UserRecord, "emailVerifiedAt" | "emailVouchedBy">) =>
  emailVerifiedAt !== null && emailVouchedBy === null;

/** The column of a person as whom somebody else may sign in from now on; the first moment counts. */
export const untrustedFrom = ({ untrustedSince }: Pick<UserRecord, "untrustedSince">, now: Date) => ({
  untrustedSince: untrustedSince ?? now,
});

/**
 * Returns true if the account was used before this time. A sign-in that stops at its last step leaves a factor and no
 * `lastSignInAt`.
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
 * Returns the columns of an address after a mail to it was read. `person` is the record before the change. The earlier user of
 * the account may be another person than the reader of the mail, and may have left a way to sign in. Use after `since` is the
 * reader's own.
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

/** The number that codes may be sent to, or null: one that nobody has shown to be the person's is only written down. */
export const provenPhone = ({ phone, phoneVerifiedAt }: Pick<UserRecord, "phone" | "phoneVerifiedAt">) =>
  phoneVerifiedAt === null ? null : phone;

/** The same, held until the transaction ends. */
export const lockPerson = async (tx: Pick<WriteTx, "users">, userId: number) =>
  person(await tx.users.lock(userId));

/** What these people are called, by id. */
export async function namesOf(tx: Pick<ReadTx, "select">, userIds: number[]) {
  if (userIds.length === 0) return new Map<number, never>();
  const fields = { userId: users.id, email: users.email, name: users.name };
  const rows = await tx.select({ fields, from: users, where: inArray(users.id, userIds) });
  return new Map(rows.map((row) => [row.userId, row]));
}

const addressTaken = { users_email: userRefusals.email_in_use, users_user_name: userRefusals.email_in_use };

type ProfilePatch = { [Name in UserField]?: string | null | undefined };

/** Adds an ordinary person, whose address is unverified; 400 where it is somebody else's. */
export const addPerson = (tx: Pick<WriteTx, "users">, input: z.output<typeof NewUser> & ProfilePatch) =>
  refuseTaken(tx.users.insert(input), addressTaken);

/**
 * What changes with a person's address: the new one is unverified, and where an identity provider knows them by the old one,
 * it is to know them by the new one, or it would neither find nor be able to create them.
 */
function movedTo(email: string, before: UserRecord) {
  const old = before.email?.toLowerCase();
  const isOld = (text: unknown) => typeof text === "string" && text.toLowerCase() === old;
  const kept = before.scimAttributes?.["emails"];
  const emails =
    Array.isArray(kept) &&
    (kept as Record<string, unknown>[]).map((item) =>
      isOld(item["value"]) ? { ...item, value: email } : item,
    );
  return {
    ...UNPROVED_EMAIL,
    ...(isOld(before.userName) && { userName: email }),
    ...(emails && { scimAttributes: { ...before.scimAttributes, emails } }),
  };
}

/**
 * Changes these fields of a person and gives them back; a new address is unverified, 400 where it is somebody else's. The old
 * one is told, but not of a change of letters' case. Codes and links that were sent before end: they may have gone to the old one.
 */
export async function changePerson(
  tx: Pick<WriteTx, "users" | "messages" | "oneTimeTokens">,
  before: UserRecord,
  patch: { email?: string } & ProfilePatch,
  now: Date,
) {
  const { email } = patch;
  const moved = email !== undefined && email.toLowerCase() !== before.email?.toLowerCase();
  const values = {
    ...patch,
    updatedAt: now,
    ...(moved && { ...movedTo(email, before), ...untrustedFrom(before, now) }),
  };
  const after = await refuseTaken(tx.users.update(before.id, values), addressTaken);
  if (moved) {
    await endAllTokens(tx, before.id, now);
    await tellOldAddress(tx, before, "email_changed");
  }
  return after!;
}

/** How the audit log names a subject: by address, or for a service account by name. */
export const labelOf = ({ email, name }: Pick<UserRecord, "email" | "name">) => email ?? name;

export const userTarget = ({ userId }: { userId: number }) => ({ ref: `user:${userId}` });

const ended = (now: Date) => ({ revokedAt: now, revokedReason: "session ended" });

/** Ends a session, and what apps were authorized to do in it; their tokens are dead from the commit on. */
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
 * Ends all of a user's sessions, those in which they act as somebody else among them, and every app's tokens of theirs; tells
 * how many of their own there were that had not run out.
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
