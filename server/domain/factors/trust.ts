import { and, eq } from "drizzle-orm";
import { sessions } from "@/db/tenant/sessions";
import type { WriteTx } from "@/server/kernel/store";

/** Takes back the trust that devices were given by a second factor which is removed: the next one is asked for everywhere. */
export async function endTrust(tx: Pick<WriteTx, "sessions">, userId: number): Promise<void> {
  await tx.sessions.updateWhere(and(eq(sessions.userId, userId), eq(sessions.isTrusted, true))!, {
    isTrusted: false,
  });
}
