import { and, asc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { apiApps, apiMachineScopes, apiRoleScopes, apiScopes } from "@/db/tenant/apis";
import { appAuthorizations } from "@/db/tenant/app-access";
import { apps } from "@/db/tenant/apps";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { isAmong, type ReadTx, type WriteTx } from "@/server/kernel/operation/store";
import { getTheApp } from "../apps/apps";
import { apiTarget, getTheApi, lockApi } from "./apis";
import { ApiApp, ApiAppAccess, ApiLoss } from "./apis.schema";
import { scopesNamed, scopesOf } from "./scopes";
import { defineRefusals } from "@/server/kernel/texts/define";

const apiRefusals = defineRefusals("api", {
  app_not_allowed: { status: 404, text: "This app may not ask for tokens of this API." },
  app_asks_for_nothing: {
    status: 400,
    text: "forUsers: at least one of forUsers and forItself must be true; delete the app's access instead.",
    field: "forUsers",
  },
  scopes_without_own_tokens: {
    status: 400,
    text: "ownScopes: must be empty if forItself is false.",
    field: "ownScopes",
  },
  app_without_account: {
    status: 400,
    text: "forItself: the app gets no tokens for itself; link it to a service account first.",
    field: "forItself",
  },
});

const ofPair = ({ apiId, appId }: { apiId: number; appId: number }) =>
  and(eq(apiApps.apiId, apiId), eq(apiApps.appId, appId))!;

/** Returns the apps that may ask for tokens of the API, by name. */
async function appsOf(tx: Pick<ReadTx, "select">, apiId: number): Promise<ApiApp[]> {
  const [rows, own] = await Promise.all([
    tx.select({
      fields: {
        appId: apps.id,
        name: apps.name,
        clientId: apps.clientId,
        usersSince: apiApps.usersSince,
        machineSince: apiApps.machineSince,
      },
      from: apiApps,
      join: [{ table: apps, on: eq(apps.id, apiApps.appId) }],
      where: eq(apiApps.apiId, apiId),
      orderBy: [asc(inNameOrder(apps.name)), asc(apps.id)],
    }),
    tx.select({
      fields: { appId: apiMachineScopes.appId, name: apiScopes.name },
      from: apiMachineScopes,
      join: [{ table: apiScopes, on: eq(apiScopes.id, apiMachineScopes.scopeId) }],
      where: eq(apiScopes.apiId, apiId),
      orderBy: [asc(apiScopes.name)],
    }),
  ]);
  return rows.map(({ usersSince, machineSince, ...row }) => ({
    ...row,
    forUsers: usersSince !== null,
    forItself: machineSince !== null,
    ownScopes: own.filter(({ appId }) => appId === row.appId).map(({ name }) => name),
  }));
}

/** Removes the scopes of the API that the app gets for itself. Returns their names. */
async function removeOwnScopes(tx: WriteTx, { apiId, appId }: { apiId: number; appId: number }) {
  const scopes = await scopesOf(tx, apiId);
  const held = and(
    eq(apiMachineScopes.appId, appId),
    isAmong(
      apiMachineScopes.scopeId,
      scopes.map(({ id }) => id),
    ),
  )!;
  const before = await tx.apiMachineScopes.list({ where: held });
  await tx.apiMachineScopes.removeWhere(held);
  return scopes.filter(({ id }) => before.some(({ scopeId }) => scopeId === id)).map(({ name }) => name);
}

export const listApiApps = query({
  name: "listApiApps",
  rest: "GET /apis/{apiId}/apps",
  console: "apis.apps.list",
  capability: "RegisterApps",
  summary: "List the apps that may ask for tokens of an API",
  input: z.strictObject({ apiId: Id }),
  output: z.array(ApiApp),
  run: async ({ tx }, { apiId }) => {
    await getTheApi(tx, apiId);
    return appsOf(tx, apiId);
  },
});

export const setApiApp = command({
  name: "setApiApp",
  rest: "PUT /apis/{apiId}/apps/{appId}",
  console: "apis.apps.set",
  capability: "RegisterApps",
  summary: "Set how an app may ask for tokens of an API",
  description:
    "Replaces the app's access. Refused (400) if both forUsers and forItself are false, or if forItself is true and " +
    "the app has no service account. A right that is withdrawn ends its tokens at introspection at once.",
  input: ApiAppAccess.extend({ apiId: Id, appId: Id }),
  output: ApiApp,
  event: "api_app_changed",
  target: apiTarget,
  run: async ({ tx, now, changed, labelled, concerns, updated, unchanged }, input) => {
    const { apiId, appId, forUsers, forItself } = input;
    const [api, app] = [await lockApi(tx, apiId), await getTheApp(tx, appId)];
    labelled(api.name);
    concerns(`app:${appId}`);
    if (!forUsers && !forItself) throw apiRefusals.app_asks_for_nothing();
    if (!forItself && input.ownScopes.length > 0) throw apiRefusals.scopes_without_own_tokens();
    if (forItself && (app.serviceAccountId === null || app.clientType === "public"))
      throw apiRefusals.app_without_account();
    const scopes = await scopesNamed(tx, apiId, input.ownScopes, "ownScopes");
    const ownScopes = scopes.map(({ name }) => name);
    const before = await tx.apiApps.find(ofPair(input));
    const ownBefore = await removeOwnScopes(tx, input);
    const access = {
      usersSince: forUsers ? (before?.usersSince ?? now) : null,
      machineSince: forItself ? (before?.machineSince ?? now) : null,
    };
    if (before) await tx.apiApps.updateWhere(ofPair(input), access);
    else await tx.apiApps.insert({ apiId, appId, ...access });
    await tx.apiMachineScopes.insertAll(scopes.map(({ id: scopeId }) => ({ appId, scopeId })));
    const were = {
      app: before ? app.name : null,
      forUsers: before ? before.usersSince !== null : null,
      forItself: before ? before.machineSince !== null : null,
      ownScopes: ownBefore,
    };
    const are = { app: app.name, forUsers, forItself, ownScopes };
    changed(were, are);
    if (before) updated();
    if (JSON.stringify(were) === JSON.stringify(are)) unchanged();
    return { appId, name: app.name, clientId: app.clientId, forUsers, forItself, ownScopes };
  },
});

export const removeApiApp = command({
  name: "removeApiApp",
  rest: "DELETE /apis/{apiId}/apps/{appId}",
  console: "apis.apps.remove",
  capability: "RegisterApps",
  summary: "Withdraw an app's access to an API",
  description:
    "The app gets no new tokens of the API, and introspection reports its tokens as inactive at once. Its refresh " +
    "tokens lose this resource, also if the app gets the access again.",
  input: z.strictObject({ apiId: Id, appId: Id }),
  output: z.object({ apiId: Id, appId: Id, deleted: z.boolean() }),
  event: "api_app_withdrawn",
  target: apiTarget,
  run: async ({ tx, changed, labelled, concerns }, pair) => {
    const api = await lockApi(tx, pair.apiId);
    labelled(api.name);
    concerns(`app:${pair.appId}`);
    const { name } = await getTheApp(tx, pair.appId);
    const ownScopes = await removeOwnScopes(tx, pair);
    if ((await tx.apiApps.removeWhere(ofPair(pair))) === 0) throw apiRefusals.app_not_allowed();
    changed({ app: name, ownScopes }, { app: null, ownScopes: [] });
    return { ...pair, deleted: true };
  },
});

export const previewApiLoss = query({
  name: "previewApiLoss",
  console: "apis.loss",
  capability: "RegisterApps",
  summary: "Get what ends with an API, or with the access of one app",
  input: z.strictObject({ apiId: Id, appId: Id.optional() }),
  output: ApiLoss,
  run: async ({ tx }, { apiId, appId }) => {
    const api = await getTheApi(tx, apiId);
    const agreed = and(
      sql`${appAuthorizations.revokedAt} is null and jsonb_exists(${appAuthorizations.apiScopes}, ${api.audience})`,
      appId === undefined ? undefined : eq(appAuthorizations.appId, appId),
    );
    const [asking, [people], scopes, [held]] = await Promise.all([
      appsOf(tx, apiId),
      tx.select({
        fields: { count: sql<number>`count(distinct ${appAuthorizations.userId})::int` },
        from: appAuthorizations,
        where: agreed,
      }),
      scopesOf(tx, apiId),
      tx.select({
        fields: { count: sql<number>`count(distinct ${apiRoleScopes.roleId})::int` },
        from: apiRoleScopes,
        join: [{ table: apiScopes, on: eq(apiScopes.id, apiRoleScopes.scopeId) }],
        where: eq(apiScopes.apiId, apiId),
      }),
    ]);
    return {
      apps: asking.filter((app) => appId === undefined || app.appId === appId).map(({ name }) => name),
      people: people?.count ?? 0,
      scopes: scopes.length,
      roles: held?.count ?? 0,
    };
  },
});
