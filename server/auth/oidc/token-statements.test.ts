import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appScene, type AppScene, type AppSetting } from "@/server/testing/app-scene";
import { BASE_URL } from "@/server/testing/authentication";
import { passRefreshGrace } from "@/server/testing/refresh-grace";
import { databaseKinds } from "@/server/testing/stores";

/*
 * Numbers of statements of the endpoints that apps call most, without keys, counters and the last use of secrets. A higher number shows a
 * record that a request reads or writes twice.
 */

const background = /pg_catalog|signing_keys|limit_counters|platform_settings|last_used_at|outbox_events/;

describe.each(databaseKinds)("requests with tokens on %s", (kind) => {
  let scene: AppScene;
  beforeAll(async () => void (scene = await appScene(kind)), 120_000);
  afterAll(() => scene.world.database.close());

  const sent = () => scene.world.database.takeStatements().filter((text) => !background.test(text));

  const userinfo = (token: string) =>
    scene.auth.main.oidc(
      new Request(`${BASE_URL}/userinfo`, { headers: { authorization: `Bearer ${token}` } }),
      { ip: "192.0.2.1" },
    );

  /** Returns a code of a sign-in, with what its exchange needs. */
  async function codeOf({ app, person }: AppSetting) {
    const browser = scene.browser();
    const { verifier, at } = await browser.authorize(app);
    const consent = (await browser.follow(await browser.submit(at, "sign-in", person), app)).at;
    const back = (await browser.follow(await browser.submit(consent, "consent"), app)).at;
    const exchange = (fields: Record<string, string> = {}) =>
      browser.token(app, {
        grant_type: "authorization_code",
        code: new URL(back).searchParams.get("code")!,
        redirect_uri: app.redirectUri,
        code_verifier: verifier,
        ...fields,
      });
    return { exchange };
  }

  it("send one statement for userinfo, two for introspection and three for new tokens", async () => {
    const setting = await scene.setting();
    // The first request stores the use of the secret.
    await scene.browser().signIn(setting.app, setting.person);
    const { exchange } = await codeOf(setting);
    sent();
    const tokens = (await (await exchange()).json()) as { access_token: string; refresh_token: string };
    const counted = { code: sent().length, refresh: 0, introspection: 0, userinfo: 0 };
    const { status, body } = await setting.refresh(tokens.refresh_token);
    expect(status).toBe(200);
    counted.refresh = sent().length;
    expect(await setting.introspect(body["access_token"]!)).toMatchObject({ active: true });
    counted.introspection = sent().length;
    expect((await userinfo(body["access_token"]!)).status).toBe(200);
    counted.userinfo = sent().length;
    expect(counted).toEqual({ code: 3, refresh: 3, introspection: 2, userinfo: 1 });
  });

  it.each([
    ["refresh token", async (setting: AppSetting, token: string) => (await setting.refresh(token)).status],
    [
      "access token",
      async (_: AppSetting, _token: string, access: string) => (await userinfo(access)).status,
    ],
  ])("attack: the user of a %s is suspended between two requests", async (_name, use) => {
    const setting = await scene.setting();
    const { access_token: access, refresh_token: token } = await scene
      .browser()
      .signIn(setting.app, setting.person);
    await scene.world.inTenant(setting.tenantId, (tx) =>
      tx.users.update(setting.person.userId, { status: "suspended" }),
    );
    expect(await use(setting, token!, access)).toBeGreaterThanOrEqual(400);
    expect(await setting.introspect(access)).toEqual({ active: false });
  });

  it("replay: a code whose exchange failed works again", async () => {
    const setting = await scene.setting();
    const { exchange } = await codeOf(setting);
    const failed = await exchange({ resource: "https://other.example/api" });
    expect(failed.status).toBe(400);
    const again = await exchange();
    expect([again.status, (await again.json()) as object]).toMatchObject([400, { error: "invalid_grant" }]);
  });

  it("keep a refresh token whose refresh failed, because its client has no other one", async () => {
    const setting = await scene.setting();
    const { refresh_token: token } = await scene.browser().signIn(setting.app, setting.person);
    const failed = await scene.browser().token(setting.app, {
      grant_type: "refresh_token",
      refresh_token: token!,
      resource: "https://other.example/api",
    });
    expect(failed.status).toBe(400);
    expect((await setting.refresh(token!)).status).toBe(200);
    await passRefreshGrace(scene.world.database, setting.app.clientId);
    expect((await setting.refresh(token!)).status).toBe(400);
  });

  it("give the same successor to three refreshes at once, on two instances", async () => {
    const setting = await scene.setting();
    const { refresh_token: token } = await scene.browser().signIn(setting.app, setting.person);
    const answers = await Promise.all([
      setting.refresh(token!),
      setting.refresh(token!, scene.other),
      setting.refresh(token!),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body["refresh_token"])).size).toBe(1);
    for (const { body } of answers)
      expect(await setting.introspect(body["access_token"]!)).toMatchObject({ active: true });
  });

  it("do not write an unchanged browser session again", async () => {
    const setting = await scene.setting();
    const browser = scene.browser();
    await browser.signIn(setting.app, setting.person);
    sent();
    const { at } = await browser.authorize(setting.app, { prompt: "none" });
    expect(new URL(at).searchParams.get("code")).not.toBeNull();
    expect(sent().filter((text) => /^(insert|update|delete)/.test(text))).toHaveLength(1);
  });
});
