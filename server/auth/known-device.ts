import type { Database } from "../store/database";

/**
 * Whether a browser with this device cookie (its SHA-256) has signed somebody in who has this address: in this tenant, or (null)
 * as an administrator of any.
 */
export async function isKnownDevice(
  { sql }: Pick<Database, "sql">,
  { tenantId, email, deviceHash }: { tenantId: number | null; email: string; deviceHash: string },
): Promise<boolean> {
  if (email.length > 254 || email.includes("\0")) return false;
  const rows = await sql`
    select 1 from devices d join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
    where d.token_hash = ${deviceHash} and d.status = 'registered' and u.email_key = lower(${email})
      and (${tenantId}::bigint is null or d.tenant_id = ${tenantId}::bigint) limit 1`;
  return rows.length > 0;
}
