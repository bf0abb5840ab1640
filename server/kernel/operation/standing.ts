import type { users } from "@/db/tenant/users";
import type { TenantActor } from "./actor";
import { administratorCapabilities } from "../capabilities";
import type { Operation } from "./operation";
import type { Ports } from "./ports";
import { authorizationRefusals } from "../refusals";
import type { Row, WriteTx } from "./store";
import { defineRefusals } from "../texts/define";

export const ownAccountRefusals = defineRefusals("own_account", {
  /** The session ended, or the user was suspended, after the request came in. */
  session_ended: { status: 403, text: "Your session has ended. Sign in again." },
  /** The user was removed as administrator, or got another role, after the request came in. */
  right_lost: { status: 403, text: "You do not have the right to this any more." },
  /** An administrator changes their own account at a custom domain. */
  administrator_elsewhere: {
    status: 403,
    text: "Administrators change their own account only at {address}.",
  },
});

/*
 * Checks the rights of an actor inside a command's transaction. The rights were read when the request arrived. Since then, the
 * session may have ended, or the user may have lost or got an administrator role.
 */

type StandingTx = Pick<
  WriteTx,
  "users" | "sessions" | "scimTokens" | "administratorRoleOf" | "credentialCapabilities"
>;
type UserSubject = Extract<TenantActor["subject"], { kind: "user" }>;
type UserRow = Row<typeof users>;

/**
 * Returns true if the user is locked out of every session and interface. A lock because of wrong passwords applies only at the
 * sign-in, and only to visitors on unknown devices (auth/sign-in/lockout.ts).
 */
export const isBarred = (
  {
    lockedIndefinitely,
    lockedUntil,
    lockCause,
  }: Pick<UserRow, "lockedIndefinitely" | "lockedUntil" | "lockCause">,
  now: Date,
): boolean => lockedIndefinitely || (lockedUntil !== null && lockedUntil > now && lockCause !== "guesses");

const isAdmitted = (user: UserRow | undefined, now: Date): boolean =>
  user?.status === "active" && !isBarred(user, now);

/** Returns true if the command changes the account of the user who runs it. */
const isOwn = (actor: TenantActor, { capability }: Operation) =>
  actor.channel === "account" || capability === "ManageOwnAccount";

/**
 * Returns the address of the organization's account page at the installation's own host if the request came to a custom domain
 * and administrators may not run the command there. Otherwise returns null. Runs before the transaction.
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
 * Throws if the credential or SCIM token of the actor was revoked, or lost a capability, since the request arrived. Takes no
 * lock, because the concurrent requests of one credential would wait for each other. `execute` calls this function again at the
 * end of a command that waited for other locks.
 */
export async function refuseRevoked(
  tx: StandingTx,
  { subject, capabilities }: TenantActor,
  now: Date,
): Promise<void> {
  if (subject.kind === "scim_client") {
    const token = await tx.scimTokens.get(subject.tokenId);
    const isValid = token?.revokedAt === null && (token.expiresAt === null || token.expiresAt > now);
    if (!isValid) throw authorizationRefusals.invalid_scim_token();
  }
  // A machine-to-machine app has no management credential and no capabilities to check.
  if (subject.kind !== "credential" || subject.userId === null || subject.ofApp) return;
  const held = await tx.credentialCapabilities(subject.clientId);
  if (held === null) throw authorizationRefusals.revoked_token();
  if ([...capabilities].some((capability) => !held.includes(capability)))
    throw ownAccountRefusals.right_lost();
}

interface Standing {
  operation: Operation;
  input: object;
  now: Date;
  /** The result of `ownAccountPage`. */
  accountPage: string | null;
}

/**
 * Throws if the user of the command was suspended or locked, the session has ended, or the rights have changed since the
 * request arrived. Locks the user's row. All code that changes rights locks the same row. A change of rights therefore waits
 * for the command, or comes first and makes the command fail.
 */
export async function refuseEnded(
  tx: StandingTx,
  actor: TenantActor,
  { operation, input, now, accountPage }: Standing,
): Promise<void> {
  const { subject } = actor;
  if (subject.kind !== "user") return refuseRevoked(tx, actor, now);
  if (!isOwn(actor, operation)) return refuseWithoutRight(tx, { ...actor, subject }, { input, now });
  const user = await tx.users.lock(subject.userId);
  const hasSession =
    subject.sessionId === null ? operation.own?.duringSignIn === true : await isLive(tx, subject, now);
  if (!isAdmitted(user, now) || !hasSession) throw ownAccountRefusals.session_ended();
  if (accountPage !== null && (await tx.administratorRoleOf(subject.userId)) !== null)
    throw ownAccountRefusals.administrator_elsewhere({ address: accountPage });
}

/** Checks a console command of an administrator like `refuseEnded`. Also throws if the administrator lost a capability. */
async function refuseWithoutRight(
  tx: StandingTx,
  { subject, capabilities }: TenantActor & { subject: UserSubject },
  { input, now }: Pick<Standing, "input" | "now">,
): Promise<void> {
  // Background work that an administrator started has no session. Each of its steps checks the rights of the administrator
  // itself.
  if (subject.sessionId === null) return;
  // PostgreSQL grants exclusive locks in the order of the requests. Many commands of a user therefore cannot delay the
  // transaction that removes the user's rights.
  const user = await lockedBeside(tx, subject.userId, input);
  if (!isAdmitted(user, now) || !(await isLive(tx, subject, now))) throw ownAccountRefusals.session_ended();
  const role = await tx.administratorRoleOf(subject.userId);
  // All capabilities are compared, because an operation may check further capabilities in its code.
  const held = role === null ? null : administratorCapabilities[role];
  if (held === null || [...capabilities].some((capability) => !held.has(capability)))
    throw ownAccountRefusals.right_lost();
}

/**
 * Locks and returns the row of a user. First locks the user whom the command changes if that user has a lower id. The fixed
 * order prevents a deadlock of two administrators who change each other.
 */
async function lockedBeside(
  tx: StandingTx,
  userId: number,
  { userId: changed }: { userId?: unknown },
): Promise<UserRow | undefined> {
  if (typeof changed === "number" && changed < userId) await tx.users.lock(changed);
  return tx.users.lock(userId);
}

async function isLive(tx: StandingTx, { userId, sessionId }: UserSubject, now: Date): Promise<boolean> {
  const session = sessionId === null ? undefined : await tx.sessions.lock(sessionId);
  return session?.userId === userId && session.revokedAt === null && session.expiresAt > now;
}
