import { getTableColumns } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { auditEvents } from "@/db/tenant/journal";
import type { JournalEvent } from "../kernel/operation/store";
import type { Connection } from "./database";
import { translated } from "./errors";

/*
 * Inserts audit events and their outbox rows. One statement inserts both, so that each outbox row has the id of its own event.
 * For one event, the outbox row takes the id that the insertion of the event returns. For several events, the ids are created
 * before both insertions.
 */

/** Returns the webhook payload of an event. The sender of the webhook adds the id and the time of the event. */
const payloadOf = (event: JournalEvent) =>
  event.type === null
    ? {}
    : {
        action: event.action,
        target: event.target,
        targetLabel: event.targetLabel,
        related: event.related,
        appId: event.appId,
        actor: {
          userId: event.userId,
          email: event.userEmail,
          clientId: event.clientId,
          label: event.actorLabel,
        },
        changes: event.changes,
      };

/** Columns of an audit event that the application sets. The database sets the other columns. */
const given = [
  "tenantId",
  "action",
  "target",
  "targetLabel",
  "related",
  "userId",
  "userEmail",
  "actorLabel",
  "clientId",
  "appId",
  "ip",
  "requestId",
  "changes",
] as const satisfies (keyof JournalEvent | "tenantId")[];

const columns = getTableColumns(auditEvents) as Record<(typeof given)[number], AnyPgColumn>;
const names = given.map((key) => columns[key].name);
const listed = names.join(", ");

const isJson = (key: (typeof given)[number]) => columns[key].getSQLType() === "jsonb";
const values = given.map((key, index) => (isJson(key) ? `$${index + 1}::text::jsonb` : `$${index + 1}`));

const one = `
  with event as (insert into audit_events (${listed}) values (${values.join(", ")}) returning tenant_id, id, at)
  insert into outbox_events (created_at, tenant_id, event_id, type, payload)
  select at, tenant_id, id, $${given.length + 1}::text, $${given.length + 2}::text::jsonb from event`;

// nextval returns another value at each call. `materialized` computes the rows once, so that both insertions use the same ids.
const many = `
  with event as materialized (
    select nextval('audit_events_id_seq') as id, clock_timestamp() as at, row.* from jsonb_to_recordset($1::text::jsonb)
      as row (${given.map((key) => `${columns[key].name} ${columns[key].getSQLType()}`).join(", ")}, type text, payload jsonb)
  ), written as (insert into audit_events (id, at, ${listed}) select id, at, ${listed} from event)
  insert into outbox_events (created_at, tenant_id, event_id, type, payload)
  select at, tenant_id, id, type, payload from event`;

/** Appends events to the audit log and the outbox of a tenant. Sends only one statement for any number of events. */
export async function appendEvents(connection: Connection, tenantId: number, events: JournalEvent[]) {
  const [first] = events;
  if (!first) return;
  if (events.length === 1) {
    const row = { ...first, tenantId };
    const parameters = given.map((key) =>
      isJson(key) && row[key] !== null ? JSON.stringify(row[key]) : row[key],
    );
    await send(connection, one, [...parameters, first.type, JSON.stringify(payloadOf(first))]);
    return;
  }
  const rows = events.map((event) => {
    const row = { ...event, tenantId };
    const cells = given.map((key) => [columns[key].name, row[key]] as const);
    return { ...Object.fromEntries(cells), type: event.type, payload: payloadOf(event) };
  });
  await send(connection, many, [JSON.stringify(rows)]);
}

// `execute()` sends the statement at once. Therefore, statements are sent in the order of the code. The cast is needed because
// the driver has no type for these parameters.
const send = (connection: Connection, text: string, parameters: unknown[]) =>
  translated(connection.unsafe(text, parameters as never[], { prepare: true }).execute());
