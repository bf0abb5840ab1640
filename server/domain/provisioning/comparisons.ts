import type { AppError } from "@/server/kernel/errors";

export type Comparison = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";
export type Value = string | number | boolean | null;

/** A filter of an identity provider (RFC 7644 §3.4.2.2). The attribute names are in lower case. */
export type Filter =
  | { op: "and" | "or"; filters: Filter[] }
  | { op: "not"; filter: Filter }
  | { op: "pr"; attribute: string }
  | { op: Comparison; attribute: string; value: Value };

/** Thrown for a filter that cannot be expressed as a condition on columns. */
export class UnservableFilter extends Error {
  constructor(readonly refusal: AppError) {
    super(refusal.message);
  }
}

/** Thrown for a sort order that no column supports. */
export class UnservableOrder extends UnservableFilter {}

/** Thrown for a filter that would read more users than the server's limit (RFC 7644 §3.12, tooMany). */
export class TooManyPeople extends UnservableFilter {}

/** Attributes with an index whose values are unique or nearly unique. */
const KEYS = new Set(["id", "username", "externalid", "emails", "emails.value"]);

/** Returns true if the filter requires a given value of an attribute in KEYS. An index then finds the few matches. */
export function findsByKey(filter: Filter): boolean {
  if (filter.op === "and") return filter.filters.some(findsByKey);
  return filter.op === "eq" && KEYS.has(filter.attribute);
}

/** Returns the text with escaped wildcards, for LIKE. */
export const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");
