import { eq, type SQL } from "drizzle-orm";
import { users } from "@/db/tenant/users";
import type { SearchedPart } from "@/server/kernel/operation/searches";
import { inJson } from "./address-conditions";
import type { Filter } from "./comparisons";
import { attributeOf, conditionOf } from "./conditions";
import { userAttributes } from "./filterable";

/*
 * Finds the parts of a filter that an index supports. Under row-level security, PostgreSQL uses an index only for leakproof
 * operators. LIKE is not leakproof. For LIKE, a database function therefore finds the users whose text contains a given part.
 */

type Leaf = Exclude<Filter, { op: "and" | "or" | "not" }>;

const ranges = new Set(["eq", "sw", "gt", "ge", "lt", "le"]);

/** Returns an equivalent filter. Replaces negations that no index supports. */
export function simplified(filter: Filter): Filter {
  switch (filter.op) {
    case "and":
    case "or":
      return { op: filter.op, filters: filter.filters.map(simplified) };
    case "not": {
      const inner = simplified(filter.filter);
      if (inner.op === "not") return inner.filter;
      const isActive =
        (inner.op === "eq" || inner.op === "ne") && inner.attribute === "active" && inner.value !== null;
      return isActive ? { ...inner, op: inner.op === "eq" ? "ne" : "eq" } : { op: "not", filter: inner };
    }
    default:
      return filter;
  }
}

/** Returns true if an index supports the whole filter. */
export function isIndexed(filter: Filter): boolean {
  switch (filter.op) {
    case "and":
    case "or":
      return filter.filters.every(isIndexed);
    case "not":
      return filter.filter.op === "pr" && isIndexed({ ...filter.filter, op: "eq", value: null });
    default:
      return isIndexedLeaf(filter);
  }
}

function isIndexedLeaf(filter: Leaf): boolean {
  const attribute = attributeOf(filter.attribute, userAttributes);
  const absent = filter.op === "eq" && filter.value === null;
  switch (attribute.kind) {
    case "text":
      return attribute.indexed === true && (filter.op === "pr" || ranges.has(filter.op));
    case "address":
      return attribute.part === "value" && (filter.op === "pr" || (filter.op === "eq" && !absent));
    case "grant":
      return filter.op === "pr" || (filter.op === "eq" && !absent);
    case "id":
    case "time":
      return filter.op !== "ne" && !absent;
    case "active":
    case "constant":
      return true;
  }
}

/** Returns true if PostgreSQL can count the matching users by one range of one index. */
export function isCounted(filter: Filter): boolean {
  if (!("attribute" in filter)) return false;
  const { kind } = attributeOf(filter.attribute, userAttributes);
  return kind === "text" || kind === "time" || kind === "active";
}

/**
 * Returns a condition that an index supports and that every user who matches the filter satisfies. Returns undefined if there
 * is no such condition. `whole` is true if the condition is equivalent to the filter.
 */
export function anchorOf(filter: Filter): { condition: SQL; whole: boolean } | undefined {
  if (isIndexed(filter)) return { condition: conditionOf(filter, userAttributes), whole: true };
  const filters = filter.op === "and" ? filter.filters.filter(isIndexed) : [];
  if (filters.length === 0) return undefined;
  return { condition: conditionOf({ op: "and", filters }, userAttributes), whole: false };
}

/** A part of the searchable text of a user. */
export interface Term {
  part: SearchedPart;
  term: string;
}

/**
 * Returns parts of text such that every user who matches the filter has at least one of them. Returns null if the filter
 * implies no such parts.
 */
export function termsOf(filter: Filter): Term[] | null {
  switch (filter.op) {
    case "and": {
      const found = filter.filters.map(termsOf).filter((terms) => terms !== null);
      // Chooses the list with the longest parts, because long parts probably occur for the fewest users.
      return found.toSorted((one, other) => shortest(other) - shortest(one))[0] ?? null;
    }
    case "or": {
      const found = filter.filters.map(termsOf);
      return found.every((terms) => terms !== null) ? found.flat() : null;
    }
    case "co":
    case "sw":
    case "ew":
      return termsOfText(filter.attribute, filter.value);
    default:
      return null;
  }
}

const shortest = (terms: Term[]) => Math.min(...terms.map(({ term }) => term.length));

function termsOfText(name: string, value: unknown): Term[] | null {
  if (typeof value !== "string" || value === "" || value.includes("\0")) return null;
  const attribute = attributeOf(name, userAttributes);
  if (attribute.kind === "text" && attribute.part) {
    // Uses JavaScript's lower case, because the conditions on other columns do the same. The database then converts the term
    // again. The two conversions differ for some letters.
    return [{ part: attribute.part, term: attribute.exact ? value : value.toLowerCase() }];
  }
  if (attribute.kind !== "address" || attribute.part !== "value") return null;
  const term = value.toLowerCase();
  return [
    { part: "text", term },
    { part: "addresses", term: inJson(term) },
  ];
}

/** Selects users that are people. Identity providers do not manage service accounts. */
export const isPerson = eq(users.kind, "person");
