import { and, eq, gt, isNull } from "drizzle-orm";
import { sessions } from "@/db/tenant/sessions";
import type { Actor, TenantActor } from "@/server/kernel/actor";
import { accountRefusals } from "@/server/kernel/refusals/accounts";
import type { ReadTx, WriteTx } from "@/server/kernel/store";
import { endSession } from "./people";

/** The person who acts: a machine has no account of its own. */
export function self({ subject }: Actor) {
  if (subject.kind !== "user") throw accountRefusals.people_only();
  return { userId: subject.userId, sessionId: subject.sessionId };
}

/**
 * Refuses (403) what only the person themselves may do, in a session in which an administrator acts as them: passwords,
 * second factors, passkeys, recovery codes, consents, answers to other requests to act as them.
 */
export function refuseWhileActing({ subject }: TenantActor) {
  if (subject.kind === "user" && subject.actedBy) throw accountRefusals.acting_as_person();
}

/** The same for what only they may do themselves, not an administrator who acts as them. */
export function themselves(actor: TenantActor) {
  refuseWhileActing(actor);
  return self(actor);
}

/** For how long after signing in somebody may change how they sign in, without signing in again. */
export const RECENT_MS = 15 * 60_000;

/**
 * Whether the person signed in a short while ago, with all the factors that are asked of them. Who finds a browser that was left
 * open, or knows the password and sits at a trusted device, must not be able to change how its owner signs in, nor carry their data
 * away.
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

/** Refuses who did not, and whoever acts as somebody else. */
export async function refuseUnlessRecent(tx: Pick<ReadTx, "sessions">, actor: TenantActor, now: Date) {
  refuseWhileActing(actor);
  if (!(await signedInRecently(tx, actor, now))) throw accountRefusals.sign_in_not_recent();
}

/** Ends a person's live sessions but this one, with what apps got in them; tells how many there were. */
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
