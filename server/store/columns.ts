import { getTableColumns } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";

const columnsOf = new Map<PgTable, Record<string, AnyPgColumn>>();

/** Returns the columns of a table without the tenant column, which operations do not need. */
export function visibleColumns(table: PgTable) {
  let columns = columnsOf.get(table);
  if (!columns) {
    const { tenantId: _tenantId, ...rest } = getTableColumns(table) as Record<string, AnyPgColumn>;
    columnsOf.set(table, (columns = rest));
  }
  return columns;
}
