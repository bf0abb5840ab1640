import { asc, isNull } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { roles } from "@/db/tenant/roles";
import { command, query } from "@/server/kernel/operation/operation";
import type { Row } from "@/server/kernel/operation/store";
import { tenantRole } from "../roles/roles";
import { GovernedRole, RoleGovernanceInput } from "./scim-tokens.schema";

const toGovernedRole = ({ id, name, description, governed, externalId }: Row<typeof roles>) => ({
  roleId: id,
  name,
  description,
  governed,
  externalId,
});

export const listRoleGovernance = query({
  name: "listRoleGovernance",
  console: "scim.roles",
  capability: "ManageRoles",
  summary: "List the roles and their governance by identity providers",
  description: "Lists the organization's roles; roles of apps cannot be governed.",
  input: z.strictObject({}),
  output: z.array(GovernedRole),
  run: async ({ tx }) =>
    (await tx.roles.list({ where: isNull(roles.appId), orderBy: [asc(inNameOrder(roles.nameKey))] })).map(
      toGovernedRole,
    ),
});

export const setRoleGoverned = command({
  name: "setRoleGoverned",
  console: "scim.setRoleGoverned",
  capability: "ManageRoles",
  summary: "Set if identity providers govern a role",
  description:
    "A governed role is a group for every provider with a SCIM token, which then decides on its holders. A " +
    "role that is no longer governed keeps its holders.",
  input: RoleGovernanceInput,
  output: GovernedRole,
  event: "role_updated",
  target: (_input, role) => ({ ref: `role:${role.roleId}`, label: role.name }),
  run: async ({ tx, now, changed, unchanged }, { roleId, governed }) => {
    const before = await tenantRole(tx, roleId);
    if (before.governed === governed) {
      unchanged();
      return toGovernedRole(before);
    }
    changed(before, { governed });
    return toGovernedRole((await tx.roles.update(roleId, { governed, updatedAt: now }))!);
  },
});
