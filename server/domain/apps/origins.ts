import * as z from "zod";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { appTarget, getTheApp, lockApp } from "./apps";
import { AppOrigins } from "./console.schema";

const ThisApp = z.object({ appId: Id });

export const getAppOrigins = query({
  name: "getAppOrigins",
  rest: "GET /apps/{appId}/allowed-origins",
  capability: "RegisterApps",
  summary: "Get the origins of an app's pages",
  input: z.strictObject({ appId: Id }),
  output: ThisApp.extend({ allowedOrigins: z.array(z.string()) }),
  run: async ({ tx }, { appId }) => {
    const { allowedOrigins } = await getTheApp(tx, appId);
    return { appId, allowedOrigins };
  },
});

export const setAppOrigins = command({
  name: "setAppOrigins",
  rest: "PUT /apps/{appId}/allowed-origins",
  console: "apps.setOrigins",
  capability: "RegisterApps",
  summary: "Set the origins of an app's pages",
  description:
    "Pages of these origins may call the OAuth endpoints in a browser (CORS), beside pages of the origins of the " +
    "redirect URIs. An origin uses https or a loopback host and has no path and no wildcard. Only a public app " +
    "redeems codes in a browser, because pages cannot keep a secret.",
  input: AppOrigins.extend({ appId: Id }),
  output: ThisApp.extend({ allowedOrigins: z.array(z.string()) }),
  event: "app_updated",
  target: appTarget,
  run: async ({ tx, changed, labelled, unchanged }, { appId, allowedOrigins: asked }) => {
    const before = await lockApp(tx, appId);
    const allowedOrigins = [...new Set(asked)];
    labelled(before.name);
    changed({ allowedOrigins: before.allowedOrigins }, { allowedOrigins });
    if (JSON.stringify(before.allowedOrigins) === JSON.stringify(allowedOrigins)) unchanged();
    else await tx.apps.update(appId, { allowedOrigins });
    return { appId, allowedOrigins };
  },
});
