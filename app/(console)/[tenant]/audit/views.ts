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
