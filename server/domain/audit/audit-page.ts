import * as z from "zod";
import { decodeCursor, encodeCursor } from "@/server/kernel/operation/cursor";
import { Id, Instant } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { filterOf } from "./audit-filter";
import { AuditPageQuery, LoggedEvent } from "./audit.schema";
import { toAuditEvent } from "./events";
import { loggedIn } from "./logged-event";

const Position = z.tuple([Instant, Id]);

export const listAuditPage = query({
  name: "listAuditPage",
  console: { at: "audit.page", shows: ["GET /audit-events", "GET /audit-events/export"] },
  capability: "ReadAuditLog",
  summary: "List audit events for the console",
  description: "Newest first, paged by an opaque cursor.",
  input: AuditPageQuery,
  output: z.object({ events: z.array(LoggedEvent), nextCursor: z.string().nullable() }),
  run: async ({ tx, locale }, { limit, cursor, ...choice }) => {
    const position = cursor === undefined ? null : decodeCursor(Position, cursor);
    const filter = await filterOf(tx, choice);
    if (filter === null) return { events: [], nextCursor: null };
    const rows = await tx.auditPage({
      ...filter,
      before: position ? { at: new Date(position[0]), id: position[1] } : undefined,
      limit: limit + 1,
    });
    const events = rows.slice(0, limit).map(toAuditEvent).map(loggedIn(locale));
    const last = events.at(-1);
    return { events, nextCursor: last && rows.length > limit ? encodeCursor([last.at, last.id]) : null };
  },
});
