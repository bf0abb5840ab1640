import { and, eq, gt, isNull } from "drizzle-orm";
import { sessions } from "@/db/tenant/sessions";
import type { Actor, TenantActor } from "@/server/kernel/operation/actor";
import { accountRefusals } from "@/server/kernel/refusals/accounts";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { endSession } from "./people";

/** Returns the acting user. Throws if the actor is a program, which has no account of its own. */
export function self({ subject }: Actor) {
  if (subject.kind !== "user") throw accountRefusals.people_only();
  return { userId: subject.userId, sessionId: subject.sessionId };
}

/**
 * Throws (403) if an administrator acts as the user in this session. Protects actions that are reserved to
 * the user: passwords, second factors, passkeys, recovery codes, consents and answers to requests to act as
 * the user.
 */
export function refuseWhileActing({ subject }: TenantActor) {
  if (subject.kind === "user" && subject.actedBy) throw accountRefusals.acting_as_person();
}

/** Returns the acting user like `self`. Throws (403) if an administrator acts as the user. */
export function themselves(actor: TenantActor) {
  refuseWhileActing(actor);
  return self(actor);
}

/** Time after a sign-in during which factors may be changed without another sign-in, in milliseconds. */
export const RECENT_MS = 15 * 60_000;

/**
 * Returns true if the user signed in recently with all required factors. Without this check, a person who finds an
 * unattended browser could change the factors or export the user's data. So could a person who has the password and a
 * trusted device.
 */
export async function signedInRecently(
  tx: Pick<ReadTx, "sessions">,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  const { userId, sessionId } = self(actor);
  const session = sessionId === null ? undefined : await tx.sessions.get(sessionId);
  return (
    session?.userId === userId &&
    session.revokedAt === null &&
    session.expiresAt > now &&
    !session.secondByTrust &&
    +now - +session.createdAt < RECENT_MS
  );
}

/** Throws if the last sign-in is not recent, or if an administrator acts as the user. */
export async function refuseUnlessRecent(tx: Pick<ReadTx, "sessions">, actor: TenantActor, now: Date) {
  refuseWhileActing(actor);
  if (!(await signedInRecently(tx, actor, now))) throw accountRefusals.sign_in_not_recent();
}

/**
 * Ends the live sessions of a user except the present one, with the app authorizations in them. Returns their number.
 */
export async function endOtherSessions(
  tx: Pick<WriteTx, "sessions" | "appAuthorizations">,
  { userId, sessionId }: { userId: number; sessionId: number | null },
  now: Date,
): Promise<number> {
  const live = await tx.sessions.list({
    where: and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now))!,
  });
  const others = live.filter(({ id }) => id !== sessionId);
  for (const { id } of others) await endSession(tx, id, now);
  return others.length;
}
