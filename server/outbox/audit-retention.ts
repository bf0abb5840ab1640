import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { auditSettings, trimAuditLog } from "../domain/audit/retention";
import type { TenantActor } from "../kernel/actor";
import type { Execute } from "../kernel/execute";
import type { Database } from "../store/database";
import { periodically } from "./periodically";

export interface RetentionDeps {
  database: Pick<Database, "sql">;
  execute: Execute;
  actor: (tenantId: number) => TenantActor;
  log: Logger;
}

const EVERY_MS = 3_600_000;
/** Between two batches, so that requests come before housekeeping. */
const PAUSE_MS = 50;

/** Removes what the tenants' retention does not keep, batch by batch, until `signal` or nothing is left. */
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

/** Applies the tenants' retention, now and every hour; gives what stops it. */
export const startAuditRetention = (deps: RetentionDeps) =>
  periodically(
    EVERY_MS,
    (signal) =>
      removeOldEvents(deps, signal).catch((error: unknown) =>
        deps.log.error({ err: error }, "the tenants' retention could not be read"),
      ),
    { atOnce: true },
  );
