import type { TransactionSql } from "postgres";
import { verifyAuditChain } from "@/server/domain/audit/verify";
import { sealAuditEvents } from "@/server/domain/audit/worker/seals";
import type { OutboxEvent } from "@/server/outbox/dispatcher";
import type { Database } from "@/server/store/database";
import { createStores } from "@/server/store/stores";

/** Seals the waiting events of the outbox like the dispatcher. */
async function sealWaiting(tx: TransactionSql) {
  // A lock of another connection must not block the end of a suite.
  await tx`set local lock_timeout = '5s'`;
  const rows = await tx<OutboxEvent[]>`
    delete from outbox_events
    returning tenant_id::int8 as "tenantId", event_id as "eventId", type, payload, created_at as "createdAt"`;
  const events = rows.map((row) => ({
    ...row,
    tenantId: Number(row.tenantId),
    eventId: Number(row.eventId),
  }));
  if (events.length > 0) await sealAuditEvents(events, tx);
}

/**
 * Throws if the audit chain of an organization in this database is not intact. Ignores a log without seals,
 * which a suite wrote by itself: its first seal would cover all of it.
 */
export async function requireIntactChains(database: Database) {
  await database.sql.begin(sealWaiting);
  const tenants = await database.sql<{ id: string }[]>`select distinct tenant_id as id from audit_seals`;
  const stores = createStores(database);
  const broken: string[] = [];
  for (const { id } of tenants) {
    const { problems } = await verifyAuditChain((work) => stores.tenant(Number(id)).read(work));
    if (problems.length > 0) broken.push(`organization ${id}: ${problems.join(" ")}`);
  }
  if (broken.length > 0)
    throw new Error(
      `The audit log is not intact after this suite. A suite that tampers with it calls \`database.tampers()\`.\n${broken.join("\n")}`,
    );
}
