import { eq } from "drizzle-orm";
import { tenants } from "@/db/platform/registry";
import type { TenantRecord } from "@/server/kernel/operation/ports";
import type { PlatformReadTx } from "@/server/kernel/operation/store";

/** Returns the record of a tenant. Throws if there is none, because the caller acts in that tenant. */
export async function readTenantRecord(db: PlatformReadTx["db"], tenantId: number): Promise<TenantRecord> {
  const [row] = await db
    .select({
      slug: tenants.slug,
      status: tenants.status,
      storageProvider: tenants.storageProvider,
      migrationStatus: tenants.migrationStatus,
      migrationTargetProvider: tenants.migrationTargetProvider,
    })
    .from(tenants)
    .where(eq(tenants.id, tenantId));
  if (!row) throw new Error(`There is no tenant ${tenantId}.`);
  return row;
}
