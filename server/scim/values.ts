import type { Filter as Tree } from "scim2-parse-filter";
import { asciiAddress } from "../kernel/strings/mail-address";
import { keyIn, type Json } from "./attributes";
import { ScimError } from "./errors";
import { unescaped } from "./filter";
import { defineRefusals } from "../kernel/texts/define";

const scimRefusals = defineRefusals("scim", {
  path_filter_nested: { status: 400, text: "A filter in a path cannot hold another." },
  operator_not_in_path: { status: 400, text: "{operator} cannot be used in a path." },
});

/* The filter in a path, `emails[type eq "work"]`, which selects values of one user's attribute. */

const partOf = (item: Json, path: string): unknown => {
  const key = keyIn(item, path);
  return Object.hasOwn(item, key) ? item[key] : undefined;
};

/** Returns a value for comparison: a text in lower case; null for no value. The text `True`, which Entra sends, thus equals true. */
const comparable = (value: unknown) =>
  value === null || value === undefined
    ? null
    : (typeof value === "string" ? value : JSON.stringify(value)).toLowerCase();

/** Returns true if the filter matches a value of a list. */
export function holds(filter: Tree, item: Json): boolean {
  switch (filter.op) {
    case "and":
      return filter.filters.every((part) => holds(part, item));
    case "or":
      return filter.filters.some((part) => holds(part, item));
    case "not":
      return !holds(filter.filter, item);
    case "[]":
      throw new ScimError("invalidPath", scimRefusals.path_filter_nested());
    case "pr":
      return comparable(partOf(item, filter.attrPath)) !== null;
    default:
      return compares(filter.op, comparable(partOf(item, filter.attrPath)), comparable(literal(filter)));
  }
}

function compares(op: string, one: string | null, other: string | null): boolean {
  if (op === "eq") return one === other;
  if (op === "ne") return one !== other;
  if (one === null || other === null) return false;
  switch (op) {
    case "co":
      return one.includes(other);
    case "sw":
      return one.startsWith(other);
    case "ew":
      return one.endsWith(other);
    default:
      throw new ScimError("invalidPath", scimRefusals.operator_not_in_path({ operator: op }));
  }
}

const literal = ({ compValue }: { compValue?: unknown }) =>
  typeof compValue === "string" ? asciiAddress(unescaped(compValue)) : compValue;

/** Returns true if a filter consists of equalities only. A value that matches it can then be created. */
export const isDescription = (filter: Tree): boolean =>
  filter.op === "and" ? filter.filters.every(isDescription) : filter.op === "eq";

/** Returns the value that the equalities of a filter describe. */
export function equalities(filter: Tree): Json {
  if (filter.op === "and") return Object.assign({}, ...filter.filters.map(equalities)) as Json;
  return filter.op === "eq" && filter.attrPath !== "__proto__" ? { [filter.attrPath]: literal(filter) } : {};
}
