import { eq } from "drizzle-orm";
import { administrators, users } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { AppError } from "@/server/kernel/errors";
import { personChanges, type PersonChange } from "@/server/kernel/operation/person-changes";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { isBarred } from "@/server/kernel/operation/standing";
import { defineRefusals } from "@/server/kernel/texts/define";

const administratorRefusals = defineRefusals("administrator", {
  /** A credential starts work that continues with the rights of an administrator. */
  console_only: { status: 403, text: "Only an administrator in the console can start this." },
});

export const approvalRequestRefusals = defineRefusals("approval_request", {
  approved: { status: 400, text: "This request is approved; only a pending one can be decided on." },
  denied: { status: 400, text: "This request is denied; only a pending one can be decided on." },
  expired: { status: 400, text: "This request is expired; only a pending one can be decided on." },
});

/** Returns true if the user is an administrator (owner or admin) of the organization. */
export const isAdministrator = async (tx: Pick<ReadTx, "administrators">, userId: number) =>
  (await tx.administrators.find(eq(administrators.userId, userId))) !== undefined;

/**
 * Returns the user id of the actor, for background work with the rights of this actor. Throws if the actor is not a user,
 * because the server can check only a user's rights again later.
 */
export function administratorOf({ subject }: TenantActor): number {
  if (subject.kind !== "user") throw administratorRefusals.console_only();
  return subject.userId;
}

/**
 * Returns true if this actor may manage administrators. Owners and credentials with the capability ManageTenantAdmins may. SCIM
 * tokens never have this capability.
 */
export const decidesOnAdministrators = ({ capabilities }: TenantActor) =>
  capabilities.has("ManageTenantAdmins");

/**
 * Returns a predicate on user ids: true if this actor may make reserved changes (kernel/operation/person-changes.ts) to the
 * user. Reads all administrators once. The predicate can then be called for many users.
 */
export async function decidableBy(
  tx: Pick<ReadTx, "administrators">,
  actor: TenantActor,
): Promise<(userId: number) => boolean> {
  if (decidesOnAdministrators(actor)) return () => true;
  const administering = new Set((await tx.administrators.list({})).map(({ userId }) => userId));
  return (userId) => !administering.has(userId);
}

/**
 * Throws if the actor may not make a reserved change to this user. A reserved change (kernel/operation/person-changes.ts) to an
 * administrator requires the right to manage administrators. On every channel, every operation that makes a reserved change to
 * another user must call this function.
 */
export async function guardAdministrator(
  tx: Pick<ReadTx, "administrators">,
  actor: TenantActor,
  change: PersonChange,
  userId: number,
  refusal: () => AppError,
) {
  if (!personChanges[change].reserved || decidesOnAdministrators(actor)) return;
  if (await isAdministrator(tx, userId)) throw refusal();
}

/**
 * Returns true if this actor may suspend, lock or remove the last owner or administrator. Only a credential with the capability
 * ManageTenantAdmins may. A credential can appoint another administrator at once (document 1, §3). Users of the console and
 * identity providers may not.
 */
const mayLeaveNone = ({ subject, capabilities }: TenantActor) =>
  subject.kind === "credential" && capabilities.has("ManageTenantAdmins");

/** Returns the administrators who are not suspended. `free` is true if no lock bars the administrator from signing in. */
export async function activeAdministrators(tx: Pick<ReadTx, "select">, now: Date) {
  const rows = await tx.select({
    fields: {
      userId: administrators.userId,
      role: administrators.role,
      lockedIndefinitely: users.lockedIndefinitely,
      lockedUntil: users.lockedUntil,
      lockCause: users.lockCause,
    },
    from: administrators,
    join: [{ table: users, on: eq(users.id, administrators.userId) }],
    where: eq(users.status, "active"),
  });
  return rows.map(({ userId, role, ...lock }) => ({
    userId,
    role,
    // Ignores a lock that failed attempts caused. Anybody can cause such locks for all other owners. The remaining owner would
    // then count as the last one.
    free: !isBarred(lock, now),
  }));
}

type Active = Awaited<ReturnType<typeof activeAdministrators>>;
type Last = "owner" | "administrator";

/**
 * Returns the role that has too few holders in `left`, the administrators after a change. `role` is the role of the changed
 * user before the change. Returns null if enough holders remain.
 */
const lacking = (left: Active, role: Last | "admin"): Last | null => {
  if (left.length === 0) return "administrator";
  return role === "owner" && !left.some((one) => one.role === "owner" && one.free) ? "owner" : null;
};

/**
 * Runs a change that suspends or locks a user or reduces the user's rights as administrator. If the user is an administrator,
 * at least one active administrator must remain. If the user is an owner, at least one owner who can sign in must also remain.
 * Throws `refusal` if this condition fails. Does not check the condition if `mayLeaveNone` is true for the actor. Locks all
 * administrators before the change and counts the remaining ones after the change. The condition therefore also holds for
 * simultaneous transactions and for several changes in one transaction.
 */
export async function keepingAdministrators<T>(
  tx: Pick<WriteTx, "select" | "administrators">,
  { actor, userId, now }: { actor: TenantActor; userId: number; now: Date },
  change: () => Promise<T>,
  refusal: (last: Last) => AppError,
): Promise<T> {
  if (mayLeaveNone(actor)) return change();
  const held = await tx.administrators.find(eq(administrators.userId, userId));
  if (!held) return change();
  await tx.administrators.lockAll();
  const result = await change();
  const last = lacking(await activeAdministrators(tx, now), held.role);
  if (last !== null) throw refusal(last);
  return result;
}

/**
 * Predicts if `keepingAdministrators` would refuse to suspend or lock this user. Each value is the role that would have too few
 * holders, or null.
 */
export async function lastAs(
  tx: Pick<ReadTx, "select" | "administrators">,
  { actor, userId, now }: { actor: TenantActor; userId: number; now: Date },
): Promise<{ suspended: Last | null; locked: Last | null }> {
  const held = await tx.administrators.find(eq(administrators.userId, userId));
  if (!held || mayLeaveNone(actor)) return { suspended: null, locked: null };
  const active = await activeAdministrators(tx, now);
  const others = active.filter((one) => one.userId !== userId);
  const lockedToo = active.map((one) => (one.userId === userId ? { ...one, free: false } : one));
  return { suspended: lacking(others, held.role), locked: lacking(lockedToo, held.role) };
}
