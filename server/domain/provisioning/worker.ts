import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { toStoredText } from "@/db/kit";
import type { ProvisioningRecord } from "./record";
import type { Database } from "../../store/database";
import { startLoop, type Loop } from "../../outbox/worker-loop";

const FLUSH_MS = 500;
/** Maximum number of records in memory. */
const MAX_WAITING = 2_000;
const TRIM_MS = 3_600_000;
const RETENTION_DAYS = 30;
/** Maximum number of records of a tenant. The newest are kept. */
const MAX_RECORDS = 20_000;
/**
 * Minimum interval in milliseconds between two kept requests without a valid token, for each tenant. Anybody
 * can send such requests.
 */
const UNAUTHENTICATED_MS = 60_000;

export interface ProvisioningLog {
  record: (record: ProvisioningRecord) => void;
  /** Stores the records in memory. */
  flush: () => Promise<void>;
  /** Starts to delete records beyond the limits of age and number, now and every hour. */
  startTrimming: () => void;
  stop: () => Promise<void>;
}

/**
 * Creates the log of the requests of identity providers. Requests do not wait for it: records are collected
 * in memory and stored together later. Drops records above the limit and records that cannot be stored. Only
 * the audit log must be complete.
 */
export function createProvisioningLog({ sql }: Pick<Database, "sql">, log: Logger): ProvisioningLog {
  let waiting: ProvisioningRecord[] = [];
  let timer: NodeJS.Timeout | undefined;
  let trimming: Loop | undefined;
  let writing = Promise.resolve();
  /** Slugs of tenants with a recent unauthenticated request. */
  const unauthenticated = new LRUCache<string, true>({ max: 1_000, ttl: UNAUTHENTICATED_MS });

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    writing = writing
      .then(() => (batch.length === 0 ? undefined : write(sql, batch)))
      .catch((error: unknown) =>
        log.warn({ err: error, records: batch.length }, "the provisioning log could not be written"),
      );
    return writing;
  };

  return {
    record: (record) => {
      if ("slug" in record.tenant) {
        if (unauthenticated.has(record.tenant.slug)) return;
        unauthenticated.set(record.tenant.slug, true);
      }
      if (waiting.length >= MAX_WAITING) return;
      waiting.push(record);
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
    startTrimming: () => {
      trimming = startLoop({
        work: () => trimProvisioningLog({ sql }),
        idleMs: TRIM_MS,
        log,
        failure: "the provisioning log could not be trimmed",
      });
    },
    stop: async () => {
      await trimming?.stop();
      await flush();
    },
  };
}

async function write(sql: Database["sql"], batch: ProvisioningRecord[]) {
  const slugs = batch.flatMap(({ tenant }) => ("slug" in tenant ? [tenant.slug.replaceAll("\0", "")] : []));
  const named =
    slugs.length === 0
      ? []
      : await sql<{ id: string; slug: string }[]>`
          select id, slug from tenants where slug = any(${slugs}) and status = 'active'`;
  const ids = new Map(named.map(({ id, slug }) => [slug, Number(id)]));
  const rows = batch.flatMap(({ tenant, ...record }) => {
    const tenantId = "id" in tenant ? tenant.id : ids.get(tenant.slug);
    const tokenId = "id" in tenant ? tenant.tokenId : null;
    const [about, detail] = [record.about, record.detail].map((text) => text && toStoredText(text));
    return tenantId === undefined ? [] : [{ tenantId, tokenId, ...record, about, detail }];
  });
  if (rows.length === 0) return;
  // The same text for any number of records, so that the statement is prepared only once.
  await sql`
    insert into provisioning_log
      (tenant_id, token_id, at, method, path, about, target, outcome, status, detail, duration_ms, request_id)
    select "tenantId", "tokenId", at, method, path, about, target, outcome, status, detail, "durationMs", "requestId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as record (
      "tenantId" bigint, "tokenId" bigint, at timestamptz, method text, path text, about text, target text, outcome text,
      status integer, detail text, "durationMs" integer, "requestId" text)`;
}

/** Deletes records older than the retention, and the oldest records of each tenant with more than `most`. */
export async function trimProvisioningLog({ sql }: Pick<Database, "sql">, most = MAX_RECORDS) {
  await sql`delete from provisioning_log where at < now() - ${`${RETENTION_DAYS} days`}::interval`;
  await sql`
    delete from provisioning_log l using (
      select t.id as tenant_id, (
        select p.id from provisioning_log p where p.tenant_id = t.id order by p.id desc offset ${most} limit 1
      ) as last
      from tenants t
    ) b
    where l.tenant_id = b.tenant_id and l.id <= b.last`;
}
