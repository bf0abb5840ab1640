import { CHAIN_START, digestSql, sealHash } from "../kernel/audit-chain";
import type { Subscriber } from "./dispatcher";

/** Any number that no other use of two-part advisory locks has. */
const SEAL_LOCK = 726_627;

/** Seals each tenant's events of a batch. A tenant's seals are made one after another, also of two instances. */
export const sealAuditEvents: Subscriber = async (events, tx) => {
  const byTenant = new Map<number, number[]>();
  for (const { tenantId, eventId } of events)
    byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), eventId]);
  // In one order, so that two instances that seal the same tenants do not wait for each other.
  for (const tenantId of [...byTenant.keys()].sort((one, other) => one - other)) {
    await tx`select pg_advisory_xact_lock(${SEAL_LOCK}, ${tenantId}::int)`;
    const [last] = await tx<{ position: string; hash: string }[]>`
      select position, hash from audit_seals where tenant_id = ${tenantId} order by position desc limit 1`;
    const rows = await tx<{ id: string; digest: string }[]>`
      select id, ${tx.unsafe(digestSql)} as digest from audit_events
      where tenant_id = ${tenantId} and id = any(${byTenant.get(tenantId)!}::bigint[]) order by id`;
    const hash = sealHash(
      last?.hash ?? CHAIN_START,
      rows.map(({ digest }) => digest),
    );
    const ids = JSON.stringify(rows.map(({ id }) => Number(id)));
    await tx`
      insert into audit_seals (tenant_id, position, event_ids, hash)
      values (${tenantId}, ${Number(last?.position ?? 0) + 1}, ${ids}::text::jsonb, ${hash})`;
  }
};
