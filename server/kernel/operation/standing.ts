import type { users } from "@/db/tenant/users";
import type { TenantActor } from "./actor";
import { administratorCapabilities } from "../capabilities";
import type { Operation } from "./operation";
import type { Ports } from "./ports";
import { authorizationRefusals } from "../refusals/authorization";
import { ownAccountRefusals } from "../refusals/own-account";
import type { Row, WriteTx } from "./store";

/*
 * A user's rights are resolved when the request comes in. A command reads them again in its transaction:
 * meanwhile somebody may have ended the session, or changed who administers.
 */

type StandingTx = Pick<
  WriteTx,
  "users" | "sessions" | "scimTokens" | "administratorRoleOf" | "credentialCapabilities"
>;
type UserSubject = Extract<TenantActor["subject"], { kind: "user" }>;
type UserRow = Row<typeof users>;

/**
 * Returns true if a lock keeps a user out everywhere. A lock because of failed attempts keeps out only strangers, and
 * only at the sign-in (auth/sign-in/lockout.ts).
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
 * Refuses the command of a credential or SCIM token that was revoked, or lost a capability, since the request came in.
 * Nothing is held: many requests of one credential run at once, and each would wait for the others' locks. A command that waited for
 * other locks calls it again at its end.
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
  // The tokens of an app have no capabilities, and no management credential.
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
  /** See `ownAccountPage`. */
  accountPage: string | null;
}

/**
 * Refuses the command of a user who was suspended or locked, whose session has ended or whose rights have changed since
 * the request came in. Until the end of the transaction, nobody can make these changes: they wait for the command, or
 * the command waits for them and is refused. Code that takes rights away, or gives more of them, locks the user's row.
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
  const stands =
    subject.sessionId === null ? operation.own?.duringSignIn === true : await isLive(tx, subject, now);
  if (!isAdmitted(user, now) || !stands) throw ownAccountRefusals.session_ended();
  if (accountPage !== null && (await tx.administratorRoleOf(subject.userId)) !== null)
    throw ownAccountRefusals.administrator_elsewhere({ address: accountPage });
}

/** The same for a command of an administrator at the console. */
async function refuseWithoutRight(
  tx: StandingTx,
  { subject, capabilities }: TenantActor & { subject: UserSubject },
  { input, now }: Pick<Standing, "input" | "now">,
): Promise<void> {
  // Work that goes on after the request has no session. Its steps read the rights of its administrator.
  if (subject.sessionId === null) return;
  // Exclusive locks are given in the order of their requests, so no flood of commands can hold up who takes the right away.
  const user = await lockedBeside(tx, subject.userId, input);
  if (!isAdmitted(user, now) || !(await isLive(tx, subject, now))) throw ownAccountRefusals.session_ended();
  const role = await tx.administratorRoleOf(subject.userId);
  // Each capability counts: an operation may ask for more than the one that it declares.
  const held = role === null ? null : administratorCapabilities[role];
  if (held === null || [...capabilities].some((capability) => !held.has(capability)))
    throw ownAccountRefusals.right_lost();
}

/**
 * Locks and returns the row of a user. Locks the user whom the command changes, too, in the order of ids: two administrators who
 * change each other would otherwise wait for each other.
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
