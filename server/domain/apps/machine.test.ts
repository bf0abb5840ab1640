import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createExecute } from "@/server/kernel/operation/execute";
import {
  authenticationWorld,
  post,
  tokenOf,
  type AuthenticationWorld,
} from "@/server/testing/authentication";
import { refusal, tenantActor } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import type { Authentication } from "../../auth/authentication";
import type { Execute } from "../../kernel/operation/execute";
import { removeServiceAccount, suspendServiceAccount } from "../service-accounts/service-accounts";
import { createApp } from "./apps";
import { getAppDetail } from "./console";
import { createMachineApp, setAppServiceAccount } from "./machine";

describe.each(databaseKinds)("machine-to-machine apps on %s", (kind) => {
  let world: AuthenticationWorld;
  let auth: Authentication;
  let execute: Execute;
  let tenantId: number;
  beforeAll(async () => {
    world = await authenticationWorld(kind);
    auth = await world.instance();
    execute = createExecute(world.stores, world.ports);
    ({ tenantId } = await world.tenant());
  });
  afterAll(() => world.close());

  const actor = () => tenantActor(tenantId);
  const detail = (appId: number) => execute(actor(), getAppDetail, { appId });
  const introspect = async (app: { clientId: string; clientSecret: string }, token: string) =>
    (await post(auth, "/introspect", { token, client_id: app.clientId, client_secret: app.clientSecret }))
      .body;

  it("get tokens of their own service account, which have no rights at this server and end with the account", async () => {
    const app = await execute(actor(), createMachineApp, { name: "Nightly export" });
    const account = (await detail(app.appId)).serviceAccount!;
    expect(account.name).toBe("Nightly export");
    const token = await tokenOf(auth, app);
    expect(await introspect(app, token)).toMatchObject({ active: true, sub: String(account.userId) });
    expect((await introspect(app, token))["scope"] ?? "").toBe("");

    await execute(actor(), suspendServiceAccount, { userId: account.userId });
    const other = await execute(actor(), createMachineApp, { name: "Watcher" });
    expect(await introspect(other, token)).toEqual({ active: false });
  });

  it("share a named account, and lose their tokens when they are unlinked", async () => {
    const first = await execute(actor(), createMachineApp, { name: "First" });
    const { userId } = (await detail(first.appId)).serviceAccount!;
    const second = await execute(actor(), createMachineApp, { name: "Second", serviceAccountId: userId });
    expect((await detail(second.appId)).serviceAccount).toEqual({ userId, name: "First" });
    const token = await tokenOf(auth, second);
    await execute(actor(), setAppServiceAccount, { appId: second.appId, serviceAccountId: null });
    expect(await introspect(first, token)).toEqual({ active: false });
    const again = {
      grant_type: "client_credentials",
      client_id: second.clientId,
      client_secret: second.clientSecret,
    };
    expect(await post(auth, "/token", again)).toMatchObject({
      status: 400,
      body: { error: "unauthorized_client" },
    });
    await execute(actor(), setAppServiceAccount, { appId: second.appId, serviceAccountId: userId });
    expect(await post(auth, "/token", again)).toMatchObject({ status: 200 });
    expect(await execute(actor(), removeServiceAccount, { userId })).toMatchObject({ appsUnlinked: 2 });
    expect((await detail(second.appId)).serviceAccount).toBeNull();
  });

  it("are linked only to service accounts of their own organization, and are never public", async () => {
    const app = await execute(actor(), createMachineApp, { name: "Own" });
    const elsewhere = (await world.tenant()).tenantId;
    const foreign = await execute(tenantActor(elsewhere), createMachineApp, { name: "Foreign" });
    const theirs = (await execute(tenantActor(elsewhere), getAppDetail, { appId: foreign.appId }))
      .serviceAccount!;
    const link = (appId: number, serviceAccountId: number) =>
      execute(actor(), setAppServiceAccount, { appId, serviceAccountId });
    await expect(link(app.appId, theirs.userId)).rejects.toMatchObject(refusal(404));
    const person = await world.administrator(tenantId, "ada@example.com", "a long enough password");
    await expect(link(app.appId, person)).rejects.toMatchObject(refusal(404));
    const spa = await execute(actor(), createApp, {
      name: "Browser",
      clientType: "public",
      redirectUris: ["https://app.example.com/callback"],
    });
    const own = (await detail(app.appId)).serviceAccount!;
    await expect(link(spa.appId, own.userId)).rejects.toMatchObject(refusal(400));
  });
});
