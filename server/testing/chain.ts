import type { TransactionSql } from "postgres";
import { verifyAuditChain } from "@/server/domain/audit/verify";
import { sealAuditEvents } from "@/server/outbox/audit-seals";
import type { OutboxEvent } from "@/server/outbox/dispatcher";
import type { Database } from "@/server/store/database";
import { createStores } from "@/server/store/stores";

/** Seals what waits in the outbox, as the dispatcher would. */
async function sealWaiting(tx: TransactionSql) {
  // What another connection still holds must not keep a suite from ending.
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
 * Throws unless the audit chain of every organization in this database is intact. A log without any seal is one that a suite made
 * by hand: its first seal would cover it whole.
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
