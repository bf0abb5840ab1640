import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { auditSettings, trimAuditLog } from "../retention";
import type { TenantActor } from "../../../kernel/operation/actor";
import type { Execute } from "../../../kernel/operation/execute";
import type { Database } from "../../../store/database";
import { startLoop } from "../../../outbox/worker-loop";

export interface RetentionDeps {
  database: Pick<Database, "sql">;
  execute: Execute;
  actor: (tenantId: number) => TenantActor;
  log: Logger;
}

const EVERY_MS = 3_600_000;
/** Time in milliseconds between two batches, so that requests are not delayed. */
const PAUSE_MS = 50;

/** Deletes the events that are older than their tenant's setting, in batches, until `signal` is aborted. */
export async function removeOldEvents(
  { database: { sql }, execute, actor, log }: RetentionDeps,
  signal: AbortSignal,
) {
  const tenants = await sql<{ id: string }[]>`
    select t.id from tenant_settings s join tenants t on t.id = s.tenant_id and t.status = 'active'
    where s.name = ${auditSettings.name} and s.value->>'retentionDays' is not null order by t.id`;
  for (const { id } of tenants) {
    try {
      while (!signal.aborted && (await execute(actor(Number(id)), trimAuditLog, {})).removed > 0)
        await pause(PAUSE_MS, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, tenant: id }, "old audit events could not be removed");
    }
  }
}

/** Starts to apply the tenants' retention, now and every hour. */
export const startAuditRetention = (deps: RetentionDeps) =>
  startLoop({
    work: (signal) => removeOldEvents(deps, signal),
    idleMs: EVERY_MS,
    log: deps.log,
    failure: "the tenants' retention could not be read",
  });
