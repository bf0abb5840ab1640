import { isReadOnly } from "../kernel/concurrency/unavailability";
import type { Database } from "../store/database";

/**
 * Minimum time in milliseconds between two writes. A list of sessions needs no higher precision, and a busy session then writes
 * little.
 */
const STALE_MS = 5 * 60_000;

/**
 * Records that a tenant's session is in use, unless this was recorded recently. Records nothing if the database is read-only, so
 * that people can still read.
 */
export async function noteSeen(
  { sql }: Pick<Database, "sql">,
  { tenantId, sessionId, lastSeenAt }: { tenantId: number; sessionId: number; lastSeenAt: Date | null },
): Promise<void> {
  if (lastSeenAt !== null && Date.now() - +lastSeenAt < STALE_MS) return;
  try {
    // Skips a session that another transaction has locked. Otherwise, each request of the session would wait and hold a
    // connection of the pool.
    await sql`
      update sessions set last_seen_at = now()
      where tenant_id = ${tenantId} and id in (
        select id from sessions where tenant_id = ${tenantId} and id = ${sessionId} and revoked_at is null
        for no key update skip locked)`;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
}
