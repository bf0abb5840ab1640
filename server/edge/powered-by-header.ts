import { LRUCache } from "lru-cache";
import { poweredBy } from "../domain/tenant-config/tenant-config";
import type { Database } from "../store/database";

/** Time in milliseconds for which a setting is cached. */
const KNOWN_MS = 1_000;

/**
 * Returns a function that returns true if a tenant's answers name the product (X-Powered-By). Caches the
 * value for one second, because every request needs it.
 */
export function cachedSurface({ sql }: Pick<Database, "sql">): (tenantId: number) => Promise<boolean> {
  const known = new LRUCache<number, Promise<boolean>>({ max: 10_000, ttl: KNOWN_MS });
  const read = async (tenantId: number) => {
    const [row] = await sql<{ shown: boolean | null }[]>`
      select (value->>'apiHeader')::boolean as shown from tenant_settings where tenant_id = ${tenantId} and name = 'powered-by'`;
    return row?.shown ?? poweredBy.defaults.apiHeader;
  };
  return (tenantId) => {
    const before = known.get(tenantId);
    if (before) return before;
    const reading = read(tenantId);
    known.set(tenantId, reading);
    // A failed read must not fail the request. The next request reads the setting again.
    return reading.catch(() => {
      known.delete(tenantId);
      return false;
    });
  };
}
