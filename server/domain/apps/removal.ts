import { eq, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { accessRules } from "@/db/tenant/access-rules";
import { appAuthorizations } from "@/db/tenant/app-access";
import { apps } from "@/db/tenant/apps";
import { roleSyncSources } from "@/db/tenant/role-sync";
import { roleGrants, roles } from "@/db/tenant/roles";
import { webhooks } from "@/db/tenant/webhooks";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { appTarget, lockApp } from "./apps";
import { releaseAudienceOf } from "./audience";
import { AppRemoval } from "./console.schema";
import { appRefusals } from "../app-access/may-open";

/**
 * Returns the SQL condition "the row belongs to this app". The row's table has the alias `its`. `column` contains the app's id.
 */
const ofApp = (column: string) =>
  sql`its.tenant_id = ${apps}.tenant_id and its.${sql.identifier(column)} = ${apps}.id`;
const counted = (what: SQL, from: SQL) => sql<number>`(select count(${what})::int ${from})`;
const listed = (column: string, from: SQL) =>
  sql<string[]>`array(select its.${sql.identifier(column)} ${from} order by its.id)`;

const one = sql`*`;
const authorized = sql`from ${appAuthorizations} its where ${ofApp("app_id")} and its.revoked_at is null`;
const held = sql`from ${roles} its join ${roleGrants} held on held.tenant_id = its.tenant_id and held.role_id = its.id
  where ${ofApp("app_id")}`;

/**
 * Returns the records that the database deletes with the app, and the number of the app's users. Returns undefined if the app
 * does not exist.
 */
async function goesWithApp(tx: Pick<ReadTx, "select">, appId: number, now: Date) {
  const live = sql`${authorized} and its.active_until > ${now.toISOString()}::timestamptz`;
  const [row] = await tx.select({
    fields: {
      people: counted(sql`distinct its.user_id`, authorized),
      liveGrants: counted(one, live),
      roles: counted(one, sql`from ${roles} its where ${ofApp("app_id")}`),
      roleHolders: counted(sql`distinct held.user_id`, held),
      accessRules: counted(one, sql`from ${accessRules} its where ${ofApp("app_id")}`),
      webhooks: listed("url", sql`from ${webhooks} its where ${ofApp("app_id")}`),
      roleSyncSources: listed("name", sql`from ${roleSyncSources} its where ${ofApp("target_app_id")}`),
    },
    from: apps,
    where: eq(apps.id, appId),
  });
  return row;
}

export const previewAppRemoval = query({
  name: "previewAppRemoval",
  console: "apps.removal",
  capability: "RegisterApps",
  summary: "Get what is deleted with an app",
  input: z.strictObject({ appId: Id }),
  output: AppRemoval,
  run: async ({ tx, now }, { appId }) => {
    const going = await goesWithApp(tx, appId, now);
    if (!going) throw appRefusals.not_found();
    return going;
  },
});

export const deleteApp = command({
  name: "deleteApp",
  rest: "DELETE /apps/{appId}",
  console: "apps.remove",
  capability: "RegisterApps",
  summary: "Delete an app",
  description:
    "Deletes its roles, access lists, access rules and authorizations, and its webhook endpoints and role " +
    "sync sources, which the audit event names. Its tokens end at once.",
  input: z.strictObject({ appId: Id }),
  output: z.object({ appId: Id, deleted: z.boolean() }),
  event: "app_deleted",
  target: appTarget,
  run: async ({ tx, now, changed, labelled }, { appId }) => {
    const app = await lockApp(tx, appId);
    const { name } = app;
    const { webhooks = [], roleSyncSources = [] } = (await goesWithApp(tx, appId, now)) ?? {};
    labelled(name);
    changed({ name, webhooks, roleSyncSources }, { name: null, webhooks: [], roleSyncSources: [] });
    const deleted = await tx.apps.remove(appId);
    await releaseAudienceOf(tx, app);
    return { appId, deleted };
  },
});
