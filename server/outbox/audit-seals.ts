import type { TransactionSql } from "postgres";
import { CHAIN_START, digestSql, sealHash } from "../kernel/audit-chain";
import type { Subscriber } from "./dispatcher";

/** Any number that no other use of two-part advisory locks has. */
const SEAL_LOCK = 726_627;
/** How many events of an older log one seal covers. */
const HISTORY = 1_000;

interface Sealed {
  id: string;
  digest: string;
}
interface Link {
  position: number;
  hash: string;
}

/** Adds a seal over these events to a tenant's chain. */
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

/** Seals what is in the log since before there were seals, and does not wait in the outbox or go into this batch. */
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
 * Seals each tenant's events of a batch. A tenant's seals are made one after another, also of two instances. An event that a
 * seal names already is not sealed again: the key of audit_sealed_events would refuse the batch, for ever.
 */
export const sealAuditEvents: Subscriber = async (events, tx) => {
  const byTenant = new Map<number, number[]>();
  for (const { tenantId, eventId } of events)
    byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), eventId]);
  // In one order, so that two instances that seal the same tenants do not wait for each other.
  for (const tenantId of [...byTenant.keys()].sort((one, other) => one - other)) {
    const batch = byTenant.get(tenantId)!;
    await tx`select pg_advisory_xact_lock(${SEAL_LOCK}, ${tenantId}::int)`;
    const [last] = await tx<{ position: string; hash: string; sealed: string }[]>`
      select position, hash, coalesce((
        select jsonb_agg(event_id) from audit_sealed_events
        where tenant_id = ${tenantId} and event_id = any(${batch}::bigint[])), '[]')::text as sealed
      from audit_seals where tenant_id = ${tenantId} order by position desc limit 1`;
    const link = last
      ? { position: Number(last.position), hash: last.hash }
      : await sealHistory(tx, tenantId, batch);
    const sealed = new Set(last ? (JSON.parse(last.sealed) as number[]) : []);
    const fresh = batch.filter((id) => !sealed.has(id)).sort((one, other) => one - other);
    if (fresh.length === 0) continue;
    const rows = await tx<Sealed[]>`
      select id, ${tx.unsafe(digestSql)} as digest from audit_events
      where tenant_id = ${tenantId} and id = any(${fresh}::bigint[]) order by id`;
    // All ids of the batch: one that is not in the log any more was removed, and the seal says so.
    await addSeal(tx, tenantId, link, rows, fresh);
  }
};
