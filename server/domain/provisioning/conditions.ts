import {
  and,
  eq,
  gt,
  gte,
  isNotNull,
  like,
  lt,
  lte,
  not,
  or,
  sql,
  type Placeholder,
  type SQL,
} from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { roleGrants, roles } from "@/db/tenant/roles";
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
  /** Compared by id: who holds which role. */
  | { kind: "grant"; holds: (id: number) => SQL; any: SQL }
  /** What everybody has; `closed` where nobody has another value beside it. */
  | { kind: "constant"; value: string | boolean; closed: boolean };

const userName = sql`coalesce(${users.userName}, ${users.email})`;

/**
 * Whoever has this user name, in lower case, else whoever has it as their address: both stand in the way of whoever would be
 * created with it, and a provider that is refused must find whom it was refused for. At most one person.
 */
export const userNameIs = (key: string | Placeholder) =>
  or(
    eq(users.userNameKey, key),
    and(
      eq(users.emailKey, key),
      sql`not exists (select 1 from ${users} other where other.tenant_id = ${users.tenantId} and other.user_name_key = ${key})`,
    ),
  )!;
const byUserName = (value: string) => userNameIs(value.toLowerCase());
const byEmail = (value: string) => eq(users.emailKey, value.toLowerCase());

/** A governed role of this person; the tenant is said again, because a subquery has none of its own. */
const holds = (condition: SQL) => sql`exists (
  select 1 from ${roleGrants} held join ${roles} role on role.tenant_id = held.tenant_id and role.id = held.role_id
  where held.tenant_id = ${users.tenantId} and held.user_id = ${users.id} and role.governed and role.app_id is null
    and ${condition})`;
const groups: Attribute = {
  kind: "grant",
  holds: (roleId) => holds(sql`held.role_id = ${roleId}`),
  any: holds(sql`true`),
};

const isHeldBy = (condition: SQL) => sql`exists (
  select 1 from ${roleGrants} held join ${users} member on member.tenant_id = held.tenant_id and member.id = held.user_id
  where held.tenant_id = ${roles.tenantId} and held.role_id = ${roles.id} and member.kind = 'person' and ${condition})`;
const members: Attribute = {
  kind: "grant",
  holds: (userId) => isHeldBy(sql`held.user_id = ${userId}`),
  any: isHeldBy(sql`true`),
};

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
  // The address that has a column is the primary one, and the one at work: what others there are no column can tell.
  "emails.type": { kind: "constant", value: "work", closed: false },
  "emails.primary": { kind: "constant", value: true, closed: false },
  displayname: {
    kind: "text",
    column: users.name,
    exact: false,
    equals: (value) => eq(users.nameKey, value.toLowerCase()),
  },
  "name.givenname": { kind: "text", column: users.givenName, exact: false },
  "name.familyname": { kind: "text", column: users.familyName, exact: false },
  active: { kind: "active" },
  groups,
  "groups.value": groups,
  "meta.resourcetype": { kind: "constant", value: "User", closed: true },
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
  members,
  "members.value": members,
  "meta.resourcetype": { kind: "constant", value: "Group", closed: true },
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

function presence(attribute: Attribute): SQL {
  switch (attribute.kind) {
    case "text":
      return sql`${attribute.column} <> ''`;
    case "grant":
      return attribute.any;
    case "id":
    case "time":
      return isNotNull(attribute.column);
    default:
      return always;
  }
}

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
      return identity(op, (id) => eq(attribute.column, id), value);
    case "grant":
      return identity(op, attribute.holds, value);
    case "time":
      return time(op, attribute.column, value);
    case "text":
      return text(op, attribute, value);
  }
}

const isSame = (one: string | boolean, other: string | number | boolean) =>
  String(one).toLowerCase() === String(other).toLowerCase();

function boolean(op: Comparison, attribute: Attribute, value: string | number | boolean): SQL {
  if (op !== "eq" && op !== "ne") throw new UnservableFilter(`${op} cannot be used here.`);
  if (attribute.kind === "constant") {
    // Who has an address of another type is not known to any column: nobody would be a wrong answer.
    if (!attribute.closed && (op === "ne" || !isSame(attribute.value, value)))
      throw new UnservableFilter("Only the primary address, of type work, can be filtered by.");
    return isSame(attribute.value, value) === (op === "eq") ? always : never;
  }
  const wanted = /^true$/i.test(String(value)) ? true : /^false$/i.test(String(value)) ? false : null;
  if (wanted === null) throw new UnservableFilter("active is compared with true or false.");
  return eq(users.status, wanted === (op === "eq") ? "active" : "suspended");
}

function identity(op: Comparison, is: (id: number) => SQL, value: string | number | boolean): SQL {
  if (op !== "eq" && op !== "ne") throw new UnservableFilter("An id can only be compared with eq and ne.");
  // Ids are opaque text: `010` is nobody's.
  const id = /^[1-9][0-9]{0,15}$/.test(String(value)) ? Number(value) : null;
  const same = id !== null && Number.isSafeInteger(id) ? is(id) : never;
  return op === "eq" ? same : not(same);
}

function time(op: Comparison, column: AnyPgColumn, value: string | number | boolean): SQL {
  const at = new Date(String(value));
  const year = at.getUTCFullYear();
  if (typeof value !== "string" || !(year >= 1 && year <= 9999))
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
  if (attribute.kind === "constant" || attribute.kind === "grant")
    throw new UnservableFilter(`The attribute ${name} cannot be sorted by.`);
  return attribute.kind === "text" && !attribute.exact ? sql`lower(${attribute.column})` : attribute.column;
}
