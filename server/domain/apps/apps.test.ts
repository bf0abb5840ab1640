import { describe, expect, it } from "vitest";
import { hashSecret } from "@/server/kernel/http/client-id";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import { aTag, anApp, anAuthorization, aUser } from "@/server/testing/factories";
import { refusal } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { approveConnector, listAppConnectors, setAppConnector } from "../connectors/connectors";
import { mayOpenApp } from "../app-access/may-open";
import {
  excludeFromApp,
  getAppAccess,
  grantAppToTag,
  grantAppToUser,
  releaseExclusion,
  revokeAppFromTag,
  revokeAppFromUser,
  setAppRestricted,
} from "./app-access";
import { createApp, getApp, listApps, rotateAppSecret, updateApp } from "./apps";
import { listConnectedApps, listUserConnectedApps, withdrawConnectedApp } from "./connected-apps";
import { deleteApp } from "./removal";

describe.each(databaseKinds)("apps on %s", (kind) => {
  const { test, another } = operationsOn(kind);
  const created = (t: number, input: object = {}) =>
    test.run(t, createApp, { name: "Shop", redirectUris: ["https://shop.example/cb"], ...input });
  const last = async (t: number) => (await test.events(t)).at(-1)!;

  it("registers, changes, lists and deletes an app", async () => {
    const t = another();
    const { appId, clientId, clientSecret } = await created(t, {
      redirectUris: ["https://shop.example/cb", "com.example.shop:/cb", "http://127.0.0.1:4000/cb"],
    });
    expect(clientId).toMatch(new RegExp(`^t${t}_`));
    expect(clientSecret).toMatch(/^cs_/);
    const app = await test.run(t, getApp, { appId });
    expect(app).toEqual({
      appId,
      name: "Shop",
      clientId,
      redirectUri: "https://shop.example/cb",
      additionalRedirectUris: ["com.example.shop:/cb", "http://127.0.0.1:4000/cb"],
      clientType: "confidential",
      requirePkce: true,
      allowDeviceFlow: false,
      allowEndUserSignIn: true,
      allowTenantAdminSignIn: true,
      signingAlgorithm: "RS256",
      createdAt: expect.stringMatching(/Z$/) as string,
    });
    expect(await test.run(t, listApps, {})).toEqual([app]);
    const patch = { additionalRedirectUris: [], name: "Store", signingAlgorithm: "ES256" } as const;
    const changed = await test.run(t, updateApp, { appId, ...patch });
    expect(changed).toEqual({ ...app, ...patch });
    expect((await last(t)).changes).toEqual({
      name: { from: "Shop", to: "Store" },
      signingAlgorithm: { from: "RS256", to: "ES256" },
      additionalRedirectUris: { from: app.additionalRedirectUris, to: [] },
    });
    expect(await test.run(t, deleteApp, { appId })).toEqual({ appId, deleted: true });
    await expect(test.run(t, getApp, { appId })).rejects.toMatchObject(refusal(404));
    expect(JSON.stringify(await test.events(t))).not.toContain(clientSecret);
    expect((await test.events(t)).every((event) => event.appId === appId)).toBe(true);
  });

  it.each([
    [{ name: "" }, "name"],
    [{ redirectUris: [] }, "redirectUris"],
    [{ redirectUris: undefined }, "redirectUris"],
    [{ redirectUris: ["/cb"] }, "redirectUris.0"],
    [{ redirectUris: ["https://a.example/cb#x"] }, "redirectUris.0"],
    [{ redirectUris: ["https://a.example/cb", "http://a.example/cb"] }, "redirectUris.1"],
    [{ redirectUris: ["javascript:alert(1)"] }, "redirectUris.0"],
    [{ clientType: "secret" }, "clientType"],
    [{ clientType: "public", requirePkce: false }, "requirePkce"],
    [{ allowEndUserSignIn: false, allowTenantAdminSignIn: false }, "allowEndUserSignIn"],
    [{ clientSecret: "mine" }, "clientSecret"],
  ])("refuses to register %j", async (input, field) => {
    await expect(created(1, input)).rejects.toMatchObject(refusal(400, field));
  });

  it("refuses to exclude all kinds of users from signing in", async () => {
    const t = another();
    const { appId } = await created(t);
    const patch = (input: object) => test.run(t, updateApp, { appId, ...input });
    await patch({ allowEndUserSignIn: false });
    await expect(patch({ allowTenantAdminSignIn: false })).rejects.toMatchObject(refusal(400));
    await patch({ allowEndUserSignIn: true, allowTenantAdminSignIn: false });
    expect(await test.run(t, getApp, { appId })).toMatchObject({ allowTenantAdminSignIn: false });
  });

  it("rotates the secret of a confidential app; a public app has no secret", async () => {
    const t = another();
    const { appId, clientSecret } = await created(t);
    const rotated = await test.run(t, rotateAppSecret, { appId });
    expect(rotated.clientSecret).not.toBe(clientSecret);
    await test.write(t, async (tx) => {
      expect(await tx.apps.get(appId)).toMatchObject({ secretGeneration: 2 });
      expect(await tx.appSecrets.list()).toMatchObject([
        { appId, secretHash: hashSecret(rotated.clientSecret), generation: 2 },
      ]);
    });
    const open = await created(t, { clientType: "public" });
    expect(open.clientSecret).toBeNull();
    await expect(test.run(t, rotateAppSecret, { appId: open.appId })).rejects.toMatchObject(refusal(400));
  });

  it("decides who may open it by guest list, tags, exclusions and kind", async () => {
    const t = another();
    const [app, tag] = [await anApp(test, t), await aTag(test, t)];
    const [guest, tagged, other, boss] = [
      await aUser(test, t),
      await aUser(test, t),
      await aUser(test, t),
      await aUser(test, t),
    ];
    await test.write(t, async (tx) => {
      await tx.userTags.insertIfAbsent({ userId: tagged.id, tagId: tag.id });
      await tx.administrators.insertIfAbsent({ userId: boss.id, role: "admin" });
    });
    const open = async () => {
      const found: number[] = [];
      for (const { id } of [guest, tagged, other, boss])
        if (await test.write(t, (tx) => mayOpenApp(tx, { appId: app.id, userId: id }))) found.push(id);
      return found;
    };
    const appId = app.id;
    expect(await open()).toEqual([guest.id, tagged.id, other.id, boss.id]);
    await test.run(t, setAppRestricted, { appId, restricted: true });
    expect(await open()).toEqual([]);
    await test.run(t, grantAppToUser, { appId, userId: guest.id });
    await test.run(t, grantAppToTag, { appId, tagId: tag.id });
    expect(await open()).toEqual([guest.id, tagged.id]);
    await test.run(t, excludeFromApp, { appId, userId: tagged.id });
    await test.run(t, excludeFromApp, { appId, userId: guest.id });
    expect(await open()).toEqual([]);
    expect(await test.run(t, releaseExclusion, { appId, userId: guest.id })).toEqual({
      appId,
      restricted: true,
      grantedUserIds: [guest.id],
      grantedTagIds: [tag.id],
      excludedUserIds: [tagged.id],
    });
    expect(await last(t)).toMatchObject({
      action: "management_api.app_access_exclusion_removed",
      target: `app:${appId}`,
      related: `user:${guest.id}`,
    });
    await test.run(t, setAppRestricted, { appId, restricted: false });
    expect(await open()).toHaveLength(4);
    await test.run(t, updateApp, { appId, allowTenantAdminSignIn: false });
    expect(await open()).toEqual([guest.id, tagged.id, other.id]);
    await test.run(t, updateApp, { appId, allowTenantAdminSignIn: true, allowEndUserSignIn: false });
    expect(await open()).toEqual([boss.id]);
  });

  it("adds to a list once, removes only existing entries, and checks that each subject exists", async () => {
    const t = another();
    const [app, user, tag] = [await anApp(test, t), await aUser(test, t), await aTag(test, t)];
    const [entry, group] = [
      { appId: app.id, userId: user.id },
      { appId: app.id, tagId: tag.id },
    ];
    for (const [add, remove, input] of [
      [grantAppToUser, revokeAppFromUser, entry],
      [excludeFromApp, releaseExclusion, entry],
      [grantAppToTag, revokeAppFromTag, group],
    ] as [Operation<AnyObject>, Operation<AnyObject>, object][]) {
      const once = await test.run(t, add, input);
      const events = (await test.events(t)).length;
      expect(await test.run(t, add, input)).toEqual(once);
      expect(await test.events(t)).toHaveLength(events);
      await test.run(t, remove, input);
      await expect(test.run(t, remove, input)).rejects.toMatchObject(refusal(404));
      await expect(test.run(t, add, { ...input, appId: 999_999 })).rejects.toMatchObject(refusal(404));
      await expect(
        test.run(t, add, { ...input, ["userId" in input ? "userId" : "tagId"]: 999_999 }),
      ).rejects.toMatchObject(refusal(404));
    }
    expect(await test.run(t, getAppAccess, { appId: app.id })).toMatchObject({
      grantedUserIds: [],
      grantedTagIds: [],
      excludedUserIds: [],
    });
  });

  it("ends the authorizations of exactly the users who lose access", async () => {
    const t = another();
    const [app, tag] = [await anApp(test, t), await aTag(test, t)];
    const [guest, tagged, both] = [await aUser(test, t), await aUser(test, t), await aUser(test, t)];
    const people = [guest, tagged, both];
    const appId = app.id;
    await test.write(t, async (tx) => {
      for (const { id } of [tagged, both]) await tx.userTags.insertIfAbsent({ userId: id, tagId: tag.id });
    });
    for (const { id } of people) await anAuthorization(test, t, { userId: id, appId });
    const elsewhere = await anApp(test, t);
    await anAuthorization(test, t, { userId: guest.id, appId: elsewhere.id });
    const alive = async () =>
      (await test.write(t, (tx) => tx.appAuthorizations.list()))
        .filter((row) => row.revokedAt === null && row.appId === appId)
        .map((row) => row.userId)
        .sort((a, b) => a - b);
    for (const { id } of [guest, both]) await test.run(t, grantAppToUser, { appId, userId: id });
    await test.run(t, grantAppToTag, { appId, tagId: tag.id });
    await test.run(t, setAppRestricted, { appId, restricted: true });
    expect(await alive()).toEqual([guest.id, tagged.id, both.id]);
    await test.run(t, revokeAppFromUser, { appId, userId: both.id });
    expect(await alive()).toEqual([guest.id, tagged.id, both.id]);
    await test.run(t, revokeAppFromTag, { appId, tagId: tag.id });
    expect(await alive()).toEqual([guest.id]);
    await test.run(t, excludeFromApp, { appId, userId: guest.id });
    expect(await alive()).toEqual([]);
    expect(await test.run(t, listConnectedApps, {})).toMatchObject([{ appId: elsewhere.id }]);
  });

  it("counts the users of an app, and withdraws it for one user", async () => {
    const t = another();
    const [app, ann, ben] = [await anApp(test, t), await aUser(test, t), await aUser(test, t)];
    const now = test.clock.now.getTime();
    const at = (minutes: number) => new Date(now + minutes * 60_000);
    const appId = app.id;
    await anAuthorization(test, t, {
      userId: ann.id,
      appId,
      lastTokenIssuedAt: at(-90),
      activeUntil: at(-30),
    });
    await anAuthorization(test, t, { userId: ann.id, appId, lastTokenIssuedAt: at(-5), activeUntil: at(55) });
    await anAuthorization(test, t, {
      userId: ben.id,
      appId,
      lastTokenIssuedAt: at(-99),
      activeUntil: at(-39),
    });
    expect(await test.run(t, listConnectedApps, {})).toEqual([
      {
        appId,
        name: app.name,
        clientId: app.clientId,
        distinctUserCount: 2,
        activeNowCount: 1,
        lastTokenIssuedAt: at(-5).toISOString(),
      },
    ]);
    expect(await test.run(t, listUserConnectedApps, { userId: ann.id })).toMatchObject([
      { appId, scopes: ["openid"], lastTokenIssuedAt: at(-5).toISOString() },
    ]);
    const pair = { userId: ann.id, appId };
    expect(await test.run(t, withdrawConnectedApp, pair)).toEqual({ ...pair, revoked: true });
    await expect(test.run(t, withdrawConnectedApp, pair)).rejects.toMatchObject(refusal(404));
    expect(await test.run(t, listUserConnectedApps, { userId: ann.id })).toEqual([]);
    expect(await test.run(t, listConnectedApps, {})).toMatchObject([
      { distinctUserCount: 1, activeNowCount: 0 },
    ]);
  });

  it("enables a connector only if it is approved for that app", async () => {
    const t = another();
    const [app, other] = [await anApp(test, t), await anApp(test, t)];
    const set = (appId: number, enabled: boolean, name = "EmailOtp") =>
      test.run(t, setAppConnector, { appId, name, enabled });
    await expect(set(app.id, true)).rejects.toMatchObject(refusal(400, "name"));
    expect(await set(app.id, false)).toEqual({ name: "EmailOtp", enabled: false });
    await expect(set(app.id, true, "Carrier pigeon")).rejects.toMatchObject(refusal(404));
    await expect(set(app.id, true, "constructor")).rejects.toMatchObject(refusal(404));
    await test.run(t, approveConnector, { appId: app.id, name: "EmailOtp", approved: true });
    expect(await set(app.id, true)).toEqual({ name: "EmailOtp", enabled: true });
    await expect(set(other.id, true)).rejects.toMatchObject(refusal(400));
    expect(await test.run(t, listAppConnectors, { appId: app.id })).toContainEqual({
      name: "EmailOtp",
      enabled: true,
    });
    await test.run(t, approveConnector, { appId: app.id, name: "EmailOtp", approved: false });
    expect((await test.run(t, listAppConnectors, { appId: app.id })).some(({ enabled }) => enabled)).toBe(
      false,
    );
  });
});
