import { and, eq, isNull, lte, or } from "drizzle-orm";
import { administrators, users } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/actor";
import type { AppError } from "@/server/kernel/errors";
import type { ReadTx, WriteTx } from "@/server/kernel/store";

/** Whether this user administers the organization, as owner or admin. */
export const isAdministrator = async (tx: Pick<ReadTx, "administrators">, userId: number) =>
  (await tx.administrators.find(eq(administrators.userId, userId))) !== undefined;

/**
 * Refuses what whoever may not say who administers would do to an administrator: who changed an owner's address or kept the
 * owner out would stand above them. Owners may, and credentials with ManageTenantAdmins.
 */
export async function guardAdministrator(
  tx: Pick<ReadTx, "administrators">,
  { capabilities }: TenantActor,
  userId: number,
  refusal: () => AppError,
) {
  if (!capabilities.has("ManageTenantAdmins") && (await isAdministrator(tx, userId))) throw refusal();
}

/**
 * Whether this actor may keep out the last owner or administrator: a credential is to suspend and to lock always (document 1,
 * §3), and one that says who administers can name another at once. Nobody in the console may, and no provider.
 */
export const mayLeaveNone = ({ subject, capabilities }: TenantActor) =>
  subject.kind === "credential" && capabilities.has("ManageTenantAdmins");

/**
 * Refuses, once it was written, a change that kept this person out where it left no owner who can sign in. Counted after the
 * change with all administrators held, so that neither two at once nor several in one transaction leave none.
 */
export async function keepAnOwner(
  tx: Pick<WriteTx, "select" | "administrators">,
  userId: number,
  now: Date,
  refusal: () => AppError,
) {
  const held = await tx.administrators.find(eq(administrators.userId, userId));
  if (held?.role !== "owner") return;
  await tx.administrators.lockAll();
  const unlocked = and(
    eq(users.lockedIndefinitely, false),
    or(isNull(users.lockedUntil), lte(users.lockedUntil, now)),
  );
  const left = await tx.select({
    fields: { userId: administrators.userId },
    from: administrators,
    join: [{ table: users, on: eq(users.id, administrators.userId) }],
    where: and(eq(administrators.role, "owner"), eq(users.status, "active"), unlocked),
    limit: 1,
  });
  if (left.length === 0) throw refusal();
}
