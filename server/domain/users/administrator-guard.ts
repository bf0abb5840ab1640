import { eq } from "drizzle-orm";
import { administrators, users } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { AppError } from "@/server/kernel/errors";
import { personChanges, type PersonChange } from "@/server/kernel/operation/person-changes";
import { administratorRefusals } from "@/server/kernel/refusals/administrators";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { isBarred } from "@/server/kernel/operation/standing";

/** Returns true if this user is an owner or admin of the organization. */
export const isAdministrator = async (tx: Pick<ReadTx, "administrators">, userId: number) =>
  (await tx.administrators.find(eq(administrators.userId, userId))) !== undefined;

/**
 * Returns the user id of the actor, for background work that runs with the actor's rights. Throws if the actor is not a
 * user, because such rights cannot be checked later.
 */
export function administratorOf({ subject }: TenantActor): number {
  if (subject.kind !== "user") throw administratorRefusals.console_only();
  return subject.userId;
}

/**
 * Returns true if this actor may manage administrators: an owner, or a credential with this capability. SCIM tokens
 * never have this capability.
 */
export const decidesOnAdministrators = ({ capabilities }: TenantActor) =>
  capabilities.has("ManageTenantAdmins");

/**
 * Returns a function that returns true if this actor may make reserved changes to a person. Reads the administrators
 * once for many people.
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
 * Throws if the change is reserved (kernel/operation/person-changes.ts), the person is an administrator and the actor
 * may not manage administrators. Every operation that makes such a change to another person must call this function, on
 * every channel.
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
 * Returns true if this actor may block the last owner or administrator. Only a credential that manages administrators
 * may, because it can appoint another at once (document 1, §3). Console users and providers may not.
 */
const mayLeaveNone = ({ subject, capabilities }: TenantActor) =>
  subject.kind === "credential" && capabilities.has("ManageTenantAdmins");

/** Returns the administrators who are not suspended. `free` is true if the administrator is not locked. */
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
    // Ignores a lock because of failed attempts. Otherwise strangers could lock all other owners, and the remaining
    // owner would count as the last one.
    free: !isBarred(lock, now),
  }));
}

type Active = Awaited<ReturnType<typeof activeAdministrators>>;
type Last = "owner" | "administrator";

/**
 * Returns the role that has no holder left in `left` after a change of a person with this role. Returns null if enough
 * holders remain.
 */
const lacking = (left: Active, role: Last | "admin"): Last | null => {
  if (left.length === 0) return "administrator";
  return role === "owner" && !left.some((one) => one.role === "owner" && one.free) ? "owner" : null;
};

/**
 * Runs a change that reduces a person's rights as administrator or blocks the person. If the person is an
 * administrator, an active administrator must remain. If the person is an owner, an owner who can sign in must also
 * remain. Throws otherwise, unless the actor may leave none. Locks all administrators before the change and counts the
 * remaining ones after it. Therefore neither simultaneous transactions nor several changes in one transaction can leave
 * none.
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
 * Predicts the refusals of `keepingAdministrators` for a suspension and for a lock of this person. Each value is the
 * role that would have no holder left, or null.
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
