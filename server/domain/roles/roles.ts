import { and, asc, eq, gt, isNull } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { refuseTaken, type ReadTx, type Row, type WriteTx } from "@/server/kernel/operation/store";
import { Role, RoleInput, RoleMember, RoleMembersPart } from "./roles.schema";
import { defineRefusals, defineTexts } from "@/server/kernel/texts/define";

export const roleRefusals = defineRefusals("role", {
  not_found: { status: 404, text: "There is no such role." },
  name_in_use: { status: 400, text: "A role of this name exists already.", field: "name" },
});

export const roleTexts = defineTexts("job", { role_missing: "There is no role {name}." });

export const toRole = (row: Pick<Row<typeof roles>, "id" | "name" | "description">): Role => ({
  roleId: row.id,
  name: row.name,
  description: row.description,
});

/** Returns a role of the organization. Throws (404) if the role does not exist or belongs to an app. */
export async function tenantRole(tx: Pick<ReadTx, "roles">, roleId: number) {
  const row = await tx.roles.find(and(eq(roles.id, roleId), isNull(roles.appId))!);
  if (!row) throw roleRefusals.not_found();
  return row;
}

/**
 * Returns a role of the organization and locks its row until the transaction ends. Throws (404) if the role does not exist or
 * belongs to an app.
 */
async function lockTenantRole(tx: Pick<WriteTx, "roles">, roleId: number) {
  const row = await tx.roles.lock(roleId);
  if (row?.appId !== null) throw roleRefusals.not_found();
  return row;
}

export const nameTaken = { roles_name: roleRefusals.name_in_use };
export const roleTarget = (_input: unknown, role: Role) => ({ ref: `role:${role.roleId}`, label: role.name });

export const listRoles = query({
  name: "listRoles",
  rest: "GET /roles",
  console: "roles.list",
  capability: "ManageRoles",
  summary: "List the organization's roles",
  description: "Roles of apps are not listed here.",
  input: z.strictObject({}),
  output: z.array(Role),
  run: async ({ tx }) =>
    (await tx.roles.list({ where: isNull(roles.appId), orderBy: [asc(inNameOrder(roles.nameKey))] })).map(
      toRole,
    ),
});

export const getRole = query({
  name: "getRole",
  rest: "GET /roles/{roleId}",
  console: "roles.get",
  capability: "ManageRoles",
  summary: "Get a role",
  input: z.strictObject({ roleId: Id }),
  output: Role,
  run: async ({ tx }, { roleId }) => toRole(await tenantRole(tx, roleId)),
});

export const createRole = command({
  name: "createRole",
  rest: { at: "POST /roles", status: 201 },
  console: "roles.create",
  capability: "ManageRoles",
  summary: "Create a role",
  description: "Names are unique among the organization's roles, without case.",
  input: RoleInput,
  output: Role,
  event: "role_created",
  target: roleTarget,
  run: async ({ tx, changed }, input) => {
    changed({}, input);
    return toRole(await refuseTaken(tx.roles.insert(input), nameTaken));
  },
});

export const updateRole = command({
  name: "updateRole",
  rest: "PATCH /roles/{roleId}",
  console: "roles.update",
  capability: "ManageRoles",
  summary: "Change a role",
  input: RoleInput.extend({ roleId: Id }),
  output: Role,
  event: "role_updated",
  target: roleTarget,
  run: async ({ tx, changed }, { roleId, ...patch }) => {
    const before = await lockTenantRole(tx, roleId);
    changed(before, patch);
    return toRole((await refuseTaken(tx.roles.update(roleId, patch), nameTaken))!);
  },
});

export const deleteRole = command({
  name: "deleteRole",
  rest: "DELETE /roles/{roleId}",
  console: "roles.remove",
  capability: "ManageRoles",
  summary: "Delete a role",
  description: "Deletes its grants.",
  input: z.strictObject({ roleId: Id }),
  output: z.object({ roleId: Id, deleted: z.boolean() }),
  event: "role_deleted",
  target: ({ roleId }) => ({ ref: `role:${roleId}` }),
  run: async ({ tx, changed, labelled }, { roleId }) => {
    const { name } = await lockTenantRole(tx, roleId);
    labelled(name);
    changed({ name }, { name: null });
    return { roleId, deleted: await tx.roles.remove(roleId) };
  },
});

/** Maximum number of holders that one statement reads. */
const PART = 10_000;

export const listRoleMembers = query({
  name: "listRoleMembers",
  rest: "GET /roles/{roleId}/members",
  capability: "ManageRoles",
  summary: "List the holders of a role",
  description:
    "In order of userId, by default all of them. With `limit`, at most so many; `cursor` is then the last userId of the previous part.",
  input: RoleMembersPart,
  output: z.array(RoleMember),
  run: async ({ tx }, { roleId, limit = Infinity, cursor = 0 }) => {
    await tenantRole(tx, roleId);
    const members: RoleMember[] = [];
    let part: RoleMember[];
    // Reads the holders in several statements. A single join with all holders of a large role would read every user of the
    // organization.
    do {
      const next = gt(roleGrants.userId, members.at(-1)?.userId ?? cursor);
      const orderBy = [asc(roleGrants.userId)];
      part = await tx.select({
        fields: { userId: users.id, email: users.email, name: users.name },
        from: roleGrants,
        among: {
          where: and(eq(roleGrants.roleId, roleId), next)!,
          orderBy,
          limit: Math.min(PART, limit - members.length),
        },
        join: [{ table: users, on: eq(users.id, roleGrants.userId) }],
        orderBy,
      });
      for (const member of part) members.push(member);
    } while (part.length === PART && members.length < limit);
    return members;
  },
});
