import type { SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

interface Page {
  where: SQL;
  orderBy: (SQL | AnyPgColumn)[];
  offset: number;
  limit: number;
}

/**
 * Returns a page of a list and the total number of rows. If the page is the last one, the total follows from the page and is
 * not counted.
 */
export async function pageOf<Row>(
  table: { list(page: Page): Promise<Row[]>; count(where: SQL): Promise<number> },
  page: Page,
): Promise<{ total: number; rows: Row[] }> {
  const rows = page.limit === 0 ? [] : await table.list(page);
  const last = rows.length < page.limit && (rows.length > 0 || page.offset === 0);
  return { rows, total: last ? page.offset + rows.length : await table.count(page.where) };
}
