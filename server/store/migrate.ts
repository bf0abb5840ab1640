import path from "node:path";
import { getTableName } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { TENANT_ROLE } from "@/db/kit";
import { journalTables, summaryTables, tenantTables } from "@/db/tenant/tables";
import type { Database, Sql } from "./database";

/** Key of the advisory lock for migrations. No other program on the database server may use this key. */
const MIGRATION_LOCK = 7_266_273_081;

const folder = () => path.join(/*turbopackIgnore: true*/ process.cwd(), "db", "migrations");

/** An audit log in which migration 0012 sealed events that had no seal. */
export interface AuditRepair {
  tenantId: number;
  /** Field `changes` of the audit event that records the repair. */
  changes: Record<string, { to: unknown }>;
}

/** Returns true if the outbox still has the columns from before migration 0012. */
const hasOldOutbox = async (sql: Sql) =>
  (
    await sql`select from information_schema.columns
      where table_schema = 'public' and table_name = 'outbox_events' and column_name = 'id'`
  ).length > 0;

/** Returns the repairs of all audit logs by migration 0012. */
const repairsIn = async (sql: Sql): Promise<AuditRepair[]> => {
  const rows = await sql<{ tenant_id: string; changes: string }[]>`
    select tenant_id, changes::text from audit_events where action = 'system.audit_chain_repaired' order by tenant_id`;
  return rows.map(({ tenant_id, changes }) => ({
    tenantId: Number(tenant_id),
    changes: JSON.parse(changes) as AuditRepair["changes"],
  }));
};

/** Returns the text of a repair for the server log. */
export const describeRepair = ({ tenantId, changes }: AuditRepair) => {
  const number = (name: string) => Number(changes[name]?.to ?? 0);
  return (
    `The audit log of organization ${tenantId} had events without a seal: ${number("eventsOfBulks")} of SCIM Bulk and ` +
    `${number("eventsWithoutChange")} of requests that changed nothing were sealed, ` +
    `${number("eventsPastRetention")} past its retention were removed.`
  );
};

/**
 * Updates the schema of the database. If two instances start at the same time, the second instance waits for the first and then
 * finds a current schema. Returns the audit logs that a migration repaired.
 */
export async function migrateDatabase(database: Database): Promise<AuditRepair[]> {
  const sql = database.connectOne();
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const repairs = await hasOldOutbox(sql);
    await migrate(drizzle(sql), { migrationsFolder: folder() });
    // Grants the tenant role access to the tables of tenants, but not to the tables of the platform.
    const tables = Object.values({ ...tenantTables, ...journalTables, ...summaryTables }).map(
      (table) => `"${getTableName(table)}"`,
    );
    await sql.unsafe(`grant select, insert, update, delete on ${tables.join(", ")} to ${TENANT_ROLE}`);
    const repaired = repairs ? await repairsIn(sql) : [];
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    return repaired;
  } finally {
    await sql.end();
  }
}
