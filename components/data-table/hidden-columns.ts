import { useKeptText } from "../data/kept-text";
import type { Column } from "./data-table";

/** Returns the columns that the reader has hidden in this browser, and a function that stores them. */
export function useHiddenColumns<Row>(table: string, columns: Column<Row>[]) {
  const [kept, keep] = useKeptText(`columns.${table}`);
  const hidden =
    kept?.split(",").filter(Boolean) ??
    columns.filter((column) => column.defaultHidden).map((column) => column.id);
  return [hidden, (ids: string[]) => keep(ids.join(","))] as const;
}
