import type { AppError } from "@/server/kernel/errors";

export type Comparison = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";
export type Value = string | number | boolean | null;

/** A provider's filter (RFC 7644 §3.4.2.2), with attribute names in lower case. */
export type Filter =
  | { op: "and" | "or"; filters: Filter[] }
  | { op: "not"; filter: Filter }
  | { op: "pr"; attribute: string }
  | { op: Comparison; attribute: string; value: Value };

/** Thrown for a filter that no condition on columns can express. */
export class UnservableFilter extends Error {
  constructor(readonly refusal: AppError) {
    super(refusal.message);
  }
}

/** Thrown for a sort order that no column supports. */
export class UnservableOrder extends UnservableFilter {}

/** Thrown for a filter that needs to read more people than the server's limit (RFC 7644 §3.12, tooMany). */
export class TooManyPeople extends UnservableFilter {}

/** Attributes with a unique or nearly unique value and an index. */
const KEYS = new Set(["id", "username", "externalid", "emails", "emails.value"]);

/**
 * Returns true if the filter compares a key for equality, alone or with other conditions. An index then finds the few
 * resources.
 */
export function findsByKey(filter: Filter): boolean {
  if (filter.op === "and") return filter.filters.some(findsByKey);
  return filter.op === "eq" && KEYS.has(filter.attribute);
}

/** Escapes a text for LIKE. */
export const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");
