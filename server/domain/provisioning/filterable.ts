import { and, eq, or, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import type { SearchedPart } from "@/server/kernel/operation/searches";
import { userField, userFieldNames, type UserField } from "@/server/kernel/user-fields";

/*
 * Attributes that an identity provider can use in a filter or a sort order. A filter compares the value that the provider
 * receives in a response. A comparison with another value would select the wrong users. For a user without a name,
 * scim/users.ts derives a name. db/tenant/users.ts stores the same derived name as a key.
 */

export interface TextAttribute {
  kind: "text";
  column: SQL | AnyPgColumn;
  /** True if the comparison distinguishes upper and lower case (RFC 7643 §2.2: caseExact). */
  exact: boolean;
  /**
   * True if the column has an index and is compared by code point (codeText). The values of the column are in lower case unless
   * `exact` is true.
   */
  indexed?: true;
  /** Returns the condition for equality. Set only if equality is not a comparison of the column. */
  equals?: (value: string) => SQL;
  /** The part of the users' searchable text that contains the value. */
  part?: SearchedPart;
}
export type Attribute =
  | TextAttribute
  | { kind: "id"; column: AnyPgColumn }
  | { kind: "time"; column: AnyPgColumn }
  | { kind: "active" }
  /** The role grants of a user. A filter compares the id of the role. */
  | { kind: "grant"; holds: (id: number) => SQL; any: SQL }
  /** A part of an e-mail address. The filter compares each address of the user. */
  | { kind: "address"; part: "value" | "type" | "primary" }
  /** An attribute with the same value for all users. */
  | { kind: "constant"; value: string };

export type Attributes = Record<string, Attribute>;

/**
 * Returns the condition for the user with this user name (in lower case). If no user has the name, the condition selects the
 * user with this text as e-mail address. Both users prevent the creation of a user with the name. The provider must find this
 * user after the creation was refused. The condition selects at most one user.
 */
export const userNameIs = (key: string | Placeholder) =>
  or(
    eq(users.userNameKey, key),
    and(
      eq(users.emailKey, key),
      sql`not exists (select 1 from ${users} other where other.tenant_id = ${users.tenantId} and other.user_name_key = ${key})`,
    ),
  )!;

/**
 * Returns the condition that the user has a governed role (a role that providers manage as a group). Compares the tenant id
 * explicitly. The automatic tenant condition does not cover subqueries.
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

/** Profile fields that have a separate key column, by field name. */
const keys: Partial<Record<UserField, TextAttribute>> = {
  userName: {
    kind: "text",
    column: users.shownUserNameKey,
    exact: false,
    indexed: true,
    equals: (value) => userNameIs(value.toLowerCase()),
    part: "text",
  },
  name: { kind: "text", column: users.shownNameKey, exact: false, indexed: true, part: "text" },
  givenName: {
    kind: "text",
    column: users.shownGivenNameKey,
    exact: false,
    indexed: true,
    part: "given_name",
  },
  familyName: {
    kind: "text",
    column: users.shownFamilyNameKey,
    exact: false,
    indexed: true,
    part: "family_name",
  },
};

/** Profile fields with a single text value. The keys are the SCIM names in lower case. */
const profile = Object.fromEntries(
  userFieldNames.flatMap((name): [string, Attribute][] => {
    const { path, list } = userField(name).scim;
    const plain: TextAttribute = { kind: "text", column: users[name], exact: false };
    return list ? [] : [[path.toLowerCase(), keys[name] ?? plain]];
  }),
);

const EXTENSION = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const storedManager = sql`(${users.scimAttributes} -> '${sql.raw(EXTENSION)}' -> 'manager')`;
/** The id of the manager. Versions before 0.2.0 stored the manager as it was sent: as a text, as an object, or in a list. */
const manager: Attribute = {
  kind: "text",
  column: sql`case jsonb_typeof(${storedManager}) when 'object' then ${storedManager} ->> 'value'
    when 'array' then coalesce(${storedManager} -> 0 ->> 'value', ${storedManager} ->> 0)
    else ${storedManager} #>> '{}' end`,
  exact: false,
};
/** Names of the manager in filters. Entra sends `manager` without its schema. */
const managers = ["", `${EXTENSION.toLowerCase()}:`].flatMap((schema): [string, Attribute][] => [
  [`${schema}manager`, manager],
  [`${schema}manager.value`, manager],
]);

/** Attributes of users for filters and sort orders. The names are in lower case. */
export const userAttributes: Attributes = {
  ...profile,
  id: { kind: "id", column: users.id },
  externalid: {
    kind: "text",
    column: users.externalId,
    exact: true,
    indexed: true,
    part: "text",
  },
  emails: { kind: "address", part: "value" },
  "emails.value": { kind: "address", part: "value" },
  "emails.type": { kind: "address", part: "type" },
  "emails.primary": { kind: "address", part: "primary" },
  active: { kind: "active" },
  groups,
  "groups.value": groups,
  ...Object.fromEntries(managers),
  "meta.resourcetype": { kind: "constant", value: "User" },
  "meta.created": { kind: "time", column: users.createdAt },
  "meta.lastmodified": { kind: "time", column: users.updatedAt },
};

/** Attributes of groups for filters and sort orders. The names are in lower case. */
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
