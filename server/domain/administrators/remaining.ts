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
 * Makes a change by which this person may administer no more, and refuses it where no active administrator would be left:
 * the organization could not be administered any more. All administrators are held until the transaction ends, and they
 * are counted after the change, so that neither two changes at once nor several in one transaction leave none.
 */
export async function leavingAnAdministrator<T>(
  tx: Pick<WriteTx, "select" | "administrators">,
  userId: number,
  change: () => Promise<T>,
  refusal: () => AppError,
): Promise<T> {
  if (!(await tx.administrators.find(eq(administrators.userId, userId)))) return change();
  await tx.administrators.lockAll();
  const result = await change();
  if ((await activeAdministrators(tx)).length === 0) throw refusal();
  return result;
}
