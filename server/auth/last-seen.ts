import type { Database } from "../store/database";

/** How old a moment must be to be written anew: a list of sessions needs no more, and a busy session writes little. */
const STALE_MS = 5 * 60_000;

/** Keeps that a tenant's session is in use, unless that is known well enough. */
export async function noteSeen(
  { sql }: Pick<Database, "sql">,
  { tenantId, sessionId, lastSeenAt }: { tenantId: number; sessionId: number; lastSeenAt: Date | null },
): Promise<void> {
  if (lastSeenAt !== null && Date.now() - +lastSeenAt < STALE_MS) return;
  await sql`
    update sessions set last_seen_at = now()
    where tenant_id = ${tenantId} and id = ${sessionId} and revoked_at is null`;
}
