import { LRUCache } from "lru-cache";
import type { Database } from "../store/database";
import type { ClientRecord } from "./clients";

/** Time in milliseconds for which a further use of a secret is not stored. */
const EVERY_MS = 5 * 60_000;

export interface SecretUse {
  /** Stores the time at which an app used its secret of this generation. */
  note(client: ClientRecord, generation: number): Promise<void>;
}

/** Creates the record of the last use of apps' secrets. It writes at most once in five minutes for a secret and instance. */
export function createSecretUse({ sql }: Pick<Database, "sql">): SecretUse {
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: EVERY_MS });
  return {
    note: async ({ tenantId, app, clientId }, generation) => {
      const key = `${clientId} ${generation}`;
      if (tenantId === null || app === null || noted.has(key)) return;
      noted.set(key, true);
      await sql`
        update app_secrets set last_used_at = now()
        where tenant_id = ${tenantId} and app_id = ${app.appId} and generation = ${generation}
          and (last_used_at is null or last_used_at < now() - interval '5 minutes')`;
    },
  };
}
