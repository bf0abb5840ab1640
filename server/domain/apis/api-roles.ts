import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { apiApps, apiRoleScopes, apiScopes } from "@/db/tenant/apis";
import { apps } from "@/db/tenant/apps";
import { roles } from "@/db/tenant/roles";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { isAmong, type ReadTx } from "@/server/kernel/operation/store";
import { apiTarget, getTheApi, lockApi } from "./apis";
import { ApiRole, ScopeNames } from "./apis.schema";
import { scopesNamed, scopesOf } from "./scopes";
import { roleRefusals } from "../roles/roles";

/** The role belongs to the organization, or to an app that may ask for tokens of the API. */
const concerning = (apiId: number) =>
  or(
    isNull(roles.appId),
    sql`exists (select 1 from ${apiApps} its
      where its.tenant_id = ${roles.tenantId} and its.app_id = ${roles.appId} and its.api_id = ${apiId})`,
  )!;

/** Returns the roles of the organization and of the API's apps, or one of them, each with its scopes. */
async function rolesOf(tx: Pick<ReadTx, "select">, apiId: number, roleId?: number): Promise<ApiRole[]> {
  const [rows, allowed] = await Promise.all([
    tx.select({
      fields: { roleId: roles.id, name: roles.name, appName: apps.name },
      from: roles,
      join: [{ table: apps, on: eq(apps.id, roles.appId), optional: true }],
      where: and(concerning(apiId), roleId === undefined ? undefined : eq(roles.id, roleId)),
      orderBy: [sql`${roles.appId} is not null`, asc(inNameOrder(roles.nameKey)), asc(roles.id)],
    }),
    tx.select({
      fields: { roleId: apiRoleScopes.roleId, scope: apiScopes.name },
      from: apiRoleScopes,
      join: [{ table: apiScopes, on: eq(apiScopes.id, apiRoleScopes.scopeId) }],
      where: eq(apiScopes.apiId, apiId),
      orderBy: [asc(apiScopes.name)],
    }),
  ]);
  const byRole = new Map<number, string[]>();
  for (const { roleId: of, scope } of allowed) byRole.set(of, [...(byRole.get(of) ?? []), scope]);
  return rows.map((row) => ({ ...row, scopes: byRole.get(row.roleId) ?? [] }));
}

export const listApiRoles = query({
  name: "listApiRoles",
  rest: "GET /apis/{apiId}/roles",
  console: "apis.roles.list",
  capability: "RegisterApps",
  summary: "List the roles with the scopes of an API that they allow",
  description:
    "Lists the roles of the organization and of the apps that may ask for tokens of the API. The scopes matter only if " +
    "the API enforces roles. A role of an app counts only for tokens that this app asks for.",
  input: z.strictObject({ apiId: Id }),
  output: z.array(ApiRole),
  run: async ({ tx }, { apiId }) => {
    await getTheApi(tx, apiId);
    return rolesOf(tx, apiId);
  },
});

export const setApiRole = command({
  name: "setApiRole",
  rest: "PUT /apis/{apiId}/roles/{roleId}",
  console: "apis.roles.set",
  capability: "RegisterApps",
  summary: "Set the scopes of an API that a role allows",
  description:
    "Replaces the list. Introspection returns only allowed scopes at once, for existing tokens too.",
  input: z.strictObject({ apiId: Id, roleId: Id, scopes: ScopeNames }),
  output: ApiRole,
  event: "api_role_changed",
  target: apiTarget,
  run: async ({ tx, changed, labelled, concerns, unchanged }, { apiId, roleId, scopes: asked }) => {
    labelled((await lockApi(tx, apiId)).name);
    const [before] = await rolesOf(tx, apiId, roleId);
    if (!before) throw roleRefusals.not_found();
    concerns(`role:${roleId}`);
    const wanted = await scopesNamed(tx, apiId, asked, "scopes");
    const scopes = wanted.map(({ name }) => name);
    changed({ role: before.name, scopes: before.scopes }, { role: before.name, scopes });
    if (JSON.stringify(before.scopes) === JSON.stringify(scopes)) unchanged();
    else {
      const all = (await scopesOf(tx, apiId)).map(({ id }) => id);
      await tx.apiRoleScopes.removeWhere(
        and(eq(apiRoleScopes.roleId, roleId), isAmong(apiRoleScopes.scopeId, all))!,
      );
      await tx.apiRoleScopes.insertAll(wanted.map(({ id: scopeId }) => ({ roleId, scopeId })));
    }
    return { ...before, scopes };
  },
});
