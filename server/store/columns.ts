import { getTableColumns } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";

const columnsOf = new Map<PgTable, Record<string, AnyPgColumn>>();

/** Returns a table's columns without the tenant. Operations do not need it. */
export function visibleColumns(table: PgTable) {
  let columns = columnsOf.get(table);
  if (!columns) {
    const { tenantId: _tenantId, ...rest } = getTableColumns(table) as Record<string, AnyPgColumn>;
    columnsOf.set(table, (columns = rest));
  }
  return columns;
}
