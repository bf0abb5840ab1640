import path from "node:path";
import { getTableName } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { TENANT_ROLE } from "@/db/kit";
import { journalTables, tenantTables } from "@/db/tenant/tables";
import type { Database } from "./database";

/** Any number that no other program on the server uses for a lock. */
const MIGRATION_LOCK = 7_266_273_081;

const folder = () => path.join(/*turbopackIgnore: true*/ process.cwd(), "db", "migrations");

/**
 * Brings the schema up to date. Two instances that start at once do not collide: the second waits for the first and
 * finds nothing to do.
 */
export async function migrateDatabase(database: Database) {
  const sql = database.connectOne();
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder: folder() });
    // What the tenant role may touch follows from the schema: its own tables, nothing of the platform.
    const tables = Object.values({ ...tenantTables, ...journalTables }).map(
      (table) => `"${getTableName(table)}"`,
    );
    await sql.unsafe(`grant select, insert, update, delete on ${tables.join(", ")} to ${TENANT_ROLE}`);
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`;
  } finally {
    await sql.end();
  }
}
