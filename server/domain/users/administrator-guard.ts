import { eq } from "drizzle-orm";
import { administrators, users } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/actor";
import type { AppError } from "@/server/kernel/errors";
import { personChanges, type PersonChange } from "@/server/kernel/person-changes";
import { administratorRefusals } from "@/server/kernel/refusals/administrators";
import type { ReadTx, WriteTx } from "@/server/kernel/store";
import { isBarred } from "./lock-state";

/** Whether this user administers the organization, as owner or admin. */
export const isAdministrator = async (tx: Pick<ReadTx, "administrators">, userId: number) =>
  (await tx.administrators.find(eq(administrators.userId, userId))) !== undefined;

/** With whose rights work runs that goes on without a request of theirs: it must be somebody who can be asked after. */
export function administratorOf({ subject }: TenantActor): number {
  if (subject.kind !== "user") throw administratorRefusals.console_only();
  return subject.userId;
}

/** Whether this actor decides about administrators: an owner, or a credential with this capability. No SCIM token has it. */
export const decidesOnAdministrators = ({ capabilities }: TenantActor) =>
  capabilities.has("ManageTenantAdmins");

/** Returns whether this actor may make reserved changes to a person, asked for many people at once. */
export async function decidableBy(
  tx: Pick<ReadTx, "administrators">,
  actor: TenantActor,
): Promise<(userId: number) => boolean> {
  if (decidesOnAdministrators(actor)) return () => true;
  const administering = new Set((await tx.administrators.list({})).map(({ userId }) => userId));
  return (userId) => !administering.has(userId);
}

/**
 * Refuses a change that is reserved (kernel/person-changes.ts) where the person is an administrator and the actor does not
 * decide about administrators. Every operation that makes such a change to another person calls this function, on every channel.
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
 * Whether this actor may keep out the last owner or administrator: a credential is to suspend and to lock always (document 1,
 * §3), and one that says who administers can name another at once. Nobody in the console may, and no provider.
 */
const mayLeaveNone = ({ subject, capabilities }: TenantActor) =>
  subject.kind === "credential" && capabilities.has("ManageTenantAdmins");

/** The administrators who can act, since whoever is suspended administers nothing; `free` are those who can sign in. */
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
    // Strangers' guesses must not make somebody the last owner who can sign in.
    free: !isBarred(lock, now),
  }));
}

type Active = Awaited<ReturnType<typeof activeAdministrators>>;
type Last = "owner" | "administrator";

/** As what nobody would be left after somebody of this role administers less; null where enough are. */
const lacking = (left: Active, role: Last | "admin"): Last | null => {
  if (left.length === 0) return "administrator";
  return role === "owner" && !left.some((one) => one.role === "owner" && one.free) ? "owner" : null;
};

/**
 * Makes a change after which this person administers less, or is kept out. Where they administer, an active administrator
 * must be left, and after an owner an owner who can sign in, unless the actor may leave none. Counted after the change with
 * all administrators held, so that neither two changes at once nor several in one transaction leave none.
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

/** What `keepingAdministrators` would say of suspending and of locking this person, foretold: as what they are the last. */
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
