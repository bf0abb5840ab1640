import path from "node:path";
import { getTableName } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { TENANT_ROLE } from "@/db/kit";
import { journalTables, summaryTables, tenantTables } from "@/db/tenant/tables";
import type { Database, Sql } from "./database";
import { ROOT_LANGUAGE, setNameLanguage } from "./name-collation";

/** Key of the advisory lock for migrations. No other program on the database server may use this key. */
const MIGRATION_LOCK = 7_266_273_081;

const folder = () => path.join(/*turbopackIgnore: true*/ process.cwd(), "db", "migrations");

/** An audit log in which migration 0012 sealed events that had no seal. */
export interface AuditRepair {
  tenantId: number;
  /** Field `changes` of the audit event that records the repair. */
  changes: Record<string, { to: unknown }>;
}

/** A unique name that migration 0030 left in another form than NFC, because in NFC it is the name of another record. */
export interface NameClash {
  tenantId: number;
  table: string;
  id: number;
  column: string;
}

/** Returns true before migration 0030. */
const hasUncomposedTexts = async (sql: Sql) =>
  (await sql`select from pg_proc where proname = 'castellan_uncomposed_names'`).length === 0;

const clashesIn = async (sql: Sql): Promise<NameClash[]> => {
  const rows = await sql<{ tenant_id: string; in_table: string; id: string; in_column: string }[]>`
    select tenant_id, in_table, id, in_column from castellan_uncomposed_names() order by tenant_id, in_table, id`;
  return rows.map((row) => ({
    tenantId: Number(row.tenant_id),
    table: row.in_table,
    id: Number(row.id),
    column: row.in_column,
  }));
};

/** Returns the text of a clash for the server log. The text omits the name, which can be personal data. */
export const describeClash = ({ tenantId, table, id, column }: NameClash) =>
  `Organization ${tenantId}: the column ${column} of the record ${id} in ${table} looks like that of another record. Change one of them.`;

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
 * finds a current schema. Names are sorted by the rules of `sortLanguage`, unless `canSortNames` is false. Returns the audit logs that a
 * migration repaired, and the names that it could not store in NFC.
 */
export async function migrateDatabase(
  database: Database,
  sortLanguage = ROOT_LANGUAGE,
): Promise<{ repairs: AuditRepair[]; clashes: NameClash[]; canSortNames: boolean }> {
  const sql = database.connectOne();
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const repairsLogs = await hasOldOutbox(sql);
    const composesTexts = await hasUncomposedTexts(sql);
    await migrate(drizzle(sql), { migrationsFolder: folder() });
    // Grants the tenant role access to the tables of tenants, but not to the tables of the platform.
    const tables = Object.values({ ...tenantTables, ...journalTables, ...summaryTables }).map(
      (table) => `"${getTableName(table)}"`,
    );
    await sql.unsafe(`grant select, insert, update, delete on ${tables.join(", ")} to ${TENANT_ROLE}`);
    const repairs = repairsLogs ? await repairsIn(sql) : [];
    const clashes = composesTexts ? await clashesIn(sql) : [];
    const canSortNames = await setNameLanguage(sql, sortLanguage);
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    return { repairs, clashes, canSortNames };
  } finally {
    await sql.end();
  }
}
