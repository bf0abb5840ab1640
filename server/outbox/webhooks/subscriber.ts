import { subscribes, typeOfEvent } from "../../domain/webhooks/catalogue.schema";
import type { OutboxEvent, Subscriber } from "../dispatcher";

interface Endpoint {
  id: string;
  tenant_id: string;
  events: string;
  app_id: string | null;
}

/** The body that is sent: the audit event, under the type that subscribers know it by. */
const bodyOf = ({ tenantId, eventId, type, payload, createdAt }: OutboxEvent) =>
  JSON.stringify({
    type: typeOfEvent(type),
    timestamp: new Date(createdAt).toISOString(),
    data: { id: eventId, tenantId, ...payload },
  });

/** Makes a delivery of each event for each endpoint that takes it: two statements for a batch. */
export const deliverToWebhooks: Subscriber = async (events, tx) => {
  const tenants = [...new Set(events.map(({ tenantId }) => tenantId))];
  const endpoints = await tx<Endpoint[]>`
    select id, tenant_id, events, app_id from webhooks where tenant_id in ${tx(tenants)} and enabled order by id`;
  if (endpoints.length === 0) return;
  const byTenant = new Map<number, Endpoint[]>();
  for (const endpoint of endpoints) {
    const tenantId = Number(endpoint.tenant_id);
    byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), endpoint]);
  }
  const rows = events.flatMap((event) => {
    const type = typeOfEvent(event.type);
    const appId = event.payload["appId"] ?? null;
    return (byTenant.get(event.tenantId) ?? [])
      .filter(
        ({ events: wanted, app_id }) =>
          subscribes(wanted, type) && (app_id === null || Number(app_id) === appId),
      )
      .map(({ id }) => ({
        tenant_id: event.tenantId,
        webhook_id: id,
        // Made of the event, so that it is the same on every try.
        message_id: `msg_${event.tenantId}_${event.eventId}`,
        event_type: type,
        body: bodyOf(event),
        next_attempt_at: event.createdAt,
      }));
  });
  if (rows.length > 0) await tx`insert into webhook_deliveries ${tx(rows)}`;
};
