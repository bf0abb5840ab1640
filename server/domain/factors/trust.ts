import { and, eq } from "drizzle-orm";
import { sessions } from "@/db/tenant/sessions";
import type { WriteTx } from "@/server/kernel/operation/store";

/**
 * Ends the trust in all devices of a user. Call after a second factor was removed. The next sign-in on each device then
 * requires a second factor again.
 */
export async function endTrust(tx: Pick<WriteTx, "sessions">, userId: number): Promise<void> {
  await tx.sessions.updateWhere(and(eq(sessions.userId, userId), eq(sessions.isTrusted, true))!, {
    isTrusted: false,
  });
}
