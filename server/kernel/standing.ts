import type { TenantActor } from "./actor";
import { administratorCapabilities } from "./capabilities";
import type { Operation } from "./operation";
import type { Ports } from "./ports";
import { ownAccountRefusals } from "./refusals/own-account";
import type { WriteTx } from "./store";

/*
 * A user's rights are resolved when the request comes in. A command reads them again in its transaction:
 * meanwhile somebody may have ended the session, or changed who administers.
 */

type StandingTx = Pick<WriteTx, "users" | "sessions" | "administratorRole">;
type UserSubject = Extract<TenantActor["subject"], { kind: "user" }>;

/** Returns whether the command changes the account of the user who runs it. */
const isOwn = (actor: TenantActor, { capability }: Operation) =>
  actor.channel === "account" || capability === "ManageOwnAccount";

/**
 * Returns the address of the account page of this organization at the installation's own host, if the request came to
 * a custom domain and administrators may not run the command there. Runs before the transaction.
 */
export async function ownAccountPage(
  actor: TenantActor,
  operation: Operation,
  { installation: { baseUrl, ownUrl }, tenantRecord }: Pick<Ports, "installation" | "tenantRecord">,
): Promise<string | null> {
  if (baseUrl === ownUrl || actor.subject.kind !== "user" || !isOwn(actor, operation)) return null;
  if (operation.own?.atCustomDomain) return null;
  return `${ownUrl}/account/${(await tenantRecord(actor.tenantId)).slug}`;
}

/**
 * Refuses the command of a user whose session has ended or whose rights have changed since the request came in. A
 * command on the own account holds the user's row from here on. Code that ends a user's sessions because the user gets
 * more rights holds it too, so that the command comes before and is undone, or comes after and is refused.
 */
export async function refuseEnded(
  tx: StandingTx,
  actor: TenantActor,
  { operation, now, accountPage }: { operation: Operation; now: Date; accountPage: string | null },
): Promise<void> {
  const { subject } = actor;
  if (subject.kind !== "user") return;
  if (!isOwn(actor, operation)) return refuseWithoutRight(tx, subject, operation, now);
  const user = await tx.users.lock(subject.userId);
  const stands =
    subject.sessionId === null ? operation.own?.duringSignIn === true : await isLive(tx, subject, now);
  if (user?.status !== "active" || !stands) throw ownAccountRefusals.session_ended();
  if (accountPage !== null && (await tx.administratorRole(subject.userId)) !== null)
    throw ownAccountRefusals.administrator_elsewhere({ address: accountPage });
}

/**
 * The same for a command of an administrator at the console. Nothing is locked: two administrators may change each
 * other at once, and a command that runs beside the loss of the right counts as earlier.
 */
async function refuseWithoutRight(
  tx: StandingTx,
  subject: UserSubject,
  { capability }: Operation,
  now: Date,
): Promise<void> {
  // Work that goes on after the request has no session. Its steps read the rights of its administrator.
  if (subject.sessionId === null) return;
  if (!(await isLive(tx, subject, now))) throw ownAccountRefusals.session_ended();
  const role = await tx.administratorRole(subject.userId);
  if (role === null || (capability !== null && !administratorCapabilities[role].has(capability)))
    throw ownAccountRefusals.right_lost();
}

async function isLive(tx: StandingTx, { userId, sessionId }: UserSubject, now: Date): Promise<boolean> {
  const session = sessionId === null ? undefined : await tx.sessions.get(sessionId);
  return session?.userId === userId && session.revokedAt === null && session.expiresAt > now;
}
