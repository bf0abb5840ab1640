import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id } from "@/server/kernel/fields";
import { command, query, type CommandContext } from "@/server/kernel/operation/operation";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import { labelOf } from "../users/people";
import type { Filter } from "./comparisons";
import { conditionOf, orderOf } from "./conditions";
import { groupAttributes } from "./filterable";
import { Group, MemberIntent, membersAfter } from "./groups.schema";
import { memberships, type Membership } from "./memberships";
import { pageOf } from "./page";
import { requireVersion, versionOfGroup, Versions } from "./versions";
import { defineRefusals } from "@/server/kernel/texts/define";

export const provisioningRefusals = defineRefusals("provisioning", {
  group_not_found: { status: 404, text: "There is no such group." },
  member_unknown: {
    status: 400,
    text: "members holds someone who is no user here.",
    field: "members",
  },
});

/**
 * Selects the organization's governed roles (roles that identity providers manage as groups). Providers have access only to
 * these roles.
 */
const governed = and(eq(roles.governed, true), isNull(roles.appId))!;

const toGroup = (row: Row<typeof roles>, membership: Membership | undefined): Group => ({
  roleId: row.id,
  name: row.name,
  externalId: row.externalId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  ...(membership ?? { members: null, memberCount: 0, lastGrantedAt: null }),
});

export const findGroups = query({
  name: "findGroups",
  capability: "ManageRoles",
  summary: "Find governed roles for an identity provider",
  input: z.strictObject({
    filter: z.custom<Filter>().nullable(),
    sortBy: z.string().nullable(),
    descending: z.boolean(),
    offset: z.int().min(0),
    limit: z.int().min(0),
    withMembers: z.boolean(),
  }),
  output: z.object({ total: z.int(), groups: z.array(Group) }),
  run: async ({ tx }, { filter, sortBy, descending, offset, limit, withMembers }) => {
    const where = and(governed, filter === null ? undefined : conditionOf(filter, groupAttributes))!;
    const order: SQL[] = sortBy === null ? [] : [(descending ? desc : asc)(orderOf(sortBy, groupAttributes))];
    const page = { where, orderBy: [...order, asc(roles.id)], offset, limit };
    const { total, rows } = await pageOf(tx.roles, page);
    const ids = rows.map(({ id }) => id);
    const members = await memberships(tx, ids, withMembers ? "all" : "none");
    return { total, groups: rows.map((row) => toGroup(row, members.get(row.id))) };
  },
});

export const getGroup = query({
  name: "getGroup",
  capability: "ManageRoles",
  summary: "Get a governed role for an identity provider",
  input: z.strictObject({ roleId: Id, withMembers: z.boolean() }),
  output: Group,
  run: async ({ tx }, { roleId, withMembers }) => {
    const row = await tx.roles.find(and(eq(roles.id, roleId), governed)!);
    if (!row) throw provisioningRefusals.group_not_found();
    const members = await memberships(tx, [roleId], withMembers ? "all" : "none");
    return toGroup(row, members.get(roleId));
  },
});

/** Maximum number of ids in one statement. PostgreSQL permits at most 65,535 parameters. */
const CHUNK = 10_000;

const chunks = (ids: number[]) =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, index) =>
    ids.slice(index * CHUNK, (index + 1) * CHUNK),
  );

/**
 * Returns the users who have the role. If `among` is a list, returns only users in this list. Omits service accounts, because
 * identity providers do not manage them.
 */
async function holdersOf(tx: Pick<ReadTx, "select">, roleId: number, among: number[] | null) {
  const parts = among === null ? [null] : chunks(among);
  const pages = await Promise.all(
    parts.map((part) =>
      tx.select({
        fields: { userId: roleGrants.userId },
        from: roleGrants,
        join: [{ table: users, on: eq(users.id, roleGrants.userId) }],
        where: and(
          eq(roleGrants.roleId, roleId),
          eq(users.kind, "person"),
          part === null ? undefined : inArray(roleGrants.userId, part),
        ),
      }),
    ),
  );
  return new Set(pages.flat().map(({ userId }) => userId));
}

/** Throws if one of the ids is not the id of a user. The whole request then fails. */
async function requirePeople(tx: Pick<WriteTx, "users">, userIds: number[]) {
  const counts = await Promise.all(
    chunks(userIds).map((ids) => tx.users.count(and(inArray(users.id, ids), eq(users.kind, "person")))),
  );
  if (counts.reduce((sum, count) => sum + count, 0) !== userIds.length)
    throw provisioningRefusals.member_unknown();
}

/** Applies the changes to the grants of the role. Returns the ids of the added and the removed users. */
async function regrant(
  tx: Pick<WriteTx, "select" | "users" | "roleGrants">,
  { roleId, intents, now }: { roleId: number; intents: MemberIntent[]; now: Date },
) {
  const replaces = intents.some(({ kind }) => kind === "replace");
  const named = [...new Set(intents.flatMap(({ userIds }) => userIds))];
  const held = await holdersOf(tx, roleId, replaces ? null : named);
  const wanted = membersAfter(held, intents);
  const added = [...wanted].filter((id) => !held.has(id));
  const removed = [...held].filter((id) => !wanted.has(id));
  await requirePeople(tx, added);
  // The role is locked. No other transaction can therefore insert the same grants.
  await tx.roleGrants.insertAll(added.map((userId) => ({ userId, roleId, grantedAt: now })));
  for (const ids of chunks(removed))
    await tx.roleGrants.removeWhere(and(eq(roleGrants.roleId, roleId), inArray(roleGrants.userId, ids))!);
  return { added, removed };
}

/**
 * Maximum number of members in a response to a request that does not ask for the members. A client may add 10,000 members in
 * many requests. Without the limit, the total size of the responses would grow with the square of the members.
 */
const MOST_MEMBERS_SENT = 200;

export const changeGroup = command({
  name: "changeGroup",
  capability: "ManageRoles",
  summary: "Change a governed role's members for an identity provider",
  description:
    "Grants and revokes the role, with the whole request in one transaction. A single grant is recorded as " +
    "role_granted or role_revoked, as in the other channels; several are recorded as role_members_changed.",
  input: z.strictObject({
    roleId: Id,
    intents: z.array(MemberIntent),
    externalId: z.string().max(500).nullish(),
    versions: Versions,
    /** The members in the response. `few`: all members if the group has at most MOST_MEMBERS_SENT members, else no members. */
    membersReturned: z.enum(["all", "few", "none"]),
  }),
  output: Group,
  event: "role_members_changed",
  touches: ["grants"],
  target: ({ roleId }) => ({ ref: `role:${roleId}` }),
  run: async (context, { roleId, intents, externalId, versions, membersReturned }) => {
    const { tx, now, unchanged } = context;
    const before = await tx.roles.lock(roleId, { references: true });
    if (!before?.governed || before.appId !== null) throw provisioningRefusals.group_not_found();
    if (versions !== null) {
      const membership = (await memberships(tx, [roleId], "none")).get(roleId);
      requireVersion(versions, versionOfGroup(toGroup(before, membership)));
    }
    const { added, removed } = await regrant(tx, { roleId, intents, now });
    const relinked = externalId !== undefined && externalId !== before.externalId;
    let row = before;
    if (added.length === 0 && removed.length === 0 && !relinked) unchanged();
    else {
      await record(context, before, { added, removed, ...(relinked && { externalId }) });
      row = (await tx.roles.update(roleId, { updatedAt: now, ...(relinked && { externalId }) }))!;
    }
    const memberLists = await memberships(
      tx,
      [roleId],
      membersReturned === "few" ? MOST_MEMBERS_SENT : membersReturned,
    );
    return toGroup(row, memberLists.get(roleId));
  },
});

type Recorder = Pick<
  CommandContext<TenantActor, WriteTx>,
  "tx" | "changed" | "labelled" | "targeted" | "concerns" | "happened"
>;

/** Records an event for the change. If the change is a single grant, the event has the same name as on the other channels. */
async function record(
  { tx, changed, labelled, targeted, concerns, happened }: Recorder,
  role: Row<typeof roles>,
  { added, removed, ...linked }: { added: number[]; removed: number[]; externalId?: string | null },
) {
  const [only, ...more] = [...added, ...removed];
  if (only !== undefined && more.length === 0 && !("externalId" in linked)) {
    happened(added.length === 1 ? "role_granted" : "role_revoked");
    targeted(`user:${only}`);
    labelled(labelOf((await tx.users.get(only))!));
    concerns(`role:${role.id}`);
    const [from, to] = added.length === 1 ? [null, role.name] : [role.name, null];
    return changed({ role: from }, { role: to });
  }
  labelled(role.name);
  if (only === undefined) happened("role_updated");
  const members = { ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) };
  changed({ externalId: role.externalId }, { ...members, ...linked });
}

/**
 * Returns true if a governed role (a role that identity providers manage as a group) has this name. If a provider tries to
 * create a role with the name, the error advises the provider to link the existing role.
 */
export const isGovernedName = query({
  name: "isGovernedName",
  capability: "ManageRoles",
  summary: "Check if a governed role has a name",
  input: z.strictObject({ name: z.string().max(400) }),
  output: z.boolean(),
  run: async ({ tx }, { name }) =>
    (await tx.roles.find(and(sql`${roles.nameKey} = lower(${name})`, governed)!)) !== undefined,
});
