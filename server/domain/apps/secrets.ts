import * as z from "zod";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { appTarget, getTheApp, lockApp } from "./apps";
import { deleteSecrets, insertSecret, liveSecrets, requireSecretMethod } from "./live-secrets";
import { MAX_SECRETS } from "./secret-limits.schema";
import { AddedSecret, AppSecret, NewSecret } from "./secrets.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const appRefusals = defineRefusals("app", {
  too_many_secrets: { status: 409, text: "The app has {max} live secrets already: remove one first." },
  secret_not_found: { status: 404, text: "There is no such secret of this app." },
  only_secret: { status: 409, text: "This is the app's only live secret: rotate it instead." },
});

const DAY_MS = 86_400_000;

export const listAppSecrets = query({
  name: "listAppSecrets",
  rest: "GET /apps/{appId}/secrets",
  console: "apps.secrets",
  capability: "RegisterApps",
  summary: "List an app's live secrets",
  description: "The times of the secrets, the oldest first. The secrets themselves are not stored.",
  input: z.strictObject({ appId: Id }),
  output: z.array(AppSecret),
  run: async ({ tx, now }, { appId }) => {
    await getTheApp(tx, appId);
    return (await liveSecrets(tx, appId, now)).map(({ id, createdAt, lastUsedAt, expiresAt }) => ({
      secretId: id,
      createdAt: createdAt.toISOString(),
      lastUsedAt: timestampOrNull(lastUsedAt),
      expiresAt: timestampOrNull(expiresAt),
    }));
  },
});

export const addAppSecret = command({
  name: "addAppSecret",
  rest: { at: "POST /apps/{appId}/secrets", status: 201 },
  console: "apps.addSecret",
  capability: "RegisterApps",
  summary: "Add a second secret to an app",
  description:
    "Both secrets work until one is removed, so that an app gets a new secret without an outage. The new one is " +
    "returned only now. Refused (400) for an app without secrets, and (409) if the app has two live secrets.",
  input: NewSecret.extend({ appId: Id }),
  output: AddedSecret,
  event: "app_secret_added",
  target: appTarget,
  run: async ({ tx, now, changed, labelled }, { appId, expiresInDays }) => {
    const app = await lockApp(tx, appId);
    requireSecretMethod(app);
    labelled(app.name);
    await deleteSecrets(tx, appId, now);
    if ((await liveSecrets(tx, appId, now)).length >= MAX_SECRETS)
      throw appRefusals.too_many_secrets({ max: MAX_SECRETS });
    const generation = app.secretGeneration + 1;
    const expiresAt = expiresInDays ? new Date(now.getTime() + expiresInDays * DAY_MS) : null;
    const { row, clientSecret } = await insertSecret(tx, { appId, generation, expiresAt });
    await tx.apps.update(appId, { secretGeneration: generation });
    changed(
      { generation: app.secretGeneration, expiresAt: null },
      { generation, expiresAt: timestampOrNull(expiresAt) },
    );
    return { appId, secretId: row.id, clientSecret, expiresAt: timestampOrNull(expiresAt) };
  },
});

export const removeAppSecret = command({
  name: "removeAppSecret",
  rest: "DELETE /apps/{appId}/secrets/{secretId}",
  console: "apps.removeSecret",
  capability: "RegisterApps",
  summary: "Remove one of an app's secrets",
  description:
    "The secret and the tokens that the app got for itself with it stop working at once. Refused (409) for the " +
    "only live secret: rotate it instead.",
  input: z.strictObject({ appId: Id, secretId: Id }),
  output: z.object({ appId: Id, secretId: Id, deleted: z.boolean() }),
  event: "app_secret_removed",
  target: appTarget,
  run: async ({ tx, now, changed, labelled }, { appId, secretId }) => {
    const app = await lockApp(tx, appId);
    labelled(app.name);
    const secrets = await liveSecrets(tx, appId, now);
    const secret = secrets.find(({ id }) => id === secretId);
    if (!secret) throw appRefusals.secret_not_found();
    if (secrets.length === 1) throw appRefusals.only_secret();
    changed({ generation: secret.generation }, { generation: null });
    return { appId, secretId, deleted: await tx.appSecrets.remove(secretId) };
  },
});
