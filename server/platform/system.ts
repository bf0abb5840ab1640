import { eq, isNotNull, lte, min, sql } from "drizzle-orm";
import * as z from "zod";
import { tenants } from "@/db/platform/registry";
import { auditSeals, outboxEvents } from "@/db/tenant/journal";
import { webhookDeliveries } from "@/db/tenant/webhooks";
import { platformQuery } from "@/server/kernel/operation/operation";
import type { Ports } from "@/server/kernel/operation/ports";
import type { PlatformReadTx } from "@/server/kernel/operation/store";
import { SystemState } from "./system.schema";
import { defineTexts } from "@/server/kernel/texts/define";

const systemTexts = defineTexts("system", {
  events_late: "Events have waited for more than a minute to be sealed and sent on.",
  room_low: "The disk of the database has {megabytes} MB left. Without free space, changes are refused.",
  room_gone: "The disk of the database is full. Changes are refused until there is free space.",
  deliveries_late: "Webhook deliveries have been due for more than five minutes.",
});

type Registry = PlatformReadTx["db"];

const count = sql<number>`count(*)::int`;

/**
 * Delays that indicate a problem: an event normally leaves the outbox within a second, and a delivery begins within
 * seconds.
 */
const OUTBOX_LATE_MS = 60_000;
const WEBHOOK_LATE_MS = 300_000;

/** Returns the database's own figures and its response time. */
async function databaseFacts(db: Registry) {
  const asked = performance.now();
  const [row] = await db
    .select({
      version: sql<string>`current_setting('server_version')`,
      bytes: sql<string>`pg_database_size(current_database())`,
    })
    .from(sql`(select 1) as one`);
  return {
    version: row!.version,
    bytes: Number(row!.bytes),
    answeredInMs: Math.round((performance.now() - asked) * 10) / 10,
  };
}

/** Reads each organization's last position by an index, for any length of the chains. */
const newestSeal = (db: Registry) =>
  db.select({ at: sql<string | null>`max(newest.sealed_at)` }).from(
    sql`${tenants}, lateral (select ${auditSeals.sealedAt} from ${auditSeals} where ${eq(auditSeals.tenantId, tenants.id)}
        order by ${auditSeals.position} desc limit 1) as newest`,
  );

const dateOrNull = (value: Date | string | null | undefined) => (value ? new Date(value) : null);
const isLate = (since: Date | null, now: Date, limit: number) =>
  since !== null && now.getTime() - since.getTime() > limit;

/** Returns the problem of a disk without free space. */
function spaceProblems(space: ReturnType<Ports["installation"]["freeSpace"]>) {
  if (space?.state === "full") return [systemTexts.room_gone()];
  if (space?.state === "low")
    return [systemTexts.room_low({ megabytes: Math.floor(space.bytes / 1_048_576) })];
  return [];
}

export const getSystemState = platformQuery({
  name: "getSystemState",
  console: "platform.system.get",
  capability: "ManagePlatformSettings",
  summary: "Get the state of the installation",
  input: z.strictObject({}),
  output: SystemState,
  prepare: ({ ports }) => Promise.resolve(ports.installation),
  run: async ({ tx: { db }, now, words }, _input, { version, startedAt, database, locates, freeSpace }) => {
    const facts = await databaseFacts(db);
    const organizations = await db
      .select({ status: tenants.status, count })
      .from(tenants)
      .groupBy(tenants.status);
    const [outbox] = await db
      .select({ waiting: count, oldest: min(outboxEvents.createdAt) })
      .from(outboxEvents);
    const [deliveries] = await db
      .select({
        waiting: count,
        overdue: sql<number>`count(*) filter (where ${lte(webhookDeliveries.nextAttemptAt, now)})::int`,
        oldest: min(webhookDeliveries.nextAttemptAt),
      })
      .from(webhookDeliveries)
      .where(isNotNull(webhookDeliveries.nextAttemptAt));
    const [seal] = await newestSeal(db);
    const oldestEvent = dateOrNull(outbox!.oldest);
    const oldestDue = deliveries!.overdue > 0 ? dateOrNull(deliveries!.oldest) : null;
    const withStatus = (status: "active" | "suspended") =>
      organizations.find((row) => row.status === status)?.count ?? 0;
    return {
      version,
      startedAt: startedAt.toISOString(),
      checkedAt: now.toISOString(),
      database: { kind: database, ...facts },
      locates,
      organizations: { active: withStatus("active"), suspended: withStatus("suspended") },
      outbox: { waiting: outbox!.waiting, oldestAt: oldestEvent?.toISOString() ?? null },
      webhooks: {
        waiting: deliveries!.waiting,
        overdue: deliveries!.overdue,
        oldestDueAt: oldestDue?.toISOString() ?? null,
      },
      lastSealAt: dateOrNull(seal?.at)?.toISOString() ?? null,
      problems: [
        ...spaceProblems(freeSpace()).map(words),
        ...(isLate(oldestEvent, now, OUTBOX_LATE_MS) ? [words(systemTexts.events_late())] : []),
        ...(isLate(oldestDue, now, WEBHOOK_LATE_MS) ? [words(systemTexts.deliveries_late())] : []),
      ],
    };
  },
});
