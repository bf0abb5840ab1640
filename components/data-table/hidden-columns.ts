import { useKeptText } from "../data/kept-text";
import type { Column } from "./data-table";

/** Which columns the reader of this browser has hidden. */
export function useHiddenColumns<Row>(table: string, columns: Column<Row>[]) {
  const [kept, keep] = useKeptText(`columns.${table}`);
  const hidden =
    kept?.split(",").filter(Boolean) ??
    columns.filter((column) => column.defaultHidden).map((column) => column.id);
  return [hidden, (ids: string[]) => keep(ids.join(","))] as const;
}
