export type Comparison = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";
export type Value = string | number | boolean | null;

/** A provider's filter (RFC 7644 §3.4.2.2); attributes are named in lower case. */
export type Filter =
  | { op: "and" | "or"; filters: Filter[] }
  | { op: "not"; filter: Filter }
  | { op: "pr"; attribute: string }
  | { op: Comparison; attribute: string; value: Value };

/** A filter that cannot be served. */
export class UnservableFilter extends Error {}

/** An order that cannot be served. */
export class UnservableOrder extends UnservableFilter {}

/** A text as LIKE takes it literally. */
export const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");
