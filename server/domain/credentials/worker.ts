import type { Logger } from "pino";
import type { CredentialUse } from "../../kernel/operation/actor";
import type { Database } from "../../store/database";

const FLUSH_MS = 5_000;
const DAY_MS = 86_400_000;
/** Days after which the counts of a day are deleted. */
const USAGE_DAYS = 90;

export interface CredentialUsageLog {
  count: (use: CredentialUse) => void;
  /** Stores the counts in memory. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
}

interface Count {
  of: CredentialUse["of"];
  /** Null for platform credentials. */
  tenant_id: number | null;
  /** Id of the client or of the token. */
  name: string;
  day: string;
  requests: number;
  refused: number;
  limited: number;
  failed: number;
}

/**
 * Creates the counter of requests by credential and day. Requests do not wait for it: it counts in memory and stores the counts
 * together later. A crash loses the counts of some seconds.
 */
export function createCredentialUsage(
  { sql }: Pick<Database, "sql">,
  { log, clock }: { log: Logger; clock: () => Date },
): CredentialUsageLog {
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let trimmedAt = 0;
  let writing = Promise.resolve();

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...counts.values()];
    counts = new Map();
    writing = writing
      .then(async () => {
        if (batch.length > 0) await add(sql, batch);
        if (Date.now() - trimmedAt < DAY_MS) return;
        trimmedAt = Date.now();
        for (const { table } of Object.values(kinds))
          await sql`delete from ${sql(table)} where day < current_date - ${USAGE_DAYS}::int`;
      })
      .catch((error: unknown) => log.warn({ err: error }, "the usage of credentials could not be stored"));
    return writing;
  };

  return {
    count: (use) => {
      const { of, status } = use;
      const tenantId = use.of === "platform" ? null : use.tenantId;
      const name = use.of === "scim" ? String(use.tokenId) : use.clientId;
      const day = clock().toISOString().slice(0, 10);
      const key = [of, tenantId, name, day].join(" ");
      let count = counts.get(key);
      if (!count) {
        count = { of, tenant_id: tenantId, name, day, requests: 0, refused: 0, limited: 0, failed: 0 };
        counts.set(key, count);
      }
      count.requests += 1;
      if (status === 429) count.limited += 1;
      else if (status >= 500) count.failed += 1;
      else if (status >= 400) count.refused += 1;
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
    stop: flush,
  };
}

/** Tables of each kind: the counts, the owners, the key of the counts and the column with the name of the owner. */
const kinds = {
  credential: { table: "credential_usage", owners: "credentials", key: "credential_id", name: "client_id" },
  platform: {
    table: "platform_credential_usage",
    owners: "platform_credentials",
    key: "credential_id",
    name: "client_id",
  },
  scim: { table: "scim_token_usage", owners: "scim_tokens", key: "token_id", name: "id" },
} as const satisfies Record<CredentialUse["of"], Record<"table" | "owners" | "key" | "name", string>>;

async function add(sql: Database["sql"], batch: Count[]) {
  for (const kind of ["credential", "platform", "scim"] as const) {
    const counts = batch.filter((count) => count.of === kind);
    if (counts.length === 0) continue;
    const { table, owners, key, name } = kinds[kind];
    const tenant = kind === "platform" ? sql`` : sql`tenant_id, `;
    const ofTenant = kind === "platform" ? sql`` : sql`c.tenant_id, `;
    const inTenant = kind === "platform" ? sql`` : sql`c.tenant_id = n.tenant_id and `;
    await sql`
      insert into ${sql(table)} as known (${tenant}${sql(key)}, day, requests, refused, limited, failed)
      select ${ofTenant}c.id, n.day, n.requests, n.refused, n.limited, n.failed
      from jsonb_to_recordset(${JSON.stringify(counts)}::text::jsonb)
        as n (tenant_id bigint, name text, day date, requests int, refused int, limited int, failed int)
      join ${sql(owners)} c on ${inTenant}c.${sql(name)}::text = n.name
      -- Ordered, so that two instances that write at the same time do not deadlock.
      order by ${ofTenant}c.id, n.day
      on conflict (${tenant}${sql(key)}, day) do update set
        requests = known.requests + excluded.requests,
        refused = known.refused + excluded.refused,
        limited = known.limited + excluded.limited,
        failed = known.failed + excluded.failed`;
  }
}
