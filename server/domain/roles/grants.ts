import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { roleGrants } from "@/db/tenant/roles";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { labelOf, userTarget, userRefusals } from "../users/people";
import { roleRefusals } from "./roles";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("role", {
  not_held: { status: 404, text: "There is no such role of this user." },
});

/** Returns a user or service account and a role. The role belongs to the organization or to an app. */
async function subjectAndRole(
  tx: Pick<ReadTx, "users" | "roles">,
  { userId, roleId }: { userId: number; roleId: number },
) {
  const [subject, role] = await Promise.all([tx.users.get(userId), tx.roles.get(roleId)]);
  if (!subject) throw userRefusals.not_found();
  if (!role) throw roleRefusals.not_found();
  return { subject, role };
}

const Grant = z.object({ userId: Id, roleId: Id });

export const grantRole = command({
  name: "grantRole",
  rest: { at: "POST /users/{userId}/roles", status: 201 },
  console: "roles.grant",
  capability: "ManageRoles",
  summary: "Grant a role",
  description:
    "The subject is a user or a service account; the role may belong to an app. An existing grant does not change.",
  input: z.strictObject({ userId: Id, roleId: Id }),
  output: Grant,
  event: "role_granted",
  touches: ["grants"],
  target: userTarget,
  run: async ({ tx, changed, labelled, concerns, unchanged }, grant) => {
    const { subject, role } = await subjectAndRole(tx, grant);
    if (!(await tx.roleGrants.insertIfAbsent(grant))) unchanged();
    labelled(labelOf(subject));
    concerns(`role:${role.id}`);
    changed({ role: null }, { role: role.name });
    return grant;
  },
});

export const revokeRole = command({
  name: "revokeRole",
  rest: "DELETE /users/{userId}/roles/{roleId}",
  console: "roles.revoke",
  capability: "ManageRoles",
  summary: "Revoke a role",
  input: z.strictObject({ userId: Id, roleId: Id }),
  output: Grant,
  event: "role_revoked",
  touches: ["grants"],
  target: userTarget,
  run: async ({ tx, changed, labelled, concerns }, grant) => {
    const { subject, role } = await subjectAndRole(tx, grant);
    const held = and(eq(roleGrants.userId, grant.userId), eq(roleGrants.roleId, grant.roleId))!;
    if ((await tx.roleGrants.removeWhere(held)) === 0) throw refusals.not_held();
    labelled(labelOf(subject));
    concerns(`role:${role.id}`);
    changed({ role: role.name }, { role: null });
    return grant;
  },
});
