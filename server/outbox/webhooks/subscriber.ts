import { subscribes, typeOfEvent } from "../../domain/webhooks/catalogue.schema";
import { ofToldEvents, type Subscriber, type ToldEvent } from "../dispatcher";

interface Endpoint {
  id: string;
  tenant_id: string;
  events: string;
  app_id: string | null;
  created_at: string;
}

/** The body that is sent: the audit event, under the type that subscribers know it by. */
const bodyOf = ({ tenantId, eventId, type, payload, createdAt }: ToldEvent) =>
  JSON.stringify({
    type: typeOfEvent(type),
    timestamp: new Date(createdAt).toISOString(),
    data: { id: eventId, tenantId, ...payload },
  });

/** How many deliveries one statement adds: each event may be for many endpoints. */
const CHUNK = 1_000;

/** Makes a delivery of each event for each endpoint that takes it: as few statements as the amount allows. */
export const deliverToWebhooks: Subscriber = ofToldEvents(async (events, tx) => {
  const tenants = [...new Set(events.map(({ tenantId }) => tenantId))];
  // Held, so that an endpoint that is switched off or deleted at this moment is so before or after, with what waits for it.
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
          // What came before an endpoint is not told to it; its own making, which is as old as itself, neither.
          new Date(created_at) <= new Date(event.createdAt) &&
          !(event.type === "webhook_created" && event.payload["target"] === `webhook:${id}`) &&
          subscribes(wanted, type) &&
          (app_id === null || Number(app_id) === appId),
      )
      .map(({ id }) => ({
        tenant_id: event.tenantId,
        webhook_id: id,
        // Made of the event, so that it is the same on every try.
        message_id: `msg_${event.tenantId}_${event.eventId}`,
        event_type: type,
        body,
        next_attempt_at: event.createdAt,
      }));
  });
  for (let from = 0; from < rows.length; from += CHUNK) {
    const list = JSON.stringify(rows.slice(from, from + CHUNK));
    await tx`
      insert into webhook_deliveries (tenant_id, webhook_id, message_id, event_type, body, next_attempt_at)
      select * from json_to_recordset(${list}::text::json) as r(tenant_id bigint, webhook_id bigint, message_id text,
        event_type text, body text, next_attempt_at timestamptz)`;
  }
});
