import type { Database } from "../../store/database";

/** A delivery that this instance has in hand. */
export interface Due {
  tenant_id: string;
  id: string;
  webhook_id: string;
  message_id: string;
  body: string;
  attempt_count: number;
  url: string;
  secret_sealed: string;
  /** For how long no delivery to its endpoint has succeeded; null while all is well. */
  failing_ms: number | null;
  powered_by: boolean | null;
}

export interface Wanted {
  /** How many deliveries may be taken, and how many of those to endpoints that are failing. */
  room: number;
  failingRoom: number;
  /** Endpoints that this instance is sending to. */
  busy: string[];
  /**
   * What this instance has sent and not written down yet: such a claim holds up nothing. By delivery and not by endpoint: what
   * is written while this claim waits for its turn could let another instance go on with the endpoint.
   */
  unwritten: Pick<Due, "tenant_id" | "id">[];
  /** Endpoints that get one delivery at a time. */
  slow: string[];
}

/** How many deliveries of one endpoint are taken at once. */
export const SHARE = 25;
/** How many of the deliveries that wait the longest are looked at. */
const WINDOW = 4_000;
/** Longer than a share can be in hand: 25 sends that are not slow, one that times out, and its result. */
const CLAIM_SECONDS = 60;
/** Any number that no other use of two-part advisory locks has. */
const CLAIM_LOCK = 726_628;

/**
 * Takes deliveries that are due. An endpoint's are in the hands of one instance at a time, or two instances would mix up
 * its order; so instances claim one after another, because a claim that does not see another's would take what follows it.
 */
export function createClaims({ sql }: Pick<Database, "sql">) {
  const anything = async (busy: string[]) => {
    const [row] = await sql<{ due: boolean }[]>`
      select exists (
        select 1 from webhook_deliveries where next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())
          and not webhook_id = any(${busy}::bigint[])) as due`;
    return row?.due ?? false;
  };

  /** Gives them in the order of their events. */
  async function claim({ room, failingRoom, busy, unwritten, slow }: Wanted): Promise<Due[]> {
    // Most of the time nothing is due, and looking is one statement.
    if (!(await anything(busy))) return [];
    const tenants = unwritten.map(({ tenant_id }) => tenant_id);
    const ids = unwritten.map(({ id }) => id);
    return sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${CLAIM_LOCK}, 0)`;
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
            and w.enabled and (w.failing_since is null or ${failingRoom}::int > 0)
          order by d.next_attempt_at, d.id limit ${WINDOW}
        ), placed as (
          select *, row_number() over (partition by webhook_id order by next_attempt_at, id) as place from due
        ), ranked as (
          -- Everybody's first before anybody's second.
          select *, row_number() over (partition by failing order by place, next_attempt_at, id) as rank from placed
          where place <= case when failing or webhook_id = any(${slow}::bigint[]) then 1 else ${SHARE}::int end
        ), chosen as (
          select d.tenant_id, d.id from webhook_deliveries d join ranked r on r.tenant_id = d.tenant_id and r.id = d.id
          where r.rank <= case when r.failing then ${failingRoom}::int else ${room}::int end
          for update of d skip locked
        ), taken as (
          update webhook_deliveries d set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
          from chosen c where d.tenant_id = c.tenant_id and d.id = c.id
          returning d.*
        )
        select t.tenant_id, t.id, t.webhook_id, t.message_id, t.body, t.attempt_count, w.url, w.secret_sealed,
          (extract(epoch from now() - w.failing_since) * 1000)::float8 as failing_ms, (p.value->>'webhook')::boolean as powered_by
        from taken t join webhooks w on w.tenant_id = t.tenant_id and w.id = t.webhook_id
          left join tenant_settings p on p.tenant_id = w.tenant_id and p.name = 'powered-by'
        order by t.next_attempt_at, t.id`;
    });
  }

  /** Gives back what was claimed and not sent: it is anybody's at once. */
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
