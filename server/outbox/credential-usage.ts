import type { Logger } from "pino";
import type { Database } from "../store/database";

const FLUSH_MS = 5_000;
const DAY_MS = 86_400_000;
/** How long a day's counts are kept. */
export const USAGE_DAYS = 90;

/** A request that a credential's token came with, and how it was answered. */
export interface CredentialUse {
  tenantId: number;
  clientId: string;
  status: number;
}

export interface CredentialUsageLog {
  count: (use: CredentialUse) => void;
  /** Writes what was counted. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
}

interface Count {
  tenant_id: number;
  client_id: string;
  day: string;
  requests: number;
  refused: number;
  limited: number;
  failed: number;
}

/**
 * Counts what credentials ask for, by day. No request waits for it: counts are added up here and written together a little
 * later; what a crash takes with it is seconds of counting.
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
        await sql`delete from credential_usage where day < current_date - ${USAGE_DAYS}::int`;
      })
      .catch((error: unknown) => log.warn({ err: error }, "what credentials asked for could not be counted"));
    return writing;
  };

  return {
    count: ({ tenantId, clientId, status }) => {
      const day = clock().toISOString().slice(0, 10);
      const key = `${clientId} ${day}`;
      let count = counts.get(key);
      if (!count) {
        count = {
          tenant_id: tenantId,
          client_id: clientId,
          day,
          requests: 0,
          refused: 0,
          limited: 0,
          failed: 0,
        };
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

const add = (sql: Database["sql"], batch: Count[]) => sql`
  insert into credential_usage as known (tenant_id, credential_id, day, requests, refused, limited, failed)
  select c.tenant_id, c.id, n.day, n.requests, n.refused, n.limited, n.failed
  from jsonb_to_recordset(${JSON.stringify(batch)}::text::jsonb)
    as n (tenant_id bigint, client_id text, day date, requests int, refused int, limited int, failed int)
  join credentials c on c.tenant_id = n.tenant_id and c.client_id = n.client_id
  -- In one order, so that two instances that write at once wait for each other, and not for ever.
  order by c.tenant_id, c.id, n.day
  on conflict (tenant_id, credential_id, day) do update set
    requests = known.requests + excluded.requests,
    refused = known.refused + excluded.refused,
    limited = known.limited + excluded.limited,
    failed = known.failed + excluded.failed`;
