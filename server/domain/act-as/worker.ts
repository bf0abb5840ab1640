import type { Logger } from "pino";
import { endExpiredActAs } from "./begin";
import type { TenantActor } from "../../kernel/operation/actor";
import type { Execute } from "../../kernel/operation/execute";
import type { Database } from "../../store/database";
import { startLoop } from "../../outbox/worker-loop";

export interface ActAsExpiryDeps {
  database: Pick<Database, "sql">;
  execute: Execute;
  actor: (tenantId: number) => TenantActor;
}

const EVERY_MS = 60_000;

/**
 * Records the end of the act-as sessions whose time has passed, and sends the notices of a session's end. Their tokens are already
 * invalid (server/auth/oidc/adapter.ts).
 */
export async function endExpiredActAsSessions({ database: { sql }, execute, actor }: ActAsExpiryDeps) {
  const due = await sql<{ tenant_id: string; count: number }[]>`
    select r.tenant_id, count(*)::int as count from act_as_requests r
    join tenants t on t.id = r.tenant_id and t.status = 'active'
    where r.status = 'active' and r.ends_at <= now() group by r.tenant_id order by r.tenant_id`;
  for (const { tenant_id, count } of due)
    for (let ended = 0; ended < count; ended++) await execute(actor(Number(tenant_id)), endExpiredActAs, {});
}

/** Starts to end expired act-as sessions every minute. */
export const startActAsExpiry = (deps: ActAsExpiryDeps & { log: Logger }) =>
  startLoop({
    work: () => endExpiredActAsSessions(deps),
    idleMs: EVERY_MS,
    idleFirst: true,
    log: deps.log,
    failure: "expired act-as sessions could not be ended",
  });
