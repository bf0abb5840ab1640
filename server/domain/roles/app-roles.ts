import { asc, eq } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { roles } from "@/db/tenant/roles";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { refuseTaken, type ReadTx, type WriteTx } from "@/server/kernel/operation/store";
import { nameTaken, roleTarget, toRole } from "./roles";
import { Role, RoleInput } from "./roles.schema";
import { appRefusals } from "../app-access/may-open";
import { defineRefusals } from "@/server/kernel/texts/define";

const roleRefusals = defineRefusals("role", {
  not_of_app: { status: 404, text: "There is no such role of this app." },
});

export async function requireApp(tx: Pick<ReadTx, "apps">, appId: number) {
  if (!(await tx.apps.get(appId))) throw appRefusals.not_found();
}

/** Returns the role and locks its row until the transaction ends. Throws if the role is not a role of this app. */
async function lockAppRole(tx: Pick<WriteTx, "roles">, appId: number, roleId: number) {
  const row = await tx.roles.lock(roleId);
  if (row?.appId !== appId) throw roleRefusals.not_of_app();
  return row;
}

export const listAppRoles = query({
  name: "listAppRoles",
  rest: "GET /apps/{appId}/roles",
  console: "apps.roles.list",
  capability: "ManageRoles",
  summary: "List an app's roles",
  input: z.strictObject({ appId: Id }),
  output: z.array(Role),
  run: async ({ tx }, { appId }) => {
    await requireApp(tx, appId);
    return (
      await tx.roles.list({ where: eq(roles.appId, appId), orderBy: [asc(inNameOrder(roles.nameKey))] })
    ).map(toRole);
  },
});

export const createAppRole = command({
  name: "createAppRole",
  rest: { at: "POST /apps/{appId}/roles", status: 201 },
  console: "apps.roles.create",
  capability: "ManageRoles",
  summary: "Create a role of an app",
  description: "Names are unique among the app's roles, without case.",
  input: RoleInput.extend({ appId: Id }),
  output: Role,
  event: "app_role_created",
  target: roleTarget,
  run: async ({ tx, changed }, input) => {
    await requireApp(tx, input.appId);
    changed({}, input);
    return toRole(await refuseTaken(tx.roles.insert(input), nameTaken));
  },
});

export const updateAppRole = command({
  name: "updateAppRole",
  rest: "PATCH /apps/{appId}/roles/{roleId}",
  console: "apps.roles.update",
  capability: "ManageRoles",
  summary: "Change a role of an app",
  input: RoleInput.extend({ appId: Id, roleId: Id }),
  output: Role,
  event: "app_role_updated",
  target: roleTarget,
  run: async ({ tx, changed }, { appId, roleId, ...patch }) => {
    const before = await lockAppRole(tx, appId, roleId);
    changed(before, patch);
    return toRole((await refuseTaken(tx.roles.update(roleId, patch), nameTaken))!);
  },
});

export const deleteAppRole = command({
  name: "deleteAppRole",
  rest: "DELETE /apps/{appId}/roles/{roleId}",
  console: "apps.roles.remove",
  capability: "ManageRoles",
  summary: "Delete a role of an app",
  description: "Deletes its grants.",
  input: z.strictObject({ appId: Id, roleId: Id }),
  output: z.object({ roleId: Id, deleted: z.boolean() }),
  event: "app_role_deleted",
  target: ({ roleId }) => ({ ref: `role:${roleId}` }),
  run: async ({ tx, changed, labelled }, { appId, roleId }) => {
    const { name } = await lockAppRole(tx, appId, roleId);
    labelled(name);
    changed({ name }, { name: null });
    return { roleId, deleted: await tx.roles.remove(roleId) };
  },
});
