import { and, desc, eq, gte, lt, or, type SQL } from "drizzle-orm";
import { z } from "zod";
import { platformAuditEvents as events } from "@/db/platform/registry";
import { AuditEvent, AuditPageQuery } from "@/server/domain/audit/audit.schema";
import { decodeCursor, encodeCursor } from "@/server/kernel/cursor";
import { Id, Instant } from "@/server/kernel/fields";
import { platformQuery } from "@/server/kernel/operation";
import { prefixRange } from "@/server/kernel/prefix-range";

const Position = z.tuple([Instant, Id]);

const startsWith = (prefix: string): SQL | undefined => {
  const { from, below } = prefixRange(prefix);
  return and(gte(events.action, from), below === null ? undefined : lt(events.action, below));
};

export const listPlatformAuditEvents = platformQuery({
  capability: "ReadPlatformAuditLog",
  summary: "List the platform's audit events",
  description: "Newest first, paged by an opaque cursor.",
  input: AuditPageQuery.pick({ channel: true, action: true, since: true, limit: true, cursor: true }),
  output: z.object({ events: z.array(AuditEvent), nextCursor: z.string().nullable() }),
  run: async ({ tx }, { channel, action, since, limit, cursor }) => {
    const position = cursor === undefined ? null : decodeCursor(Position, cursor);
    const rows = await tx.registry
      .select()
      .from(events)
      .where(
        and(
          channel || action ? startsWith(channel ? `${channel}.${action ?? ""}` : (action ?? "")) : undefined,
          since === undefined ? undefined : gte(events.at, new Date(since)),
          position
            ? or(
                lt(events.at, new Date(position[0])),
                and(eq(events.at, new Date(position[0])), lt(events.id, position[1])),
              )
            : undefined,
        ),
      )
      .orderBy(desc(events.at), desc(events.id))
      .limit(limit + 1);
    const page = rows.slice(0, limit).map((row) => ({ ...row, appId: null, at: row.at.toISOString() }));
    const last = page.at(-1);
    return {
      events: page,
      nextCursor: last && rows.length > limit ? encodeCursor([last.at, last.id]) : null,
    };
  },
});
