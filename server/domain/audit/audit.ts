import * as z from "zod";
import { query } from "@/server/kernel/operation/operation";
import { prefixRange } from "@/server/kernel/strings/prefix-range";
import { EXACT_UP_TO } from "../counts/counts.schema";
import { AuditEvent, AuditQuery } from "./audit.schema";
import { instantOf, toAuditEvent } from "./events";

export const listAuditEvents = query({
  name: "listAuditEvents",
  rest: "GET /audit-events",
  capability: "ReadAuditLog",
  summary: "List audit events",
  description:
    "Newest first. `action` is a prefix, `since` is inclusive, userId is that of the actor (for a credential, its service account). " +
    `totalCount is exact up to ${EXACT_UP_TO}; ${EXACT_UP_TO + 1} means that there are more, and totalPages follows it: later ` +
    "pages exist then, up to the first one that is not full.",
  input: AuditQuery,
  output: z.object({
    events: z.array(AuditEvent),
    totalCount: z.int(),
    page: z.int(),
    pageSize: z.int(),
    totalPages: z.int(),
  }),
  run: async ({ tx }, { since, action, userId, page, limit }) => {
    const actions = action ? await tx.auditActions({ ...prefixRange(action), userId }) : undefined;
    const filter = { userId, since: instantOf(since), actions };
    const offset = (page - 1) * limit;
    const counting = tx.auditCount(filter, EXACT_UP_TO + 1);
    // Does not read the events of a page beyond the end. The first page does not wait for the count.
    const missing = page > 1 && (await counting) <= Math.min(offset, EXACT_UP_TO);
    const [totalCount, rows] = await Promise.all([
      counting,
      missing ? [] : tx.auditPage({ ...filter, limit, offset }),
    ]);
    return {
      events: rows.map(toAuditEvent),
      totalCount,
      page,
      pageSize: limit,
      totalPages: Math.ceil(totalCount / limit),
    };
  },
});
