import { eq } from "drizzle-orm";
import { administrators, users } from "@/db/tenant/users";
import type { AppError } from "@/server/kernel/errors";
import type { ReadTx, WriteTx } from "@/server/kernel/store";

/** The administrators who can act: whoever is suspended administers nothing. */
export const activeAdministrators = (tx: Pick<ReadTx, "select">) =>
  tx.select({
    fields: { userId: administrators.userId, role: administrators.role },
    from: administrators,
    join: [{ table: users, on: eq(users.id, administrators.userId) }],
    where: eq(users.status, "active"),
  });

/**
 * Refuses a change after which no active administrator is left: the organization could not be administered any more. To be
 * asked after the change, while all administrators are held (`lockAll`), so that neither two changes at once nor several in
 * one transaction leave none.
 */
export async function requireAnAdministrator(tx: Pick<ReadTx, "select">, refusal: () => AppError) {
  if ((await activeAdministrators(tx)).length === 0) throw refusal();
}

/** Makes a change that ends what this person can do, an administrator perhaps: one who is active must be left. */
export async function leavingAnAdministrator<T>(
  tx: Pick<WriteTx, "select" | "administrators">,
  userId: number,
  change: () => Promise<T>,
  refusal: () => AppError,
): Promise<T> {
  if (!(await tx.administrators.find(eq(administrators.userId, userId)))) return change();
  await tx.administrators.lockAll();
  const result = await change();
  await requireAnAdministrator(tx, refusal);
  return result;
}
