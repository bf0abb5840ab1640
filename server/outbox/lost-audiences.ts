import { loseAudience } from "../domain/apps/audience";
import type { EveryMinuteDeps } from "./every-minute";

/** How many apps are looked at in a minute; there are more only after an upgrade. */
const AT_ONCE = 100;

/**
 * Takes audiences away from apps whose organizations have lost them: to one that had them first (migration 0015), or that has
 * verified the domain. They get no tokens for them from that moment on (auth/clients.ts); here it is recorded and told.
 */
export async function takeLostAudiences({ database: { sql }, execute, actor }: Omit<EveryMinuteDeps, "log">) {
  // Whoever claimed one while another organization verified the domain did not see that, nor was seen.
  await sql`
    delete from api_audiences r using custom_domains d
    where d.verified_key is not null and d.tenant_id <> r.tenant_id
      and (r.host = d.verified_key or right(r.host, length(d.verified_key) + 1) = '.' || d.verified_key)`;
  const lost = await sql<{ tenant_id: string; id: string }[]>`
    select a.tenant_id, a.id from apps a
    where a.api_audience_key is not null and not exists (
      select 1 from api_audiences r where r.audience = a.api_audience_key and r.tenant_id = a.tenant_id)
    order by a.tenant_id, a.id limit ${AT_ONCE}`;
  for (const { tenant_id, id } of lost)
    await execute(actor(Number(tenant_id), "OpenID Connect provider"), loseAudience, { appId: Number(id) });
}
