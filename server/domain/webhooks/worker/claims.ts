import type { Database } from "../../../store/database";
import { advisoryLocks, endSilence } from "../../../store/advisory-locks";

/** A delivery that this instance has claimed. */
export interface Due {
  tenant_id: string;
  id: string;
  webhook_id: string;
  message_id: string;
  body: string;
  attempt_count: number;
  url: string;
  secret_sealed: string;
  /** The secret before the last rotation, while it works. */
  old_secret_sealed: string | null;
  /** Time in milliseconds since the endpoint began to fail. Null if its last delivery succeeded. */
  failing_ms: number | null;
  powered_by: boolean | null;
}

export interface Wanted {
  /** Maximum number of deliveries, in total and to failing endpoints. */
  limit: number;
  failingLimit: number;
  /** Endpoints that this instance is sending to. */
  busy: string[];
  /**
   * Deliveries that this instance has sent, but not stored yet. Their claims do not block their endpoints. Listed by delivery
   * and not by endpoint: once the results are stored, another instance can claim deliveries of the endpoint.
   */
  unwritten: Pick<Due, "tenant_id" | "id">[];
  /** Endpoints that get one delivery at a time. */
  slow: string[];
}

/** Maximum number of deliveries of one endpoint in a claim. */
export const SHARE = 25;
/** Number of the oldest due deliveries that a claim chooses from. */
const WINDOW = 4_000;
/** Longer than a share can take: 25 fast requests, one that times out, and its result. */
const CLAIM_SECONDS = 60;
/** Seconds after which PostgreSQL ends the transaction of an instance that is paused or cut off, and releases its lock. */
const SILENCE_SECONDS = 10;

/**
 * Creates the functions that claim due deliveries for one instance. Only one instance at a time sends to an
 * endpoint, to keep the order of events. Instances claim one after another: two concurrent claims could
 * otherwise take the deliveries of one endpoint in the wrong order.
 */
export function createClaims({ sql, kind }: Pick<Database, "sql" | "kind">) {
  const isAnyDue = async (busy: string[]) => {
    const [row] = await sql<{ due: boolean }[]>`
      select exists (
        select 1 from webhook_deliveries where next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())
          and not webhook_id = any(${busy}::bigint[])) as due`;
    return row?.due ?? false;
  };

  /** Claims deliveries. Returns them in the order of their events. */
  async function claim({ limit, failingLimit, busy, unwritten, slow }: Wanted): Promise<Due[]> {
    // Usually nothing is due. This check needs one statement and no lock.
    if (!(await isAnyDue(busy))) return [];
    const tenants = unwritten.map(({ tenant_id }) => tenant_id);
    const ids = unwritten.map(({ id }) => id);
    return sql.begin(async (tx) => {
      if (kind === "postgres") await endSilence(tx, SILENCE_SECONDS);
      await tx`select pg_advisory_xact_lock(${advisoryLocks.webhookClaims}, 0)`;
      return tx<Due[]>`
        with held as materialized (
          select distinct d.webhook_id from webhook_deliveries d
          where d.next_attempt_at <= now() and d.claimed_until > now() and not exists (
            select 1 from unnest(${tenants}::bigint[], ${ids}::bigint[]) as sent(tenant, id)
            where sent.tenant = d.tenant_id and sent.id = d.id)
        ), due as (
          select d.tenant_id, d.id, d.webhook_id, d.next_attempt_at, w.failing_since is not null as failing
          from webhook_deliveries d join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
          where d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until <= now())
            and not d.webhook_id = any(${busy}::bigint[]) and d.webhook_id not in (select webhook_id from held)
            and w.enabled and (w.failing_since is null or ${failingLimit}::int > 0)
          order by d.next_attempt_at, d.id limit ${WINDOW}
        ), placed as (
          select *, row_number() over (partition by webhook_id order by next_attempt_at, id) as place from due
        ), ranked as (
          -- The first delivery of every endpoint comes before the second of any endpoint.
          select *, row_number() over (partition by failing order by place, next_attempt_at, id) as rank from placed
          where place <= case when failing or webhook_id = any(${slow}::bigint[]) then 1 else ${SHARE}::int end
        ), chosen as (
          select d.tenant_id, d.id from webhook_deliveries d join ranked r on r.tenant_id = d.tenant_id and r.id = d.id
          where r.rank <= case when r.failing then ${failingLimit}::int else ${limit}::int end
          for update of d skip locked
        ), taken as (
          update webhook_deliveries d set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
          from chosen c where d.tenant_id = c.tenant_id and d.id = c.id
          returning d.*
        )
        select t.tenant_id, t.id, t.webhook_id, t.message_id, t.body, t.attempt_count, w.url, w.secret_sealed,
          case when w.old_secret_expires_at > now() then w.old_secret_sealed end as old_secret_sealed,
          (extract(epoch from now() - w.failing_since) * 1000)::float8 as failing_ms, (p.value->>'webhook')::boolean as powered_by
        from taken t join webhooks w on w.tenant_id = t.tenant_id and w.id = t.webhook_id
          left join tenant_settings p on p.tenant_id = w.tenant_id and p.name = 'powered-by'
        order by t.next_attempt_at, t.id`;
    });
  }

  /** Releases deliveries that were claimed and not sent. Any instance can claim them at once. */
  async function release(deliveries: Due[]) {
    if (deliveries.length === 0) return;
    const tenants = deliveries.map(({ tenant_id }) => tenant_id);
    const ids = deliveries.map(({ id }) => id);
    await sql`
      update webhook_deliveries d set claimed_until = null
      from unnest(${tenants}::bigint[], ${ids}::bigint[]) as r(tenant, id) where d.tenant_id = r.tenant and d.id = r.id`;
  }

  return { claim, release };
}
