import { asc } from "drizzle-orm";
import * as z from "zod";
import { users } from "@/db/tenant/users";
import { tenantEventNames } from "@/server/kernel/events";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { AuditSearch, EventNames, LoggedEvent } from "./audit.schema";
import { toAuditEvent } from "./events";
import { loggedIn } from "./logged-event";
import { defineRefusals } from "@/server/kernel/texts/define";

export const auditRefusals = defineRefusals("audit", {
  event_not_found: {
    status: 404,
    text: "There is no such audit event; it may be older than the log is kept.",
  },
});

export const getAuditEvent = query({
  name: "getAuditEvent",
  console: "audit.event",
  capability: "ReadAuditLog",
  summary: "Get an audit event",
  input: z.strictObject({ id: Id }),
  output: LoggedEvent,
  run: async ({ tx, locale }, { id }) => {
    const row = await tx.auditEvents.get(id);
    if (!row) throw auditRefusals.event_not_found();
    return loggedIn(locale)(toAuditEvent(row));
  },
});

export const listEventNames = query({
  name: "listEventNames",
  console: "audit.eventNames",
  capability: "ReadAuditLog",
  summary: "List the names of audit events",
  description: "Names and descriptions are in the language of the reader.",
  input: z.strictObject({}),
  output: EventNames,
  run: ({ locale }) => Promise.resolve(tenantEventNames(locale)),
});

/** Number of newest events that a search for a name reads. No index of the log contains names. */
const AMONG = 5_000;
/** Maximum number of matching users whose events are searched in the whole log. */
const PEOPLE = 3;

export const findAuditEvents = query({
  name: "findAuditEvents",
  console: "audit.find",
  capability: "ReadAuditLog",
  summary: "Find audit events by the name of actor or target",
  description:
    `Searches a part of the name of target or actor: in the newest ${AMONG} events, and for people with that ` +
    "name in the whole log. Newest first.",
  input: AuditSearch,
  output: z.array(LoggedEvent),
  run: async ({ tx, locale }, { text, limit }) => {
    const people = await tx.users.list({
      where: tx.peopleMatching({ text, afterId: 0, limit: PEOPLE }),
      orderBy: [asc(users.id)],
    });
    const found = await Promise.all([
      tx.auditNaming({ text, among: AMONG, limit }),
      ...people.flatMap(({ id }) => [
        tx.auditPage({ target: `user:${id}`, limit }),
        tx.auditPage({ userId: id, limit }),
      ]),
    ]);
    const events = new Map(found.flat().map((row) => [row.id, row]));
    return [...events.values()]
      .sort((one, other) => +other.at - +one.at || other.id - one.id)
      .slice(0, limit)
      .map(toAuditEvent)
      .map(loggedIn(locale));
  },
});
