import { and, asc, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { z } from "zod";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import { invalid, notFound } from "@/server/kernel/errors";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/store";
import { conditionOf, groupAttributes, orderOf, type Filter } from "./conditions";

/** Only the organization's own roles that it lets its provider govern exist for the provider. */
const governed = and(eq(roles.governed, true), isNull(roles.appId))!;

export const Group = z.object({
  roleId: Id,
  name: z.string(),
  externalId: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  members: z.array(z.object({ userId: Id, display: z.string().nullable() })).nullable(),
});
export type Group = z.output<typeof Group>;

const toGroup = (row: Row<typeof roles>, members: Group["members"] = null): Group => ({
  roleId: row.id,
  name: row.name,
  externalId: row.externalId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  members,
});

async function membersOf(tx: Pick<ReadTx, "select">, roleIds: number[]) {
  const members = new Map<number, NonNullable<Group["members"]>>(roleIds.map((id) => [id, []]));
  if (roleIds.length === 0) return members;
  const rows = await tx.select({
    fields: { roleId: roleGrants.roleId, userId: users.id, name: users.name, email: users.email },
    from: roleGrants,
    join: [{ table: users, on: eq(users.id, roleGrants.userId) }],
    where: and(inArray(roleGrants.roleId, roleIds), eq(users.kind, "person")),
    orderBy: [asc(users.id)],
  });
  for (const { roleId, userId, name, email } of rows)
    members.get(roleId)!.push({ userId, display: name ?? email });
  return members;
}

async function governedRole(tx: Pick<ReadTx, "roles">, roleId: number) {
  const row = await tx.roles.find(and(eq(roles.id, roleId), governed)!);
  if (!row) throw notFound("group");
  return row;
}

export const findGroups = query({
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
    const [total, rows] = await Promise.all([
      tx.roles.count(where),
      limit === 0 ? [] : tx.roles.list({ where, orderBy: [...order, asc(roles.id)], offset, limit }),
    ]);
    const members = withMembers
      ? await membersOf(
          tx,
          rows.map(({ id }) => id),
        )
      : null;
    return { total, groups: rows.map((row) => toGroup(row, members?.get(row.id) ?? null)) };
  },
});

export const getGroup = query({
  capability: "ManageRoles",
  summary: "Get a governed role for an identity provider",
  input: z.strictObject({ roleId: Id, withMembers: z.boolean() }),
  output: Group,
  run: async ({ tx }, { roleId, withMembers }) => {
    const row = await governedRole(tx, roleId);
    return toGroup(row, withMembers ? (await membersOf(tx, [roleId])).get(roleId) : null);
  },
});

/** What a request does to the members of a group, in its order. */
export const MemberIntent = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("add"), userIds: z.array(Id) }),
  z.strictObject({ kind: z.literal("remove"), userIds: z.array(Id) }),
  z.strictObject({ kind: z.literal("replace"), userIds: z.array(Id) }),
]);
export type MemberIntent = z.output<typeof MemberIntent>;

/** The members after these intents. */
export function membersAfter(before: ReadonlySet<number>, intents: MemberIntent[]): Set<number> {
  let members = new Set(before);
  for (const { kind, userIds } of intents) {
    if (kind === "replace") members = new Set(userIds);
    for (const id of userIds) {
      if (kind === "add") members.add(id);
      if (kind === "remove") members.delete(id);
    }
  }
  return members;
}

/** An unknown member refuses the whole request: half a group is worse than none. */
async function requirePeople(tx: Pick<WriteTx, "users">, userIds: number[]) {
  if (userIds.length === 0) return;
  const found = await tx.users.count(and(inArray(users.id, userIds), eq(users.kind, "person")));
  if (found !== userIds.length) throw invalid("members: holds someone who is no user here.", "members");
}

export const changeGroup = command({
  capability: "ManageRoles",
  summary: "Change the members of a governed role for an identity provider",
  description: "Grants and takes away the role; all of a request in one transaction.",
  input: z.strictObject({
    roleId: Id,
    intents: z.array(MemberIntent),
    externalId: z.string().max(500).nullish(),
  }),
  output: Group,
  event: "role_members_changed",
  target: (_input, { roleId, name }) => ({ ref: `role:${roleId}`, label: name }),
  run: async ({ tx, now, changed, unchanged }, { roleId, intents, externalId }) => {
    await governedRole(tx, roleId);
    const before = (await tx.roles.lock(roleId))!;
    // People only: what a service account holds is not the provider's to see or take.
    const held = (await membersOf(tx, [roleId])).get(roleId)!;
    const old = new Set(held.map(({ userId }) => userId));
    const wanted = membersAfter(old, intents);
    const added = [...wanted].filter((id) => !old.has(id));
    await requirePeople(tx, added);
    const gone = [...old].filter((id) => !wanted.has(id));
    const renamed = externalId !== undefined && externalId !== before.externalId;
    if (added.length === 0 && gone.length === 0 && !renamed) unchanged();
    else {
      changed(
        { added: null, removed: null, externalId: before.externalId },
        { added, removed: gone, externalId },
      );
      await Promise.all(
        added.map((userId) => tx.roleGrants.insertIfAbsent({ userId, roleId, grantedAt: now })),
      );
      if (gone.length > 0)
        await tx.roleGrants.removeWhere(
          and(eq(roleGrants.roleId, roleId), inArray(roleGrants.userId, gone))!,
        );
      await tx.roles.update(roleId, { updatedAt: now, ...(renamed && { externalId }) });
    }
    return toGroup((await tx.roles.get(roleId))!, (await membersOf(tx, [roleId])).get(roleId));
  },
});

/** Whether a governed role has this name: a provider that tries to create it is told to link it instead. */
export const isGovernedName = query({
  capability: "ManageRoles",
  summary: "Whether a governed role has this name",
  input: z.strictObject({ name: z.string().max(400) }),
  output: z.boolean(),
  run: async ({ tx }, { name }) =>
    (await tx.roles.find(and(eq(roles.nameKey, name.toLowerCase()), governed)!)) !== undefined,
});
