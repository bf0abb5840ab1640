import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { consoleSessions, platformAdministrators } from "@/db/platform/sign-in";
import type { Actor, PlatformActor } from "@/server/kernel/operation/actor";
import type { PrepareContext } from "@/server/kernel/operation/operation";
import type { PlatformReadTx, PlatformWriteTx } from "@/server/kernel/operation/store";
import { administratorRef, holdAdministrator } from "./administrator-record";
import { accountRefusals } from "../domain/users/self";
import { ownAccountRefusals } from "@/server/kernel/operation/standing";

/* The acting platform administrator, and the proof of the password before a change of factors. */

const t = platformAdministrators;

export const administratorTarget = (_input: unknown, { administratorId }: { administratorId: number }) => ({
  ref: administratorRef(administratorId),
});

/** Returns the acting administrator; null for a credential or the set-up. */
export const selfOf = ({ subject }: Actor) => (subject.kind === "user" ? subject : null);

export type Self = NonNullable<ReturnType<typeof selfOf>>;

/** Returns the acting administrator. Throws (403) if the actor is not a person. */
export function self(actor: Actor): Self {
  const person = selfOf(actor);
  if (person === null) throw accountRefusals.people_only();
  return person;
}

/** An administrator whose password was verified, with the hash that was compared. */
interface Proved {
  self: Self;
  email: string;
  passwordHash: string;
}

/** Verifies the actor's password, outside the transaction. Limits the attempts (throws 429). */
export async function provePassword(
  { actor, ports, read }: PrepareContext<PlatformActor, PlatformReadTx>,
  password: string,
): Promise<Proved> {
  const person = self(actor);
  await ports.slowGuessing(`platform/${person.userId}`);
  const [row] = await read((tx) => tx.db.select().from(t).where(eq(t.id, person.userId)));
  if (!row || !(await ports.passwords.verify(row.passwordHash, password)))
    throw accountRefusals.current_password_wrong();
  return { self: person, email: row.email, passwordHash: row.passwordHash };
}

/**
 * Waits for running commands of administrators, and makes later ones wait until the transaction ends
 * (administered-command.ts). Code that ends console sessions of administrators takes this lock before it
 * locks any row. A command of such a session then completes before the session ends, or is
 * refused.
 */
export async function holdAdministration({ db }: PlatformWriteTx): Promise<void> {
  const lock = sql`pg_advisory_xact_lock(hashtextextended('platform administration', 0))`;
  await db.select({ lock }).from(t).limit(1);
}

/**
 * Locks the acting administrator until the transaction ends. Throws (403) if the console session has ended since the
 * request arrived. Operations that end sessions because of a new password or factor lock the same row.
 */
export async function lockSelf(tx: PlatformWriteTx, acting: Self, now: Date) {
  const row = await holdAdministrator(tx, acting.userId);
  if (!row || !(await isLive(tx, acting, now))) throw ownAccountRefusals.session_ended();
  return row;
}

/** Throws (403) if the administrator was removed, or the console session has ended, since the request arrived. */
export async function refuseEndedSelf(tx: PlatformWriteTx, acting: Self, now: Date) {
  const [row] = await tx.db.select({ id: t.id }).from(t).where(eq(t.id, acting.userId));
  if (!row || !(await isLive(tx, acting, now))) throw ownAccountRefusals.session_ended();
}

/** Returns true if the console session is live. Only actors that the server creates for itself have no session. */
async function isLive(
  { db }: PlatformWriteTx,
  { userId, consoleSessionId }: Self,
  now: Date,
): Promise<boolean> {
  if (consoleSessionId === null) return true;
  const s = consoleSessions;
  const own = and(eq(s.id, consoleSessionId), eq(s.platformAdministratorId, userId));
  const rows = await db
    .select({ id: s.id })
    .from(s)
    .where(and(own, isNull(s.revokedAt), gt(s.expiresAt, now)));
  return rows.length > 0;
}

/** Locks the administrator until the transaction ends. Throws if the password was changed after its verification. */
export async function lockProved(tx: PlatformWriteTx, { self: acting, passwordHash }: Proved, now: Date) {
  const row = await lockSelf(tx, acting, now);
  if (row.passwordHash !== passwordHash) throw accountRefusals.current_password_wrong();
  return row;
}

/** Ends an administrator's console sessions except the present one. Returns their number. */
export async function endConsoleSessions(
  { db }: PlatformWriteTx,
  { userId, consoleSessionId }: Pick<Self, "userId" | "consoleSessionId">,
  now: Date,
): Promise<number> {
  const s = consoleSessions;
  const others = and(
    eq(s.platformAdministratorId, userId),
    isNull(s.revokedAt),
    consoleSessionId === null ? undefined : ne(s.id, consoleSessionId),
  );
  return (await db.update(s).set({ revokedAt: now }).where(others).returning({ id: s.id })).length;
}
