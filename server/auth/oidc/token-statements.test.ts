import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScene, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

/*
 * Numbers of statements of the endpoints that apps call most, without keys, counters and the last use of secrets. A higher number shows a
 * record that a request reads or writes twice.
 */

const background = /pg_catalog|signing_keys|limit_counters|platform_settings|last_used_at|outbox_events/;

describe.each(databaseKinds)("requests with tokens on %s", (kind) => {
  let scene: Scene;
  beforeAll(async () => void (scene = await createScene(kind)), 120_000);
  afterAll(() => scene.close());

  const sent = () => scene.world.database.takeStatements().filter((text) => !background.test(text));

  /** Signs in. Returns the exchange of the code. */
  async function codeOf(setting: SceneTenant) {
    const { code, verifier } = await scene.codeOf(setting);
    return (form: Record<string, string> = {}) =>
      scene.exchange(setting, { code, code_verifier: verifier, ...form });
  }

  it("send one statement for userinfo, two for introspection and three for new tokens", async () => {
    const setting = await scene.addTenant();
    // The first request stores the use of the secret.
    await scene.browser().signIn(setting.app, setting.person);
    const exchange = await codeOf(setting);
    sent();
    const tokens = (await exchange()).body;
    const counted = { code: sent().length, refresh: 0, introspection: 0, userinfo: 0 };
    const { status, body } = await scene.refresh(setting, tokens["refresh_token"]!);
    expect(status).toBe(200);
    counted.refresh = sent().length;
    expect(await scene.introspect(setting, body["access_token"]!)).toMatchObject({ active: true });
    counted.introspection = sent().length;
    expect(await scene.userinfo(body["access_token"]!)).toBe(200);
    counted.userinfo = sent().length;
    expect(counted).toEqual({ code: 3, refresh: 3, introspection: 2, userinfo: 1 });
  });

  it.each([
    [
      "refresh token",
      async (setting: SceneTenant, token: string) => (await scene.refresh(setting, token)).status,
    ],
    ["access token", async (_: SceneTenant, _token: string, access: string) => scene.userinfo(access)],
  ])("attack: the user of a %s is suspended between two requests", async (_name, use) => {
    const setting = await scene.addTenant();
    const { access_token: access, refresh_token: token } = await scene
      .browser()
      .signIn(setting.app, setting.person);
    await scene.world.inTenant(setting.tenantId, (tx) =>
      tx.users.update(setting.person.userId, { status: "suspended" }),
    );
    expect(await use(setting, token!, access)).toBeGreaterThanOrEqual(400);
    expect(await scene.introspect(setting, access)).toEqual({ active: false });
  });

  it("replay: a code whose exchange failed works again", async () => {
    const setting = await scene.addTenant();
    const exchange = await codeOf(setting);
    const failed = await exchange({ resource: "https://other.example/api" });
    expect(failed.status).toBe(400);
    const again = await exchange();
    expect(again).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  it("keep a refresh token whose refresh failed, because its client has no other one", async () => {
    const setting = await scene.addTenant();
    const { refresh_token: token } = await scene.browser().signIn(setting.app, setting.person);
    const failed = await scene.browser().token(setting.app, {
      grant_type: "refresh_token",
      refresh_token: token!,
      resource: "https://other.example/api",
    });
    expect(failed.status).toBe(400);
    expect((await scene.refresh(setting, token!)).status).toBe(200);
    await scene.passRefreshGrace(setting);
    expect((await scene.refresh(setting, token!)).status).toBe(400);
  });

  it("give the same successor to three refreshes at once, on two instances", async () => {
    const setting = await scene.addTenant();
    const other = scene.requestsTo(await scene.world.instance());
    const { refresh_token: token } = await scene.browser().signIn(setting.app, setting.person);
    const answers = await Promise.all([
      scene.refresh(setting, token!),
      other.refresh(setting, token!),
      scene.refresh(setting, token!),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body["refresh_token"])).size).toBe(1);
    for (const { body } of answers)
      expect(await scene.introspect(setting, body["access_token"]!)).toMatchObject({ active: true });
  });

  it("do not write an unchanged browser session again", async () => {
    const setting = await scene.addTenant();
    const browser = scene.browser();
    await browser.signIn(setting.app, setting.person);
    sent();
    const { at } = await browser.authorize(setting.app, { prompt: "none" });
    expect(new URL(at).searchParams.get("code")).not.toBeNull();
    expect(sent().filter((text) => /^(insert|update|delete)/.test(text))).toHaveLength(1);
  });
});
