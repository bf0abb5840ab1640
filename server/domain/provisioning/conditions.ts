import { and, eq, gt, gte, isNotNull, like, lt, lte, not, or, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";

/*
 * A provider's filter as a condition on columns. It is never answered by loading and looking: what no column can tell is
 * refused, because a filter that is answered with everybody links accounts to the wrong people (design/scim.md, 1).
 */

export type Comparison = "eq" | "ne" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";

export type Filter =
  | { op: "and" | "or"; filters: Filter[] }
  | { op: "not"; filter: Filter }
  | { op: "pr"; attribute: string }
  | { op: Comparison; attribute: string; value: string | number | boolean | null };

/** A filter that cannot be served. */
export class UnservableFilter extends Error {}

interface TextAttribute {
  kind: "text";
  column: SQL | AnyPgColumn;
  /** Whether letter case counts (RFC 7643 §2.2: caseExact). */
  exact: boolean;
  /** The condition for equality, where an index serves it. */
  equals?: (value: string) => SQL;
}
type Attribute =
  | TextAttribute
  | { kind: "id"; column: AnyPgColumn }
  | { kind: "time"; column: AnyPgColumn }
  | { kind: "active" }
  /** The same for everybody. */
  | { kind: "constant"; value: string | boolean };

const userName = sql`coalesce(${users.userName}, ${users.email})`;

const byUserName = (value: string) =>
  or(
    eq(users.userNameKey, value.toLowerCase()),
    and(sql`${users.userName} is null`, eq(users.emailKey, value.toLowerCase())),
  )!;
const byEmail = (value: string) => eq(users.emailKey, value.toLowerCase());

const email: TextAttribute = { kind: "text", column: users.email, exact: false, equals: byEmail };

/** The attributes of people that a filter or an order can name, in lower case. */
export const userAttributes: Record<string, Attribute> = {
  id: { kind: "id", column: users.id },
  username: { kind: "text", column: userName, exact: false, equals: byUserName },
  externalid: {
    kind: "text",
    column: users.externalId,
    exact: true,
    equals: (value) => eq(users.externalId, value),
  },
  emails: email,
  "emails.value": email,
  "emails.type": { kind: "constant", value: "work" },
  "emails.primary": { kind: "constant", value: true },
  displayname: { kind: "text", column: users.name, exact: false },
  "name.formatted": { kind: "text", column: users.name, exact: false },
  "name.givenname": { kind: "text", column: users.givenName, exact: false },
  "name.familyname": { kind: "text", column: users.familyName, exact: false },
  active: { kind: "active" },
  "meta.created": { kind: "time", column: users.createdAt },
  "meta.lastmodified": { kind: "time", column: users.updatedAt },
};

/** The same for groups. */
export const groupAttributes: Record<string, Attribute> = {
  id: { kind: "id", column: roles.id },
  displayname: {
    kind: "text",
    column: roles.name,
    exact: false,
    equals: (value) => eq(roles.nameKey, value.toLowerCase()),
  },
  externalid: { kind: "text", column: roles.externalId, exact: true },
  "meta.created": { kind: "time", column: roles.createdAt },
  "meta.lastmodified": { kind: "time", column: roles.updatedAt },
};

type Attributes = typeof userAttributes;

const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");
const never = sql`false`;
const always = sql`true`;

/** The condition of a filter; throws UnservableFilter for what no column can tell. */
export function conditionOf(filter: Filter, attributes: Attributes): SQL {
  switch (filter.op) {
    case "and":
      return and(...filter.filters.map((part) => conditionOf(part, attributes)))!;
    case "or":
      return or(...filter.filters.map((part) => conditionOf(part, attributes)))!;
    case "not":
      // What is unknown is not true, so that its opposite is.
      return not(sql`coalesce(${conditionOf(filter.filter, attributes)}, false)`);
    case "pr":
      return presence(attributeOf(filter.attribute, attributes));
    default:
      return comparison(filter.op, attributeOf(filter.attribute, attributes), filter.value);
  }
}

export function attributeOf(name: string, attributes: Attributes): Attribute {
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (!attribute) throw new UnservableFilter(`The attribute ${name} cannot be filtered by.`);
  return attribute;
}

const presence = (attribute: Attribute) =>
  attribute.kind === "text"
    ? sql`${attribute.column} <> ''`
    : "column" in attribute
      ? isNotNull(attribute.column)
      : always;

function comparison(op: Comparison, attribute: Attribute, value: string | number | boolean | null): SQL {
  if (value === null) {
    if (op === "eq") return not(sql`coalesce(${presence(attribute)}, false)`);
    if (op === "ne") return presence(attribute);
    throw new UnservableFilter(`${op} cannot compare with null.`);
  }
  switch (attribute.kind) {
    case "constant":
    case "active":
      return boolean(op, attribute, value);
    case "id":
      return identity(op, attribute.column, value);
    case "time":
      return time(op, attribute.column, value);
    case "text":
      return text(op, attribute, value);
  }
}

function boolean(op: Comparison, attribute: Attribute, value: string | number | boolean): SQL {
  if (op !== "eq" && op !== "ne") throw new UnservableFilter(`${op} cannot be used here.`);
  if (attribute.kind === "constant") {
    const same = String(attribute.value).toLowerCase() === String(value).toLowerCase();
    return same === (op === "eq") ? always : never;
  }
  const wanted = /^true$/i.test(String(value)) ? true : /^false$/i.test(String(value)) ? false : null;
  if (wanted === null) throw new UnservableFilter("active is compared with true or false.");
  return eq(users.status, wanted === (op === "eq") ? "active" : "suspended");
}

function identity(op: Comparison, column: AnyPgColumn, value: string | number | boolean): SQL {
  if (op !== "eq" && op !== "ne") throw new UnservableFilter("An id can only be compared with eq and ne.");
  // Ids are opaque text: `010` is nobody's.
  const id = /^[1-9][0-9]{0,15}$/.test(String(value)) ? Number(value) : null;
  const same = id !== null && Number.isSafeInteger(id) ? eq(column, id) : never;
  return op === "eq" ? same : not(same);
}

function time(op: Comparison, column: AnyPgColumn, value: string | number | boolean): SQL {
  const at = new Date(String(value));
  if (typeof value !== "string" || Number.isNaN(at.getTime()))
    throw new UnservableFilter("A time is compared with a timestamp like 2026-03-14T09:26:53Z.");
  const compare = { eq, gt, ge: gte, lt, le: lte }[op as "eq"];
  if (op === "ne") return not(eq(column, at));
  if (!compare) throw new UnservableFilter(`${op} cannot be used with a time.`);
  return compare(column, at);
}

function text(
  op: Comparison,
  { column, exact, equals }: TextAttribute,
  value: string | number | boolean,
): SQL {
  if (typeof value !== "string") throw new UnservableFilter("A text is compared with a text.");
  // What a database cannot hold nobody has.
  if (value.includes("\0")) return op === "ne" ? always : never;
  const subject = exact ? sql`${column}` : sql`lower(${column})`;
  const object = exact ? value : value.toLowerCase();
  switch (op) {
    case "eq":
      return equals ? equals(value) : sql`${subject} = ${object}`;
    case "ne":
      return sql`${subject} is distinct from ${object}`;
    case "co":
      return like(subject, `%${escaped(object)}%`);
    case "sw":
      return like(subject, `${escaped(object)}%`);
    case "ew":
      return like(subject, `%${escaped(object)}`);
    default: {
      const operators = { gt: ">", ge: ">=", lt: "<", le: "<=" };
      return sql`${subject} ${sql.raw(operators[op])} ${object}`;
    }
  }
}

/** The expression that an order by this attribute sorts by. */
export function orderOf(name: string, attributes: Attributes): SQL | AnyPgColumn {
  const attribute = attributeOf(name, attributes);
  if (attribute.kind === "active") return users.status;
  if (attribute.kind === "constant") throw new UnservableFilter(`The attribute ${name} cannot be sorted by.`);
  return attribute.kind === "text" && !attribute.exact ? sql`lower(${attribute.column})` : attribute.column;
}
