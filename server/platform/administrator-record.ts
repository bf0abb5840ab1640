import { and, eq, isNull } from "drizzle-orm";
import { platformAdministrators, platformResetTokens } from "@/db/platform/sign-in";
import type { PlatformReadTx, PlatformWriteTx } from "@/server/kernel/store";
import { platformAdministratorRefusals } from "@/server/kernel/refusals/platform-administrators";

export type AdministratorRecord = typeof platformAdministrators.$inferSelect;

const t = platformAdministrators;

/** A platform administrator as the log names them. */
export const administratorRef = (administratorId: number) => `platform_administrator:${administratorId}`;

/** The platform administrator of this id. */
export async function readAdministrator(
  { db }: PlatformReadTx,
  administratorId: number,
): Promise<AdministratorRecord | undefined> {
  return (await db.select().from(t).where(eq(t.id, administratorId)))[0];
}

/** The platform administrator of this id, held until the transaction ends. */
export async function holdAdministrator(
  { db }: PlatformWriteTx,
  administratorId: number,
): Promise<AdministratorRecord | undefined> {
  return (await db.select().from(t).where(eq(t.id, administratorId)).for("update"))[0];
}

/** As `holdAdministrator`; 404 where there is none. */
export async function lockAdministrator(
  tx: PlatformWriteTx,
  administratorId: number,
): Promise<AdministratorRecord> {
  const row = await holdAdministrator(tx, administratorId);
  if (!row) throw platformAdministratorRefusals.not_found();
  return row;
}

/** Lets no link to a new password that was sent to them open anything any more. */
export async function spendResetLinks({ db }: PlatformWriteTx, administratorId: number, now: Date) {
  const links = platformResetTokens;
  await db
    .update(links)
    .set({ usedAt: now })
    .where(and(eq(links.administratorId, administratorId), isNull(links.usedAt)));
}
