import { isReadOnly } from "../kernel/concurrency/unavailability";
import type { Database } from "../store/database";

/**
 * Minimum age in milliseconds of the last write. A list of sessions needs no higher precision, and a busy session writes little.
 */
const STALE_MS = 5 * 60_000;

/**
 * Records that a tenant's session is in use, unless it was recorded recently. A database that accepts no changes records nothing,
 * so that people can still read.
 */
export async function noteSeen(
  { sql }: Pick<Database, "sql">,
  { tenantId, sessionId, lastSeenAt }: { tenantId: number; sessionId: number; lastSeenAt: Date | null },
): Promise<void> {
  if (lastSeenAt !== null && Date.now() - +lastSeenAt < STALE_MS) return;
  try {
    // Does not wait for a transaction that holds the session: each request of the session would wait with a connection of the pool.
    await sql`
      update sessions set last_seen_at = now()
      where tenant_id = ${tenantId} and id in (
        select id from sessions where tenant_id = ${tenantId} and id = ${sessionId} and revoked_at is null
        for no key update skip locked)`;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
}
