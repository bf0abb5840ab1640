import { and, eq, isNotNull, isNull, not, or, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import { userField, userFieldNames, type UserField } from "@/server/kernel/user-fields";

/*
 * The attributes that a provider's filter and order can name. Each compares the value that the provider
 * receives; scim/users.ts derives a name for people without one. A comparison with another value would find
 * the wrong people.
 */

export interface TextAttribute {
  kind: "text";
  column: SQL | AnyPgColumn;
  /** True if letter case counts (RFC 7643 §2.2: caseExact). */
  exact: boolean;
  /** The condition for equality, if an index supports it. */
  equals?: (value: string) => SQL;
  /** True if the search index covers the attribute, so that it finds people by a part of the value. */
  searched?: boolean;
}
export type Attribute =
  | TextAttribute
  | { kind: "id"; column: AnyPgColumn }
  | { kind: "time"; column: AnyPgColumn }
  | { kind: "active" }
  /** A role grant, compared by id. */
  | { kind: "grant"; holds: (id: number) => SQL; any: SQL }
  /** A part of each of a person's addresses. */
  | { kind: "address"; part: "value" | "type" | "primary" }
  /** The same value for everybody. */
  | { kind: "constant"; value: string };

export type Attributes = Record<string, Attribute>;

/**
 * Returns the condition for the person with this user name (in lower case), else the person with it as address.
 * Either conflicts with a new person of this user name, and a provider whose creation was refused must find the
 * conflicting person. Matches at most one person.
 */
export const userNameIs = (key: string | Placeholder) =>
  or(
    eq(users.userNameKey, key),
    and(
      eq(users.emailKey, key),
      sql`not exists (select 1 from ${users} other where other.tenant_id = ${users.tenantId} and other.user_name_key = ${key})`,
    ),
  )!;

const withoutName = sql`coalesce(split_part(${users.email}, '@', 1), ${users.userName}, ${users.id}::text)`;
/**
 * Returns the condition that a provider removed the value at one of these paths: `null` is stored for it
 * (scim/removed.ts).
 */
const isTaken = (...paths: string[]) =>
  sql`(${sql.join(
    paths.map(
      (path) => sql`coalesce(jsonb_typeof(${users.scimAttributes} #> ${path}::text[]) = 'null', false)`,
    ),
    sql` or `,
  )})`;
const unlessTaken = (name: SQL, ...paths: string[]) =>
  sql`case when not ${isTaken(...paths)} then ${name} end`;

const shownName = sql`coalesce(${users.name}, ${withoutName})`;
const words = sql`regexp_replace(${shownName}, '\\s+', ' ', 'g')`;
const firstWord = sql`split_part(${words}, ' ', 1)`;
const otherWords = sql`nullif(regexp_replace(${words}, '^[^ ]* ', ''), '')`;

function nameIs(key: string): SQL {
  const named = eq(users.nameKey, key);
  // A person without a name has an empty key. The provider receives a derived name.
  if (key === "") return and(named, isNotNull(users.name))!;
  return or(named, and(eq(users.nameKey, ""), isNull(users.name), sql`lower(${withoutName}) = ${key}`))!;
}

/**
 * Returns the condition that the person holds a governed role. The tenant is compared explicitly, because subqueries
 * have no tenant condition of their own.
 */
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

/** Profile fields whose text for the provider differs from the column. */
const derived: Partial<Record<UserField, TextAttribute>> = {
  userName: {
    kind: "text",
    column: sql`coalesce(${users.userName}, ${users.email}, ${users.id}::text)`,
    exact: false,
    equals: (value) => userNameIs(value.toLowerCase()),
    searched: true,
  },
  name: {
    kind: "text",
    column: unlessTaken(shownName, "{displayName}"),
    exact: false,
    equals: (value) => and(nameIs(value.toLowerCase()), not(isTaken("{displayName}")))!,
    searched: true,
  },
  givenName: {
    kind: "text",
    column: unlessTaken(sql`coalesce(${users.givenName}, ${firstWord})`, "{name}", "{name,givenName}"),
    exact: false,
  },
  familyName: {
    kind: "text",
    column: unlessTaken(
      sql`coalesce(${users.familyName}, ${otherWords}, ${firstWord})`,
      "{name}",
      "{name,familyName}",
    ),
    exact: false,
  },
};

/** The profile fields with one text, under their names in SCIM. */
const profile = Object.fromEntries(
  userFieldNames.flatMap((name): [string, Attribute][] => {
    const { path, list } = userField(name).scim;
    const plain: TextAttribute = { kind: "text", column: users[name], exact: false };
    return list ? [] : [[path.toLowerCase(), derived[name] ?? plain]];
  }),
);

/** The attributes of people that a filter or an order can name, in lower case. */
export const userAttributes: Attributes = {
  ...profile,
  id: { kind: "id", column: users.id },
  externalid: {
    kind: "text",
    column: users.externalId,
    exact: true,
    equals: (value) => eq(users.externalId, value),
  },
  emails: { kind: "address", part: "value" },
  "emails.value": { kind: "address", part: "value" },
  "emails.type": { kind: "address", part: "type" },
  "emails.primary": { kind: "address", part: "primary" },
  active: { kind: "active" },
  groups,
  "groups.value": groups,
  "meta.resourcetype": { kind: "constant", value: "User" },
  "meta.created": { kind: "time", column: users.createdAt },
  "meta.lastmodified": { kind: "time", column: users.updatedAt },
};

/** The attributes of groups that a filter or an order can name, in lower case. */
export const groupAttributes: Attributes = {
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
  "meta.resourcetype": { kind: "constant", value: "Group" },
  "meta.created": { kind: "time", column: roles.createdAt },
  "meta.lastmodified": { kind: "time", column: roles.updatedAt },
};
