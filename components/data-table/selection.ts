import { useRef } from "react";

type Key = string | number;

/** Selected rows on all pages of a table. */
export interface Selection<Row> {
  chosen: ReadonlySet<Key>;
  onChange: (chosen: ReadonlySet<Key>) => void;
  /** Returns the name of a row for assistive technology. */
  nameOf: (row: Row) => string;
}

/**
 * Returns functions that select one row, all rows of the page, or a range. A click with Shift selects the range from the last
 * selected row.
 */
export function useRowChoice<Row>(
  selection: Selection<Row> | undefined,
  rows: Row[],
  keyOf: (row: Row) => Key,
) {
  const anchor = useRef<Key | null>(null);
  if (!selection) return null;
  const { chosen, onChange } = selection;
  const keys = rows.map(keyOf);
  const onPage = keys.filter((key) => chosen.has(key)).length;
  const set = (changed: Key[], on: boolean) => {
    const next = new Set(chosen);
    for (const key of changed)
      if (on) next.add(key);
      else next.delete(key);
    onChange(next);
  };
  return {
    nameOf: selection.nameOf,
    has: (key: Key) => chosen.has(key),
    all: keys.length > 0 && onPage === keys.length,
    some: onPage > 0 && onPage < keys.length,
    chooseAll: (on: boolean) => set(keys, on),
    choose: (key: Key, on: boolean, upTo: boolean) => {
      const from = upTo && anchor.current !== null ? keys.indexOf(anchor.current) : -1;
      const to = keys.indexOf(key);
      set(from < 0 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1), on);
      anchor.current = key;
    },
  };
}
