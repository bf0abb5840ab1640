import { and, eq, gt, isNull } from "drizzle-orm";
import { sessions } from "@/db/tenant/sessions";
import type { Actor, TenantActor } from "@/server/kernel/operation/actor";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { basesOf } from "../sign-in-methods/factor-kinds.schema";
import { endSession } from "./people";
import { defineRefusals } from "@/server/kernel/texts/define";

export const accountRefusals = defineRefusals("account", {
  /** A machine calls an operation of one's own account. */
  people_only: { status: 403, text: "Only people have an account of their own." },
  /** An administrator acts as the person. */
  acting_as_person: { status: 403, text: "Only the person themselves may do this; you act as them." },
  sign_in_not_recent: {
    status: 403,
    text: "Sign in again first: this is only possible shortly after signing in.",
  },
  /** The console session proves no second factor, or is too old. */
  second_factor_not_recent: {
    status: 403,
    text: "This needs a sign-in of the last 15 minutes with your second factor. Sign in again. If this browser is trusted, end the trust first.",
  },
  current_password_wrong: {
    status: 400,
    text: "currentPassword: is not your password.",
    field: "currentPassword",
  },
});

/** Returns the id and the session of the acting user. Throws if the actor is a program. A program has no user account. */
export function self({ subject }: Actor) {
  if (subject.kind !== "user") throw accountRefusals.people_only();
  return { userId: subject.userId, sessionId: subject.sessionId };
}

/**
 * Throws (403) if an administrator acts as the user in this session. Protects actions that only the user may take. These are
 * consents, answers to requests to act as the user, and changes of passwords, second factors, passkeys and recovery codes.
 */
export function refuseWhileActing({ subject }: TenantActor) {
  if (subject.kind === "user" && subject.actedBy) throw accountRefusals.acting_as_person();
}

/**
 * Returns the id and the session of the acting user. Throws if the actor is a program. Throws (403) if an administrator acts as
 * the user.
 */
export function themselves(actor: TenantActor) {
  refuseWhileActing(actor);
  return self(actor);
}

/** Time after a sign-in during which the user may change factors without a new sign-in, in milliseconds. */
export const RECENT_MS = 15 * 60_000;

/**
 * Returns true if the user signed in recently with all required factors. The check protects changes of factors and exports of
 * the user's data. A person at an unattended browser cannot do these. Nor can a person who has only the password and a trusted
 * device.
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

/** Throws if the user did not sign in recently, or if an administrator acts as the user. */
export async function refuseUnlessRecent(tx: Pick<ReadTx, "sessions">, actor: TenantActor, now: Date) {
  refuseWhileActing(actor);
  if (!(await signedInRecently(tx, actor, now))) throw accountRefusals.sign_in_not_recent();
}

/**
 * Throws (403) if a user acts who did not sign in recently with two factors of their own. A trusted browser proves none, and a
 * passkey alone opens the console only if it verified the user. Programs have no sign-in and pass.
 */
export async function refuseUnlessProvedTwice(
  tx: Pick<ReadTx, "sessions">,
  actor: TenantActor,
  now: Date,
): Promise<void> {
  const { subject } = actor;
  if (subject.kind !== "user") return;
  const session = subject.sessionId === null ? undefined : await tx.sessions.get(subject.sessionId);
  const methods = session?.methods ?? [];
  const isProvedTwice = basesOf(methods).size > 1 || methods[0] === "webauthn";
  if (!isProvedTwice || !(await signedInRecently(tx, actor, now)))
    throw accountRefusals.second_factor_not_recent();
}

/**
 * Throws (403) if a trusted browser replaced the second factor in the session of the acting user. Protects changes by which
 * another account or a program could then decide on the user's factors.
 */
export async function refuseShortened(tx: Pick<ReadTx, "sessions">, { subject }: TenantActor): Promise<void> {
  if (subject.kind !== "user" || subject.sessionId === null) return;
  const session = await tx.sessions.get(subject.sessionId);
  if (session?.secondByTrust) throw accountRefusals.second_factor_not_recent();
}

/**
 * Ends all live sessions of a user except the present session. Also ends the app authorizations that belong to these sessions.
 * Returns the number of ended sessions.
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
