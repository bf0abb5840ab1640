import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { platformAdministrators, platformResetTokens } from "@/db/platform/sign-in";
import { hashSecret } from "@/server/kernel/http/client-id";
import type { PlatformReadTx, PlatformWriteTx } from "@/server/kernel/operation/store";
import { defineRefusals } from "@/server/kernel/texts/define";

export const platformAdministratorRefusals = defineRefusals("platform_administrator", {
  not_found: { status: 404, text: "There is no such platform administrator." },
});

export type AdministratorRecord = typeof platformAdministrators.$inferSelect;

const t = platformAdministrators;

/** Returns the reference of a platform administrator in the log. */
export const administratorRef = (administratorId: number) => `platform_administrator:${administratorId}`;

/** Returns the platform administrator with this id. */
export async function readAdministrator(
  { db }: PlatformReadTx,
  administratorId: number,
): Promise<AdministratorRecord | undefined> {
  return (await db.select().from(t).where(eq(t.id, administratorId)))[0];
}

/** Returns the platform administrator with this id and locks the row until the transaction ends. */
export async function holdAdministrator(
  { db }: PlatformWriteTx,
  administratorId: number,
): Promise<AdministratorRecord | undefined> {
  return (await db.select().from(t).where(eq(t.id, administratorId)).for("update"))[0];
}

/** Returns the administrator like `holdAdministrator`. Throws (404) if there is none. */
export async function lockAdministrator(
  tx: PlatformWriteTx,
  administratorId: number,
): Promise<AdministratorRecord> {
  const row = await holdAdministrator(tx, administratorId);
  if (!row) throw platformAdministratorRefusals.not_found();
  return row;
}

/** Invalidates all links for a new password that were sent to this administrator. */
export async function spendResetLinks({ db }: PlatformWriteTx, administratorId: number, now: Date) {
  const links = platformResetTokens;
  await db
    .update(links)
    .set({ usedAt: now })
    .where(and(eq(links.administratorId, administratorId), isNull(links.usedAt)));
}

/**
 * Records the answer to a challenge of a passkey. Returns false if the challenge was answered before. The caller must
 * have locked the administrator's row. Deletes the administrator's used secrets that have expired.
 */
export async function useChallengeOnce(
  { db }: PlatformWriteTx,
  { administratorId, challenge, expiresAt }: { administratorId: number; challenge: string; expiresAt: Date },
  now: Date,
): Promise<boolean> {
  const secrets = platformResetTokens;
  const isOver = and(isNotNull(secrets.usedAt), lt(secrets.expiresAt, now));
  await db.delete(secrets).where(and(eq(secrets.administratorId, administratorId), isOver));
  const used = { administratorId, tokenHash: hashSecret(challenge), createdAt: now, expiresAt, usedAt: now };
  const added = await db.insert(secrets).values(used).onConflictDoNothing().returning({ id: secrets.id });
  return added.length > 0;
}
