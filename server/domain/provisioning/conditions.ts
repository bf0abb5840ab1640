import { and, eq, gt, gte, isNotNull, isNull, like, lt, lte, not, or, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { inNameOrder } from "@/db/kit";
import { users } from "@/db/tenant/users";
import { prefixRange } from "@/server/kernel/strings/prefix-range";
import { hasAddressWith, type OfAddress } from "./address-conditions";
import { escaped, UnservableFilter, UnservableOrder, type Comparison, type Filter } from "./comparisons";
import type { Attribute, Attributes, TextAttribute } from "./filterable";
import { defineRefusals } from "@/server/kernel/texts/define";

export const scimRefusals = defineRefusals("scim", {
  attribute_not_filterable: { status: 400, text: "The attribute {attribute} cannot be filtered by." },
  attribute_not_sortable: { status: 400, text: "The attribute {attribute} cannot be sorted by." },
  null_not_comparable: { status: 400, text: "{operator} cannot compare with null." },
  operator_not_supported: { status: 400, text: "{operator} cannot be used here." },
  operator_not_for_time: { status: 400, text: "{operator} cannot be used with a time." },
  id_equality_only: { status: 400, text: "An id can only be compared with eq and ne." },
  time_not_timestamp: {
    status: 400,
    text: "A time is compared with a timestamp like 2026-03-14T09:26:53Z.",
  },
  text_required: { status: 400, text: "A text is compared with a text." },
  active_not_boolean: { status: 400, text: "active is compared with true or false." },
  presence_of_value_only: { status: 400, text: "Only the value of emails can be asked for so." },
});

/*
 * Converts a filter of an identity provider to a condition on columns. The database evaluates every filter. The server never
 * filters rows in memory. If a filter cannot be converted, the server refuses the request. A response without the filter would
 * make the provider link its accounts to wrong users.
 */

const never = sql`false`;
const always = sql`true`;

/** Returns the SQL condition of a filter. Throws UnservableFilter if columns cannot express the filter. */
export function conditionOf(filter: Filter, attributes: Attributes): SQL {
  switch (filter.op) {
    case "and":
      return conjunction(filter.filters, attributes);
    case "or":
      return or(...filter.filters.map((part) => conditionOf(part, attributes)))!;
    case "not":
      if (filter.filter.op === "pr") return absence(attributeOf(filter.filter.attribute, attributes));
      // Treats an SQL null as false. The negation of the condition is then true and not null.
      return not(sql`coalesce(${conditionOf(filter.filter, attributes)}, false)`);
    case "pr":
      return presence(attributeOf(filter.attribute, attributes));
    default:
      return comparison(filter.op, attributeOf(filter.attribute, attributes), filter.value);
  }
}

/** Combines filters by "and". All conditions on `emails` must hold for the same address. */
function conjunction(filters: Filter[], attributes: Attributes): SQL {
  const ofAddresses: OfAddress[] = [];
  const others: Filter[] = [];
  for (const filter of filters) {
    const compared = "value" in filter && filter.value !== null;
    const attribute = compared ? attributeOf(filter.attribute, attributes) : null;
    if (compared && attribute?.kind === "address")
      ofAddresses.push({ part: attribute.part, op: filter.op, value: filter.value });
    else others.push(filter);
  }
  return and(
    ...others.map((part) => conditionOf(part, attributes)),
    ofAddresses.length > 0 ? hasAddressWith(ofAddresses) : undefined,
  )!;
}

/** Returns the attribute with this name. Throws UnservableFilter if no attribute has the name. */
export function attributeOf(name: string, attributes: Attributes): Attribute {
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (!attribute) throw new UnservableFilter(scimRefusals.attribute_not_filterable({ attribute: name }));
  return attribute;
}

function presence(attribute: Attribute): SQL {
  switch (attribute.kind) {
    case "text":
      // Equivalent to "is not empty" for a column that compares by code point. An index supports this comparison.
      return attribute.indexed ? sql`${attribute.column} > ''` : sql`${attribute.column} <> ''`;
    case "grant":
      return attribute.any;
    case "id":
    case "time":
      return isNotNull(attribute.column);
    case "address":
      if (attribute.part !== "value") throw new UnservableFilter(scimRefusals.presence_of_value_only());
      return sql`${users.emailKey} > ''`;
    default:
      return always;
  }
}

/**
 * Returns the condition that the attribute has no value. An index supports the comparisons with null and with an empty text. An
 * index does not support a negation.
 */
function absence(attribute: Attribute): SQL {
  if (attribute.kind === "text" && attribute.indexed)
    return or(isNull(attribute.column), sql`${attribute.column} = ''`)!;
  return not(sql`coalesce(${presence(attribute)}, false)`);
}

function comparison(op: Comparison, attribute: Attribute, value: string | number | boolean | null): SQL {
  if (value === null) {
    if (op === "eq") return absence(attribute);
    if (op === "ne") return presence(attribute);
    throw new UnservableFilter(scimRefusals.null_not_comparable({ operator: op }));
  }
  switch (attribute.kind) {
    case "constant":
      return constant(op, attribute.value, value);
    case "active":
      return active(op, value);
    case "address":
      return hasAddressWith([{ part: attribute.part, op, value }]);
    case "id":
      return identity(op, (id) => eq(attribute.column, id), value);
    case "grant":
      return identity(op, attribute.holds, value);
    case "time":
      return time(op, attribute.column, value);
    case "text":
      return text(op, attribute, value);
  }
}

function requireEquality(op: Comparison) {
  if (op !== "eq" && op !== "ne")
    throw new UnservableFilter(scimRefusals.operator_not_supported({ operator: op }));
}

function constant(op: Comparison, own: string, value: string | number | boolean): SQL {
  requireEquality(op);
  return (own.toLowerCase() === String(value).toLowerCase()) === (op === "eq") ? always : never;
}

function active(op: Comparison, value: string | number | boolean): SQL {
  requireEquality(op);
  const wanted = /^true$/i.test(String(value)) ? true : /^false$/i.test(String(value)) ? false : null;
  if (wanted === null) throw new UnservableFilter(scimRefusals.active_not_boolean());
  return eq(users.status, wanted === (op === "eq") ? "active" : "suspended");
}

function identity(op: Comparison, is: (id: number) => SQL, value: string | number | boolean): SQL {
  if (op !== "eq" && op !== "ne") throw new UnservableFilter(scimRefusals.id_equality_only());
  // Compares ids as texts. The filter value `010` therefore matches no id.
  const id = /^[1-9][0-9]{0,15}$/.test(String(value)) ? Number(value) : null;
  const same = id !== null && Number.isSafeInteger(id) ? is(id) : never;
  return op === "eq" ? same : not(same);
}

function time(op: Comparison, column: AnyPgColumn, value: string | number | boolean): SQL {
  const at = new Date(String(value));
  const year = at.getUTCFullYear();
  if (typeof value !== "string" || !(year >= 1 && year <= 9999))
    throw new UnservableFilter(scimRefusals.time_not_timestamp());
  const compare = { eq, gt, ge: gte, lt, le: lte }[op as "eq"];
  if (op === "ne") return not(eq(column, at));
  if (!compare) throw new UnservableFilter(scimRefusals.operator_not_for_time({ operator: op }));
  return compare(column, at);
}

function text(
  op: Comparison,
  { column, exact, indexed, equals }: TextAttribute,
  value: string | number | boolean,
): SQL {
  if (typeof value !== "string") throw new UnservableFilter(scimRefusals.text_required());
  // PostgreSQL cannot store the character NUL. No stored value contains it.
  if (value.includes("\0")) return op === "ne" ? always : never;
  const subject = exact || indexed ? sql`${column}` : sql`lower(${column})`;
  const object = exact ? value : value.toLowerCase();
  switch (op) {
    case "eq":
      return equals ? equals(value) : sql`${subject} = ${object}`;
    case "ne":
      return sql`${subject} is distinct from ${object}`;
    case "co":
      return like(subject, `%${escaped(object)}%`);
    case "sw":
      return indexed ? startsWith(subject, object) : like(subject, `${escaped(object)}%`);
    case "ew":
      return like(subject, `%${escaped(object)}`);
    default: {
      const operators = { gt: ">", ge: ">=", lt: "<", le: "<=" };
      return sql`${subject} ${sql.raw(operators[op])} ${object}`;
    }
  }
}

/** Returns the condition "starts with" as a range of values, because an index supports ranges. */
function startsWith(subject: SQL, prefix: string): SQL {
  const { from, below } = prefixRange(prefix);
  return and(sql`${subject} >= ${from}`, below === null ? undefined : sql`${subject} < ${below}`)!;
}

/** Returns the expression for sorting by an attribute. Throws UnservableOrder if the attribute cannot be sorted. */
export function orderOf(name: string, attributes: Attributes): SQL | AnyPgColumn {
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  switch (attribute?.kind) {
    case "active":
      return users.status;
    case "id":
    case "time":
      return attribute.column;
    case "text":
      if (attribute.exact) return attribute.column;
      return inNameOrder(attribute.indexed ? attribute.column : sql`lower(${attribute.column})`);
    case "address":
      if (attribute.part === "value") return users.emailKey;
  }
  throw new UnservableOrder(scimRefusals.attribute_not_sortable({ attribute: name.slice(0, 200) }));
}
