import type { Logger } from "pino";
import { endExpiredActAs } from "../domain/act-as/begin";
import type { TenantActor } from "../kernel/actor";
import type { Execute } from "../kernel/execute";
import type { SystemLabel } from "../kernel/system-labels";
import type { Database } from "../store/database";
import { takeLostAudiences } from "./lost-audiences";
import { periodically } from "./periodically";

export interface EveryMinuteDeps {
  database: Pick<Database, "sql">;
  execute: Execute;
  actor: (tenantId: number, label: SystemLabel) => TenantActor;
  log: Logger;
}

const EVERY_MS = 60_000;

/**
 * Ends the sessions of acting as somebody whose time is up. Their tokens are dead at that moment already (oidc/adapter.ts);
 * this writes down that it is over, and tells whoever must be told of a session's end.
 */
export async function endWhatRanOut({ database: { sql }, execute, actor }: EveryMinuteDeps) {
  const due = await sql<{ tenant_id: string; count: number }[]>`
    select r.tenant_id, count(*)::int as count from act_as_requests r
    join tenants t on t.id = r.tenant_id and t.status = 'active'
    where r.status = 'active' and r.ends_at <= now() group by r.tenant_id order by r.tenant_id`;
  for (const { tenant_id, count } of due)
    for (let ended = 0; ended < count; ended++)
      await execute(actor(Number(tenant_id), "Acting as others"), endExpiredActAs, {});
}

/** Starts what must be done soon, but not within any request; gives what stops it. */
export const startEveryMinute = (deps: EveryMinuteDeps) =>
  periodically(EVERY_MS, async () => {
    await endWhatRanOut(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, "sessions whose time is up could not be ended"),
    );
    await takeLostAudiences(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, "audiences of other organizations could not be taken away"),
    );
  });
