import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { validated } from "@/server/kernel/operation/execute";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { refuseTaken, type ReadTx, type WriteTx } from "@/server/kernel/operation/store";
import { fieldsIn, userFieldNames } from "@/server/kernel/user-fields";
import {
  decidesOnAdministrators,
  guardAdministrator,
  isAdministrator,
  keepingAdministrators,
  lastAs,
} from "../users/administrator-guard";
import { primaryValue } from "../scim-attributes/scim-attributes";
import {
  endSessions,
  labelOf,
  lockPerson,
  movedTo,
  person,
  reactToNewAddress,
  untrustedFrom,
  userTarget,
  type UserRecord,
} from "../users/people";
import { isIndexed } from "./anchors";
import { findsByKey, type Filter } from "./comparisons";
import { lookedUp } from "./lookup";
import { peopleList } from "./people-list";
import { ProvisionedFields, ProvisionedPerson } from "./people.schema";
import { requireVersion, versionOfPerson, Versions } from "./versions";
import { defineRefusals } from "@/server/kernel/texts/define";

export const provisioningRefusals = defineRefusals("provisioning", {
  user_name_or_email_in_use: { status: 409, text: "Another user has this userName or e-mail address." },
  user_name_in_use: { status: 409, text: "Another user has this userName." },
  external_id_in_use: { status: 409, text: "Another user has this externalId." },
  last_owner_not_deactivatable: {
    status: 400,
    text: "The last active owner cannot be deactivated.",
    field: "active",
  },
  last_administrator_not_deactivatable: {
    status: 400,
    text: "The last active administrator cannot be deactivated.",
    field: "active",
  },
  administrator_status_reserved: {
    status: 403,
    text: "active: a provider cannot deactivate or reactivate an administrator; an owner can.",
    field: "active",
  },
  administrator_attribute_reserved: {
    status: 403,
    text: "{attribute}: a provider cannot change this of an administrator; an owner can.",
  },
});

/** Errors for a value that another user already has, by unique key of the database (RFC 7644 §3.3). */
const taken = {
  users_email: provisioningRefusals.user_name_or_email_in_use,
  users_user_name: provisioningRefusals.user_name_in_use,
  users_external_id: provisioningRefusals.external_id_in_use,
};

/** Returns the governed roles of these users. Identity providers receive these roles as SCIM groups. */
async function groupsOf(tx: Pick<ReadTx, "select">, userIds: number[]) {
  const groups = new Map<number, { roleId: number; name: string }[]>();
  if (userIds.length === 0) return groups;
  const rows = await tx.select({
    fields: { userId: roleGrants.userId, roleId: roles.id, name: roles.name },
    from: roleGrants,
    join: [{ table: roles, on: eq(roles.id, roleGrants.roleId) }],
    where: and(inArray(roleGrants.userId, userIds), eq(roles.governed, true), isNull(roles.appId)),
    orderBy: [asc(roles.id)],
  });
  for (const { userId, ...role } of rows) groups.set(userId, [...(groups.get(userId) ?? []), role]);
  return groups;
}

const toPerson = (row: UserRecord, groups: ProvisionedPerson["groups"] = []): ProvisionedPerson => ({
  userId: row.id,
  ...fieldsIn(row, userFieldNames),
  email: row.email,
  externalId: row.externalId,
  active: row.status === "active",
  attributes: row.scimAttributes ?? {},
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  groups,
});

async function withGroups(tx: Pick<ReadTx, "select">, row: UserRecord) {
  return toPerson(row, (await groupsOf(tx, [row.id])).get(row.id));
}

export const findProvisioned = query({
  name: "findProvisioned",
  capability: "ManageUsers",
  summary: "Find people for an identity provider",
  input: z.strictObject({
    filter: z.custom<Filter>().nullable(),
    sortBy: z.string().nullable(),
    descending: z.boolean(),
    offset: z.int().min(0),
    limit: z.int().min(0),
  }),
  output: z.object({ total: z.int(), estimated: z.boolean(), people: z.array(ProvisionedPerson) }),
  // Other filters read up to some ten thousand users of a large organization.
  cost: ({ filter }) =>
    filter === null || findsByKey(filter) || isIndexed(filter) ? "interactive" : "heavy",
  run: async ({ tx }, query) => {
    const known = query.offset === 0 && query.limit > 0 ? await lookedUp(tx, query.filter) : null;
    if (known !== null) return { total: known.length, estimated: false, people: known };
    const { rows, ...counted } = await peopleList(tx, query);
    const groups = await groupsOf(
      tx,
      rows.map(({ id }) => id),
    );
    return { ...counted, people: rows.map((row) => toPerson(row, groups.get(row.id))) };
  },
});

export const getProvisioned = query({
  name: "getProvisioned",
  capability: "ManageUsers",
  summary: "Get a person for an identity provider",
  input: z.strictObject({ userId: Id }),
  output: ProvisionedPerson,
  run: async ({ tx }, { userId }) => withGroups(tx, person(await tx.users.get(userId))),
});

const columnsOf = ({ active, attributes, ...fields }: ProvisionedFields) => ({
  ...fields,
  status: active ? ("active" as const) : ("suspended" as const),
  scimAttributes: attributes,
});

/**
 * Returns the time at which the phone number was proven. If the organization's own directory sets the number, the number counts
 * as proven.
 */
const vouchedFor = (phone: string | null, now: Date) => (phone === null ? null : now);

/**
 * Returns the primary address in the provider's `emails` if the user has another e-mail address. Returns null if both are
 * equal.
 */
function otherAddress({ email, attributes: { emails } }: ProvisionedFields): string | null {
  const address = primaryValue(emails);
  return address?.toLowerCase() === email?.toLowerCase() ? null : address;
}

/** Throws (409) if the new primary address is the sign-in address of another user (platform-and-scim.md §4). */
async function refuseOthersAddress(
  tx: Pick<ReadTx, "users">,
  fields: ProvisionedFields,
  before?: { userId: number; fields: ProvisionedFields },
) {
  const address = otherAddress(fields);
  if (address === null || (before && address === otherAddress(before.fields))) return;
  const other = await tx.users.find(eq(users.emailKey, sql`lower(${address})`));
  if (other && other.id !== before?.userId) throw taken.users_email();
}

/** Returns the fields for the audit log. The status is a text. Each attribute without a column is a separate field. */
const auditFields = ({ active, attributes, ...fields }: ProvisionedFields) => {
  const { name: _name, emails: _emails, ...others } = attributes;
  return { ...others, ...fields, status: active ? "active" : "suspended" };
};

export const provisionPerson = command({
  name: "provisionPerson",
  capability: "ManageUsers",
  summary: "Create a person for an identity provider",
  description: "No password rule applies: the user signs in with the provider.",
  input: ProvisionedFields,
  output: ProvisionedPerson,
  event: "user_created",
  target: (_input, user) => ({ ...userTarget(user), label: labelOf(user) }),
  run: async ({ tx, actor, now, changed }, fields) => {
    changed({}, auditFields(fields));
    await refuseOthersAddress(tx, fields);
    const provisionedBy = actor.subject.kind === "scim_client" ? actor.subject.tokenId : null;
    const phoneVerifiedAt = vouchedFor(fields.phone, now);
    // The user can now sign in with codes that are sent to the provider's number. The owner of this number may be another
    // person.
    const untrustedSince = phoneVerifiedAt;
    const values = {
      ...columnsOf(fields),
      phoneVerifiedAt,
      untrustedSince,
      provisionedBy,
      createdAt: now,
      updatedAt: now,
    };
    return toPerson(await refuseTaken(tx.users.insert(values), taken));
  },
});

/** A change of a user: a function that returns the new fields for the present fields. */
export type Change = (before: ProvisionedPerson) => ProvisionedFields;

/**
 * Returns the new values, with null for each removed key. If a value is unchanged, returns the old object. PostgreSQL returns
 * the keys of a JSON object in another order, and the audit log would otherwise report a change.
 */
const differing = (old: Record<string, unknown>, next: Record<string, unknown>) => ({
  ...Object.fromEntries(Object.keys(old).map((key) => [key, next[key] === undefined ? null : old[key]])),
  ...Object.fromEntries(
    Object.entries(next).map(([key, value]) => [key, isDeepStrictEqual(old[key], value) ? old[key] : value]),
  ),
});

const fieldsOf = ({ active, attributes, ...person }: ProvisionedPerson): ProvisionedFields => ({
  ...fieldsIn(person, userFieldNames),
  email: person.email,
  externalId: person.externalId,
  active,
  attributes,
});

/**
 * Returns the fields that identify a user. The names are those of SCIM attributes. User names and addresses are in lower case.
 * The default of the user name is the e-mail address.
 */
const identityOf = (fields: ProvisionedFields) => ({
  userName: (fields.userName ?? fields.email)?.toLowerCase(),
  emails: [fields.email, otherAddress(fields)].map((address) => address?.toLowerCase()).join(" "),
  externalId: fields.externalId,
  phoneNumbers: fields.phone,
});

/** Returns the old text if both texts differ only in letter case. Returns the new text otherwise. */
const keptSpelling = (old: string | null, next: string | null) =>
  old?.toLowerCase() === next?.toLowerCase() ? old : next;

/**
 * Returns the new fields. If the user is an administrator, keeps the present letter case of e-mail address and user name. A
 * provider may not change these fields of an administrator, but a change of letter case is not an error.
 */
async function spelledAs(
  tx: Pick<ReadTx, "administrators">,
  actor: TenantActor,
  before: { userId: number; fields: ProvisionedFields },
  next: ProvisionedFields,
): Promise<ProvisionedFields> {
  const presentSpelling = {
    email: keptSpelling(before.fields.email, next.email),
    userName: keptSpelling(before.fields.userName ?? before.fields.email, next.userName),
  };
  const isSpelledAnew = presentSpelling.email !== next.email || presentSpelling.userName !== next.userName;
  if (!isSpelledAnew || decidesOnAdministrators(actor)) return next;
  return (await isAdministrator(tx, before.userId)) ? { ...next, ...presentSpelling } : next;
}

const notDeactivated = {
  owner: provisioningRefusals.last_owner_not_deactivatable,
  administrator: provisioningRefusals.last_administrator_not_deactivatable,
};

/**
 * Throws if the provider changes an administrator's status or identifying fields. The deactivation of the last administrator
 * has a separate error, which takes precedence (clarifications, document 2).
 */
async function guardProvisioned(
  tx: Pick<WriteTx, "select" | "administrators">,
  { actor, userId, now }: { actor: TenantActor; userId: number; now: Date },
  old: ProvisionedFields,
  next: ProvisionedFields,
) {
  if (old.active !== next.active) {
    const last = next.active ? null : (await lastAs(tx, { actor, userId, now })).suspended;
    if (last !== null) throw notDeactivated[last]();
    await guardAdministrator(tx, actor, "access", userId, provisioningRefusals.administrator_status_reserved);
  }
  const before = identityOf(old);
  const [name] = Object.entries(identityOf(next)).find(
    ([field, value]) => value !== before[field as keyof typeof before],
  ) ?? [null];
  if (name === null) return;
  await guardAdministrator(tx, actor, "identity", userId, () =>
    provisioningRefusals.administrator_attribute_reserved({ attribute: name }, { field: name }),
  );
}

export const changeProvisioned = command({
  name: "changeProvisioned",
  capability: "ManageUsers",
  summary: "Change a person for an identity provider",
  description: "The whole request is one transaction.",
  input: z.strictObject({ userId: Id, change: z.custom<Change>(), versions: Versions }),
  output: ProvisionedPerson,
  event: "user_updated",
  touches: ["identity", "access", "profile"],
  target: (_input, user) => ({ ...userTarget(user), label: labelOf(user) }),
  run: async ({ tx, actor, now, changed, happened, unchanged }, { userId, change, versions }) => {
    const row = await lockPerson(tx, userId);
    const before = await withGroups(tx, row);
    requireVersion(versions, versionOfPerson(before));
    const old = fieldsOf(before);
    const sent = validated(ProvisionedFields, change(before));
    const after = await spelledAs(tx, actor, { userId, fields: old }, sent);
    if (isDeepStrictEqual(old, after)) {
      unchanged();
      return before;
    }
    await guardProvisioned(tx, { actor, userId, now }, old, after);
    await refuseOthersAddress(tx, after, { userId, fields: old });
    if (before.active !== after.active) happened(after.active ? "user_reactivated" : "user_suspended");
    const deactivated = before.active && !after.active;
    if (deactivated) await endSessions(tx, userId, now);
    changed(auditFields(old), differing(auditFields(old), auditFields(after)));
    const values = {
      ...columnsOf(after),
      updatedAt: now,
      ...movedTo(after.email, row, now),
      ...(before.phone !== after.phone && {
        ...untrustedFrom(row, now),
        phoneVerifiedAt: vouchedFor(after.phone, now),
      }),
    };
    const update = () => refuseTaken(tx.users.update(userId, values), taken);
    const updated = await (deactivated
      ? keepingAdministrators(tx, { actor, userId, now }, update, (last) => notDeactivated[last]())
      : update());
    await reactToNewAddress(tx, row, updated!, now);
    return { ...toPerson(updated!), groups: before.groups };
  },
});
