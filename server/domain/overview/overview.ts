import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { auditEvents } from "@/db/tenant/journal";
import { credentials } from "@/db/tenant/credentials";
import { roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import { query } from "@/server/kernel/operation";
import { AuditEvent } from "../audit/audit.schema";
import { toAuditEvent } from "../audit/events";

/** Counting stops here, so that the first page is as quick in a large organization: one more means "more than this". */
const EXACT_UP_TO = 10_000;
const RECENT = 10;

const Count = z.int().describe(`Exact up to ${EXACT_UP_TO}; one more means that there are more.`);

export const getOverview = query({
  capability: "ReadOverview",
  summary: "Get the organization at a glance",
  input: z.strictObject({}),
  output: z.object({
    users: z.object({ active: Count, suspended: Count }),
    roles: Count,
    credentials: Count,
    serviceAccounts: Count,
    recentEvents: z.array(AuditEvent),
  }),
  run: async ({ tx }) => {
    const people = (status: "active" | "suspended") =>
      tx.users.count(and(eq(users.kind, "person"), eq(users.status, status)), EXACT_UP_TO + 1);
    const [active, suspended, roleCount, live, serviceAccounts, events] = await Promise.all([
      people("active"),
      people("suspended"),
      tx.roles.count(isNull(roles.appId), EXACT_UP_TO + 1),
      tx.credentials.count(isNull(credentials.revokedAt), EXACT_UP_TO + 1),
      tx.users.count(eq(users.kind, "service_account"), EXACT_UP_TO + 1),
      tx.auditEvents.list({ orderBy: [desc(auditEvents.at), desc(auditEvents.id)], limit: RECENT }),
    ]);
    return {
      users: { active, suspended },
      roles: roleCount,
      credentials: live,
      serviceAccounts,
      recentEvents: events.map(toAuditEvent),
    };
  },
});
