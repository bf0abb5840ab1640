import { describe, expect, it } from "vitest";
import { aRole, anAuthorization, aUser } from "@/server/testing/factories";
import { refusal } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { createAccessRule } from "../access-rules/access-rules";
import { grantRole } from "../roles/grants";
import { createApp } from "./apps";
import { deleteApp, previewAppRemoval } from "./removal";

describe.each(databaseKinds)("deleting an app on %s", (kind) => {
  const { test, another } = operationsOn(kind);
  const created = (t: number) =>
    test.run(t, createApp, { name: "Shop", redirectUris: ["https://shop.example/cb"] });
  const last = async (t: number) => (await test.events(t)).at(-1)!;

  it("lists the records that are deleted with the app, and records the webhooks and role-sync sources that are deleted", async () => {
    const t = another();
    const [{ appId }, other] = [await created(t), await created(t)];
    const now = test.clock.now;
    const soon = new Date(now.getTime() + 60_000);
    const people = [await aUser(test, t), await aUser(test, t)];
    for (const { id } of people) await anAuthorization(test, t, { appId, userId: id });
    await anAuthorization(test, t, { appId, userId: people[0]!.id, activeUntil: soon });
    await anAuthorization(test, t, { appId, userId: people[1]!.id, activeUntil: now });
    await anAuthorization(test, t, { appId, userId: (await aUser(test, t)).id, revokedAt: now });
    const role = await aRole(test, t, { appId });
    await test.run(t, grantRole, { userId: people[0]!.id, roleId: role.id });
    for (const about of [appId, other.appId])
      await test.write(t, async (tx) => {
        await tx.webhooks.insert({
          url: `https://hooks.example/${about}`,
          events: "*",
          secretSealed: "",
          appId: about,
        });
        await tx.roleSyncSources.insert({
          name: `Payroll ${about}`,
          connectorName: "csv-feed",
          targetAppId: about,
        });
      });
    const rule = { scope: "app", appId, type: "anonymizer" } as const;
    await test.run(t, createAccessRule, rule);
    expect(await test.run(t, previewAppRemoval, { appId })).toEqual({
      people: 2,
      liveGrants: 1,
      roles: 1,
      roleHolders: 1,
      accessRules: 1,
      webhooks: [`https://hooks.example/${appId}`],
      roleSyncSources: [`Payroll ${appId}`],
    });
    await expect(test.run(another(), previewAppRemoval, { appId })).rejects.toMatchObject(refusal(404));
    await test.run(t, deleteApp, { appId });
    expect((await last(t)).changes).toEqual({
      name: { from: "Shop", to: null },
      webhooks: { from: [`https://hooks.example/${appId}`], to: [] },
      roleSyncSources: { from: [`Payroll ${appId}`], to: [] },
    });
    await test.run(t, deleteApp, { appId: (await created(t)).appId });
    expect((await last(t)).changes).toEqual({ name: { from: "Shop", to: null } });
  });
});
