/**
 * Returns the statement that marks the session of noted authorizations as used. `noted` is a table of their tenant_id and session_id.
 * Writes at most as often as last-seen.ts.
 */
export const seenAgain = (noted: string) => `
    update sessions used_session set last_seen_at = now() from ${noted}
    where used_session.tenant_id = ${noted}.tenant_id and used_session.id = ${noted}.session_id and used_session.revoked_at is null
      and used_session.last_seen_at < now() - interval '5 minutes'`;
