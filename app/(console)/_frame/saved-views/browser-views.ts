import { MAX_VIEW_NAME } from "@/server/domain/saved-views/lists.schema";

/** Filters under a name; `query` is as the address says them. */
export interface View {
  name: string;
  query: string;
}

const isView = (value: unknown): value is View =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as View).name === "string" &&
  typeof (value as View).query === "string";

/** The views that a browser has kept; none where nothing was kept, or by another version. */
export function viewsIn(text: string): View[] {
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

/**
 * What of a browser's views the server does not keep yet. One of the same name with other filters gets a number, so that
 * neither is lost.
 */
export function notYetKept(local: View[], kept: View[]): View[] {
  const filtersOf = new Map(kept.map(({ name, query }) => [name, query]));
  const missing: View[] = [];
  for (const { name, query } of local) {
    let free = name;
    for (let number = 2; filtersOf.has(free) && filtersOf.get(free) !== query; number++)
      free = `${name.slice(0, MAX_VIEW_NAME - 5)} (${number})`;
    if (filtersOf.has(free)) continue;
    filtersOf.set(free, query);
    missing.push({ name: free, query });
  }
  return missing;
}
