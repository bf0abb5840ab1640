import type { Database } from "../store/database";

/**
 * Returns true if a user with this address has signed in before in the browser with this device cookie (its SHA-256). Searches
 * this tenant, or (null) all tenants and the platform's administrators.
 */
export async function isKnownDevice(
  { sql }: Pick<Database, "sql">,
  { tenantId, email, deviceHash }: { tenantId: number | null; email: string; deviceHash: string },
): Promise<boolean> {
  if (email.length > 254 || email.includes("\0")) return false;
  const rows = await sql`
    select 1 from devices d join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
    where d.token_hash = ${deviceHash} and d.status = 'registered' and u.email_key = lower(${email})
      and (${tenantId}::bigint is null or d.tenant_id = ${tenantId}::bigint)
    union all
    select 1 from platform_devices d join platform_administrators p on p.id = d.administrator_id
    where ${tenantId}::bigint is null and d.token_hash = ${deviceHash} and p.email_key = lower(${email})
    limit 1`;
  return rows.length > 0;
}
