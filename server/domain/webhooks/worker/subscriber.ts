import { subscribes, typeOfEvent } from "../../../kernel/events/catalogue";
import type { TransactionSql } from "postgres";
import { ofChanges, type ChangeEvent, type Subscriber } from "../../../outbox/dispatcher";

interface Endpoint {
  id: string;
  tenant_id: string;
  events: string;
  app_id: string | null;
  created_at: string;
}

/** Returns the body of a delivery: the audit event with its public type. */
const bodyOf = ({ tenantId, eventId, type, payload, createdAt }: ChangeEvent) =>
  JSON.stringify({
    type: typeOfEvent(type),
    timestamp: new Date(createdAt).toISOString(),
    data: { id: eventId, tenantId, ...payload },
  });

/** Maximum number of deliveries that one statement inserts. */
const CHUNK = 1_000;

/** Locks the enabled endpoints of these tenants. Returns the tenants with an endpoint that another transaction has locked. */
async function lockedElsewhere(tenants: number[], tx: TransactionSql): Promise<number[]> {
  const rows = await tx<{ tenant: string }[]>`
    with free as materialized (
      select tenant_id, id from webhooks where tenant_id in ${tx(tenants)} and enabled order by id for share skip locked
    )
    select distinct w.tenant_id as tenant from webhooks w where w.tenant_id in ${tx(tenants)} and w.enabled
      and not exists (select from free f where f.tenant_id = w.tenant_id and f.id = w.id)`;
  return rows.map(({ tenant }) => Number(tenant));
}

/** Creates a delivery of each event for each endpoint that subscribes to it. */
const deliver = ofChanges(async (events, tx) => {
  const tenants = [...new Set(events.map(({ tenantId }) => tenantId))];
  // Locked, so that an endpoint is disabled or deleted with its deliveries either before or after this transaction.
  const endpoints = await tx<Endpoint[]>`
    select id, tenant_id, events, app_id, created_at from webhooks where tenant_id in ${tx(tenants)} and enabled order by id for share`;
  if (endpoints.length === 0) return;
  const byTenant = new Map<number, Endpoint[]>();
  for (const endpoint of endpoints) {
    const tenantId = Number(endpoint.tenant_id);
    const some = byTenant.get(tenantId);
    if (some) some.push(endpoint);
    else byTenant.set(tenantId, [endpoint]);
  }
  const rows = events.flatMap((event) => {
    const type = typeOfEvent(event.type);
    const appId = event.payload["appId"] ?? null;
    const body = bodyOf(event);
    return (byTenant.get(event.tenantId) ?? [])
      .filter(
        ({ id, events: wanted, app_id, created_at }) =>
          // Excludes the events before the creation of the endpoint, and the creation itself, which has the same time.
          new Date(created_at) <= new Date(event.createdAt) &&
          !(event.type === "webhook_created" && event.payload["target"] === `webhook:${id}`) &&
          subscribes(wanted, type) &&
          (app_id === null || Number(app_id) === appId),
      )
      .map(({ id }) => ({
        tenant_id: event.tenantId,
        webhook_id: id,
        // Derived from the event, so that it is the same for every attempt.
        message_id: `msg_${event.tenantId}_${event.eventId}`,
        event_type: type,
        body,
      }));
  });
  for (let from = 0; from < rows.length; from += CHUNK) {
    const list = JSON.stringify(rows.slice(from, from + CHUNK));
    // Due now, and not at the time of the event, so that later batches of the tenant get later times on every instance. The worker
    // sends in the order of these times and of the ids.
    await tx`
      with due as materialized (select clock_timestamp() as at)
      insert into webhook_deliveries (tenant_id, webhook_id, message_id, event_type, body, next_attempt_at)
      select r.*, (select at from due) from json_to_recordset(${list}::text::json) as r(
        tenant_id bigint, webhook_id bigint, message_id text, event_type text, body text)`;
  }
});

export const deliverToWebhooks: Subscriber = Object.assign(deliver, { lockedElsewhere });
