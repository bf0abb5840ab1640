import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { ProvisioningRecord } from "../domain/provisioning/record";
import type { Database } from "../store/database";

const FLUSH_MS = 500;
const MOST_WAITING = 2_000;
const TRIM_MS = 3_600_000;
export const KEPT_DAYS = 30;
/** Of one tenant; the newest are kept. */
const MOST_KEPT = 20_000;
/** A request without a valid token may come from anybody: of those one a minute is kept for each tenant. */
const STRANGER_MS = 60_000;

export interface ProvisioningLog {
  record: (record: ProvisioningRecord) => void;
  /** Writes what waits. */
  flush: () => Promise<void>;
  /** Removes what is too old or too much, now and every hour. */
  startTrimming: () => void;
  stop: () => Promise<void>;
}

/**
 * The log of what identity providers asked for. Requests do not wait for it: records are gathered and written together a
 * little later. What does not fit or cannot be written is dropped, because the audit log is what must be complete.
 */
export function createProvisioningLog({ sql }: Pick<Database, "sql">, log: Logger): ProvisioningLog {
  let waiting: ProvisioningRecord[] = [];
  let timer: NodeJS.Timeout | undefined;
  let trimmer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const strangers = new LRUCache<string, true>({ max: 1_000, ttl: STRANGER_MS });

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
  const trim = () =>
    trimProvisioningLog({ sql }).catch((error: unknown) =>
      log.warn({ err: error }, "the provisioning log could not be trimmed"),
    );

  return {
    record: (record) => {
      if ("slug" in record.tenant) {
        if (strangers.has(record.tenant.slug)) return;
        strangers.set(record.tenant.slug, true);
      }
      if (waiting.length >= MOST_WAITING) return;
      waiting.push(record);
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
    startTrimming: () => {
      void trim();
      trimmer = setInterval(() => void trim(), TRIM_MS).unref();
    },
    stop: async () => {
      clearInterval(trimmer);
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
    return tenantId === undefined ? [] : [{ tenantId, tokenId, ...record }];
  });
  if (rows.length === 0) return;
  // One text for however many records: what has another text for each number of them is built and prepared again each time.
  await sql`
    insert into provisioning_log
      (tenant_id, token_id, at, method, path, about, target, outcome, status, detail, duration_ms, request_id)
    select "tenantId", "tokenId", at, method, path, about, target, outcome, status, detail, "durationMs", "requestId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as record (
      "tenantId" bigint, "tokenId" bigint, at timestamptz, method text, path text, about text, target text, outcome text,
      status integer, detail text, "durationMs" integer, "requestId" text)`;
}

/** Removes records that are older than they are kept, and of each tenant those beyond the most. */
export async function trimProvisioningLog({ sql }: Pick<Database, "sql">, most = MOST_KEPT) {
  await sql`delete from provisioning_log where at < now() - ${`${KEPT_DAYS} days`}::interval`;
  await sql`
    delete from provisioning_log l using (
      select t.id as tenant_id, (
        select p.id from provisioning_log p where p.tenant_id = t.id order by p.id desc offset ${most} limit 1
      ) as last
      from tenants t
    ) b
    where l.tenant_id = b.tenant_id and l.id <= b.last`;
}
