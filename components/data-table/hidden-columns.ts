import { useSyncExternalStore } from "react";
import type { Column } from "./data-table";

const changed = "castellan:columns";

/** Which columns the reader of this browser has hidden. */
export function useHiddenColumns<Row>(table: string, columns: Column<Row>[]) {
  const key = `castellan.columns.${table}`;
  const initial = columns
    .filter((column) => column.defaultHidden)
    .map((column) => column.id)
    .join(",");
  const stored = useSyncExternalStore(
    (notify) => {
      window.addEventListener(changed, notify);
      return () => window.removeEventListener(changed, notify);
    },
    () => localStorage.getItem(key) ?? initial,
    () => initial,
  );
  const set = (hidden: string[]) => {
    localStorage.setItem(key, hidden.join(","));
    window.dispatchEvent(new Event(changed));
  };
  return [stored.split(",").filter(Boolean), set] as const;
}
