import type { Logger } from "pino";
import { loseApiAudience } from "./lose-audience";
import { loseAudience } from "../apps/audience";
import type { TenantActor } from "../../kernel/operation/actor";
import type { Execute } from "../../kernel/operation/execute";
import type { Database } from "../../store/database";
import { startLoop } from "../../outbox/worker-loop";

export interface LostAudiencesDeps {
  database: Pick<Database, "sql">;
  execute: Execute;
  actor: (tenantId: number) => TenantActor;
}

const EVERY_MS = 60_000;
/** Maximum number of apps and of APIs in a round. Only an upgrade can cause more. */
const BATCH = 100;

/**
 * Removes an audience from an app if another organization had the audience first (migration 0015) or has verified its domain.
 * Marks an API that has lost its audience so. Records each loss. Apps already get no tokens for the audience (server/auth/oidc/clients.ts, server/auth/oidc/api-access.ts).
 */
export async function takeLostAudiences({ database: { sql }, execute, actor }: LostAudiencesDeps) {
  // If a claim and the verification of its domain by another organization run at the same time, neither reads
  // the other's result.
  await sql`
    delete from api_audiences r using custom_domains d
    where d.verified_key is not null and d.tenant_id <> r.tenant_id
      and (r.host = d.verified_key or right(r.host, length(d.verified_key) + 1) = '.' || d.verified_key)`;
  const lost = await sql<{ tenant_id: string; id: string }[]>`
    select a.tenant_id, a.id from apps a
    where a.api_audience_key is not null and not exists (
      select 1 from api_audiences r where r.audience = a.api_audience_key and r.tenant_id = a.tenant_id)
    order by a.tenant_id, a.id limit ${BATCH}`;
  for (const { tenant_id, id } of lost)
    await execute(actor(Number(tenant_id)), loseAudience, { appId: Number(id) });
  const lostApis = await sql<{ tenant_id: string; id: string }[]>`
    select i.tenant_id, i.id from apis i
    where i.audience_lost_at is null and not exists (
      select 1 from api_audiences r where r.audience = i.audience_key and r.tenant_id = i.tenant_id)
    order by i.tenant_id, i.id limit ${BATCH}`;
  for (const { tenant_id, id } of lostApis)
    await execute(actor(Number(tenant_id)), loseApiAudience, { apiId: Number(id) });
}

/** Starts to remove lost audiences every minute. */
export const startLostAudiences = (deps: LostAudiencesDeps & { log: Logger }) =>
  startLoop({
    work: () => takeLostAudiences(deps),
    idleMs: EVERY_MS,
    idleFirst: true,
    log: deps.log,
    failure: "lost audiences could not be removed",
  });
