import { asc } from "drizzle-orm";
import * as z from "zod";
import { apps } from "@/db/tenant/apps";
import { newTenantClientId } from "@/server/kernel/http/client-id";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import { endLostAccess, appRefusals } from "../app-access/may-open";
import { deleteSecrets, insertSecret, requireSecretMethod } from "./live-secrets";
import { refuseFeatures } from "./features";
import { App, AppPatch, CreatedApp, isClosedToAll, NewApp } from "./apps.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("app", {
  /** The app has a redirect URI. An app for machines may have none. */
  redirect_uri_not_removable: {
    status: 400,
    text: "redirectUri: cannot be taken away, only changed.",
    field: "redirectUri",
  },
  sign_in_for_nobody: {
    status: 400,
    text: "At least one of allowEndUserSignIn and allowTenantAdminSignIn must stay true.",
    field: "allowEndUserSignIn",
  },
  pkce_required: {
    status: 400,
    text: "requirePkce: must stay true for a public client.",
    field: "requirePkce",
  },
});

export type AppRecord = Row<typeof apps>;

export const toApp = ({ id, createdAt, ...row }: AppRecord): App => ({
  ...row,
  appId: id,
  createdAt: createdAt.toISOString(),
});

export const appTarget = ({ appId }: { appId: number }) => ({ ref: `app:${appId}` });

/** Returns the app. Throws (404) if the app does not exist. */
export async function getTheApp(tx: Pick<ReadTx, "apps">, appId: number) {
  const row = await tx.apps.get(appId);
  if (!row) throw appRefusals.not_found();
  return row;
}

/** Returns the app and locks its row until the transaction ends. Throws (404) if the app does not exist. */
export async function lockApp(tx: Pick<WriteTx, "apps">, appId: number) {
  const row = await tx.apps.lock(appId);
  if (!row) throw appRefusals.not_found();
  return row;
}

function refuseSwitches(
  app: Pick<AppRecord, "clientType" | "requirePkce" | "allowEndUserSignIn" | "allowTenantAdminSignIn">,
) {
  if (isClosedToAll(app)) throw refusals.sign_in_for_nobody();
  // RFC 9700 §2.1.1: public clients must use PKCE.
  if (app.clientType === "public" && !app.requirePkce) throw refusals.pkce_required();
}

export const listApps = query({
  name: "listApps",
  rest: "GET /apps",
  console: "apps.list",
  capability: "RegisterApps",
  summary: "List the apps",
  input: z.strictObject({}),
  output: z.array(App),
  run: async ({ tx }) => (await tx.apps.list({ orderBy: [asc(apps.id)] })).map(toApp),
});

export const getApp = query({
  name: "getApp",
  rest: "GET /apps/{appId}",
  capability: "RegisterApps",
  summary: "Get an app",
  input: z.strictObject({ appId: Id }),
  output: App,
  run: async ({ tx }, { appId }) => toApp(await getTheApp(tx, appId)),
});

export const createApp = command({
  name: "createApp",
  rest: { at: "POST /apps", status: 201 },
  console: "apps.create",
  capability: "RegisterApps",
  summary: "Register an app",
  description:
    "An OAuth client to which people sign in. Redirect URIs are absolute, without a fragment; http only for " +
    "loopback hosts; custom schemes are permitted. The secret is returned only now; a public client " +
    "(clientType) has none.",
  input: NewApp,
  output: CreatedApp,
  event: "app_created",
  target: ({ name }, app) => ({ ...appTarget(app), label: name }),
  run: async ({ tx, actor, changed }, { redirectUris, ...input }) => {
    refuseSwitches(input);
    const [redirectUri, ...additionalRedirectUris] = redirectUris;
    const clientId = newTenantClientId(actor.tenantId);
    const values = { ...input, redirectUri: redirectUri ?? null, additionalRedirectUris, clientId };
    changed({}, values);
    const { id: appId } = await tx.apps.insert(values);
    const secret =
      input.clientType === "confidential" ? await insertSecret(tx, { appId, generation: 1 }) : null;
    return { appId, clientId, clientSecret: secret?.clientSecret ?? null };
  },
});

export const updateApp = command({
  name: "updateApp",
  rest: "PATCH /apps/{appId}",
  console: "apps.update",
  capability: "RegisterApps",
  summary: "Change an app",
  description:
    "Changes only the fields that are sent. At least one of allowEndUserSignIn and allowTenantAdminSignIn " +
    "must stay true. People whom a change excludes lose their tokens of the app at once.",
  input: AppPatch.extend({ appId: Id }),
  output: App,
  event: "app_updated",
  target: (_input, app) => ({ ...appTarget(app), label: app.name }),
  run: async ({ tx, now, changed }, { appId, ...patch }) => {
    const before = await lockApp(tx, appId);
    // Ignores null if the app has no redirect URI. A machine-to-machine app has no redirect URI. Clients of the API may send
    // the value null back.
    if (patch.redirectUri === null && before.redirectUri !== null)
      throw refusals.redirect_uri_not_removable();
    const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value != null));
    const after = { ...before, ...sent };
    refuseSwitches(after);
    refuseFeatures(after);
    changed(before, sent);
    const row = (await tx.apps.update(appId, sent))!;
    const narrower =
      (before.allowEndUserSignIn && !after.allowEndUserSignIn) ||
      (before.allowTenantAdminSignIn && !after.allowTenantAdminSignIn);
    if (narrower) await endLostAccess(tx, { appId }, now);
    return toApp(row);
  },
});

export const rotateAppSecret = command({
  name: "rotateAppSecret",
  rest: "POST /apps/{appId}/secret/rotate",
  console: "apps.rotateSecret",
  capability: "RegisterApps",
  summary: "Rotate an app's secret",
  description:
    "All earlier secrets stop working at once. The new one is returned only now. Refused (400) for an app without " +
    "secrets: a public one, or one that authenticates by a key.",
  input: z.strictObject({ appId: Id }),
  output: z.object({ appId: Id, clientSecret: z.string().describe("Returned only here.") }),
  event: "app_secret_rotated",
  target: appTarget,
  run: async ({ tx, changed, labelled }, { appId }) => {
    const before = await lockApp(tx, appId);
    requireSecretMethod(before);
    const generation = before.secretGeneration + 1;
    labelled(before.name);
    changed({ generation: before.secretGeneration }, { generation });
    await deleteSecrets(tx, appId);
    const { clientSecret } = await insertSecret(tx, { appId, generation });
    await tx.apps.update(appId, { secretGeneration: generation });
    return { appId, clientSecret };
  },
});
