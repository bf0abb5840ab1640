import * as z from "zod";
import { newTenantClientId } from "@/server/kernel/http/client-id";
import { Id } from "@/server/kernel/fields";
import { appScopeNames } from "@/server/kernel/capabilities";
import { command } from "@/server/kernel/operation/operation";
import { addServiceAccount, getServiceAccount } from "../service-accounts/service-accounts";
import { appTarget, lockApp } from "./apps";
import { insertSecret } from "./live-secrets";
import { AppOwnScopes, NewMachineApp } from "./console.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const appRefusals = defineRefusals("app", {
  /** A service account is requested for a public app. The app needs a secret to request tokens of the service account. */
  public_without_own_tokens: { status: 400, text: "A public app has no secret to get tokens with." },
});

export const createMachineApp = command({
  name: "createMachineApp",
  console: "apps.createMachine",
  capability: "ManageServiceAccounts",
  summary: "Register a machine-to-machine app",
  description:
    "A confidential client without redirect URIs. It gets tokens by the client_credentials grant (RFC 6749 " +
    "§4.4) whose subject is the service account, by default a new one with the app's name. The tokens have " +
    "the app's permitted scopes and no capability of the management API. The secret is returned only now.",
  input: NewMachineApp,
  output: z.object({
    appId: Id,
    clientId: z.string(),
    clientSecret: z.string().describe("Returned only here."),
  }),
  event: "app_created",
  target: ({ name }, app) => ({ ...appTarget(app), label: name }),
  run: async ({ tx, actor, changed, concerns }, { name, serviceAccountId: chosen, signingAlgorithm }) => {
    const account = chosen ? await getServiceAccount(tx, chosen) : await addServiceAccount(tx, name);
    const clientId = newTenantClientId(actor.tenantId);
    const values = { name, clientId, serviceAccountId: account.id, signingAlgorithm };
    changed({}, values);
    concerns(`user:${account.id}`);
    const { id: appId } = await tx.apps.insert(values);
    const { clientSecret } = await insertSecret(tx, { appId, generation: 1 });
    return { appId, clientId, clientSecret };
  },
});

export const setAppServiceAccount = command({
  name: "setAppServiceAccount",
  console: "apps.setServiceAccount",
  capability: "ManageServiceAccounts",
  summary: "Link an app to a service account, or unlink it",
  description:
    "A linked app can get tokens of its own in addition to those of its users; an unlinked app cannot.",
  input: z.strictObject({ appId: Id, serviceAccountId: Id.nullable() }),
  output: z.object({ appId: Id, serviceAccountId: Id.nullable() }),
  event: "app_updated",
  target: appTarget,
  run: async ({ tx, changed, labelled, unchanged, concerns }, { appId, serviceAccountId }) => {
    const before = await lockApp(tx, appId);
    if (serviceAccountId !== null) {
      if (before.clientType === "public") throw appRefusals.public_without_own_tokens();
      await getServiceAccount(tx, serviceAccountId);
    }
    labelled(before.name);
    changed({ serviceAccountId: before.serviceAccountId }, { serviceAccountId });
    const account = serviceAccountId ?? before.serviceAccountId;
    if (account !== null) concerns(`user:${account}`);
    if (before.serviceAccountId === serviceAccountId) unchanged();
    else await tx.apps.update(appId, { serviceAccountId });
    return { appId, serviceAccountId };
  },
});

export const setAppOwnScopes = command({
  name: "setAppOwnScopes",
  console: "apps.setOwnScopes",
  capability: "RegisterApps",
  summary: "Set the scopes of an app's own tokens",
  description:
    "Applies to tokens by the client_credentials grant: `documents:render` permits rendering documents to " +
    "PDF. A removed scope stops working at once, for issued tokens too.",
  input: AppOwnScopes.extend({ appId: Id }),
  output: AppOwnScopes.extend({ appId: Id }),
  event: "app_updated",
  target: appTarget,
  run: async ({ tx, changed, labelled, unchanged }, { appId, ownScopes: asked }) => {
    const before = await lockApp(tx, appId);
    const ownScopes = appScopeNames.filter((name) => asked.includes(name));
    labelled(before.name);
    changed({ ownScopes: before.ownScopes }, { ownScopes });
    if (JSON.stringify(before.ownScopes) === JSON.stringify(ownScopes)) unchanged();
    else await tx.apps.update(appId, { ownScopes });
    return { appId, ownScopes };
  },
});
