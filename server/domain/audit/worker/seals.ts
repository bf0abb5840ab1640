import type { TransactionSql } from "postgres";
import { CHAIN_START, digestSql, sealHash } from "../../../kernel/operation/audit-chain";
import type { Subscriber } from "../../../outbox/dispatcher";
import { advisoryLocks } from "../../../store/advisory-locks";

/** Number of events of an older log in one seal. */
const HISTORY = 1_000;

interface Sealed {
  id: string;
  digest: string;
}
interface Link {
  position: number;
  hash: string;
}

/** Adds a seal over these events to a tenant's chain. Returns the seal's position and hash. */
async function addSeal(
  tx: TransactionSql,
  tenantId: number,
  before: Link,
  rows: Sealed[],
  eventIds = rows.map(({ id }) => Number(id)),
): Promise<Link> {
  const digests = rows.map(({ digest }) => digest);
  const seal = { position: before.position + 1, hash: sealHash(before.hash, digests) };
  const ids = JSON.stringify(eventIds);
  await tx`
    insert into audit_seals (tenant_id, position, event_ids, hash)
    values (${tenantId}, ${seal.position}, ${ids}::text::jsonb, ${seal.hash})`;
  return seal;
}

/** Seals the events that are older than the chain. Excludes the events of this batch and of the outbox. */
async function sealHistory(tx: TransactionSql, tenantId: number, batch: number[]): Promise<Link> {
  let link: Link = { position: 0, hash: CHAIN_START };
  for (let after = 0; ;) {
    const rows = await tx<Sealed[]>`
      select id, ${tx.unsafe(digestSql)} as digest from audit_events
      where tenant_id = ${tenantId} and id > ${after} and id <> all(${batch}::bigint[])
        and id not in (select event_id from outbox_events where tenant_id = ${tenantId})
      order by id limit ${HISTORY}`;
    if (rows.length > 0) link = await addSeal(tx, tenantId, link, rows);
    if (rows.length < HISTORY) return link;
    after = Number(rows.at(-1)!.id);
  }
}

/**
 * Seals the events of a batch, tenant by tenant. A lock orders the seals of a tenant across instances. Skips events that have a
 * seal: otherwise the primary key of audit_sealed_events would refuse the batch at every attempt.
 */
export const sealAuditEvents: Subscriber = async (events, tx) => {
  const byTenant = new Map<number, number[]>();
  for (const { tenantId, eventId } of events)
    byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), eventId]);
  // Sorted, so that two instances that seal the same tenants do not deadlock.
  for (const tenantId of [...byTenant.keys()].sort((one, other) => one - other)) {
    const batch = byTenant.get(tenantId)!;
    await tx`select pg_advisory_xact_lock(${advisoryLocks.auditSeals}, ${tenantId}::int)`;
    const [last] = await tx<{ position: string; hash: string; sealed: string }[]>`
      select position, hash, coalesce((
        select jsonb_agg(event_id) from audit_sealed_events
        where tenant_id = ${tenantId} and event_id = any(${batch}::bigint[])), '[]')::text as sealed
      from audit_seals where tenant_id = ${tenantId} order by position desc limit 1`;
    const link = last
      ? { position: Number(last.position), hash: last.hash }
      : await sealHistory(tx, tenantId, batch);
    const sealed = new Set(last ? (JSON.parse(last.sealed) as number[]) : []);
    const unsealed = batch.filter((id) => !sealed.has(id)).sort((one, other) => one - other);
    if (unsealed.length === 0) continue;
    const rows = await tx<Sealed[]>`
      select id, ${tx.unsafe(digestSql)} as digest from audit_events
      where tenant_id = ${tenantId} and id = any(${unsealed}::bigint[]) order by id`;
    // All ids of the batch, so that the seal shows the ids of events that were removed from the log.
    await addSeal(tx, tenantId, link, rows, unsealed);
  }
};
