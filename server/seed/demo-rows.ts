import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "@/server/store/database";

/** A new row of one tenant. */
export type NewRow<T extends PgTable> = Omit<T["$inferInsert"], "tenantId">;

/**
 * Adds thousands of rows of one tenant in one statement with one parameter, which takes a tenth of the time of a
 * parameter for each value. All rows must have the same columns if null is not allowed, because column defaults do
 * not apply. Returns the ids in the order of the rows, if the table has ids.
 */
export async function insertRows<T extends PgTable>(
  sql: Sql,
  tenantId: number,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const columns = getTableColumns(table);
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row))), "tenantId"];
  const names = keys.map((key) => columns[key]!.name);
  const records = rows.map((row) =>
    Object.fromEntries(
      Object.entries({ ...row, tenantId }).map(([key, value]) => [columns[key]!.name, value]),
    ),
  );
  const name: string = getTableName(table);
  const into = sql(name);
  const added = await sql<{ id?: string }[]>`insert into ${into} (${sql(names)})
    select ${sql(names)} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(records)}::text::jsonb)
    returning ${"id" in columns ? sql("id") : sql`tenant_id`}`;
  return added.map(({ id }) => Number(id));
}
