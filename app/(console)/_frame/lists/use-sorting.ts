import { useLocale } from "next-intl";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { Column } from "@/components/data-table/data-table";
import { sortedBy } from "@/components/data-table/sorted";

const order = {
  sort: parseAsString,
  direction: parseAsStringLiteral(["asc", "desc"]).withDefault("asc"),
};

/**
 * Sorts the rows of a complete list by a column with `sortBy`. The query of the page stores the column and the direction.
 * Without a stored column, the rows stay in the order of the server.
 */
export function useSorting<Row>(columns: readonly Column<Row>[], rows: Row[] | undefined) {
  const locale = useLocale();
  const [{ sort, direction }, setOrder] = useQueryStates(order, { history: "replace" });
  const column = columns.find(({ id, sortBy }) => id === sort && sortBy);
  const descending = direction === "desc";
  return {
    rows: rows && column?.sortBy ? sortedBy(rows, column.sortBy, { descending, locale }) : rows,
    ...(column && { sort: { column: column.id, descending } }),
    onSort: (next: { column: string; descending: boolean }) =>
      void setOrder({ sort: next.column, direction: next.descending ? "desc" : "asc" }),
  };
}
