import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setAppSignIn } from "@/server/domain/apps/console";
import { updateTokenPolicy } from "@/server/domain/policies/policies";
import { createScene, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("trusted apps on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind)), 120_000);
  afterAll(() => rig.close());

  const trust = async (of: SceneTenant) => {
    await rig.execute(of.actor, setAppSignIn, { appId: of.appId, trusted: true, initiateLoginUri: null });
    return of;
  };

  /** Signs in with this prompt. Returns the address after the sign-in, which is the app's or that of the consent. */
  async function afterSignIn({ app, person }: SceneTenant, prompt = "") {
    const browser = rig.browser();
    const start = await browser.authorize(app, { prompt, scope: "openid email" });
    return new URL((await browser.follow(await browser.submit(start.at, "sign-in", person), app)).at);
  }

  it("get a code without a consent, and others do not", async () => {
    const asked = await afterSignIn(await rig.addTenant());
    expect(asked.pathname).toMatch(/^\/interaction\//);
    const it = await trust(await rig.addTenant());
    expect((await afterSignIn(it)).searchParams.get("code")).not.toBeNull();
    const { code, verifier } = await rig.codeOf(it, { prompt: "", scope: "openid email" });
    const { body } = await rig.exchange(it, { code, code_verifier: verifier });
    expect(await rig.introspect(it, body["access_token"]!)).toMatchObject({
      active: true,
      scope: "openid email",
    });
  });

  it("show the consent if the app asks for it, or the organization requires it each time", async () => {
    const it = await trust(await rig.addTenant());
    expect((await afterSignIn(it, "consent")).pathname).toMatch(/^\/interaction\//);
    await rig.execute(it.actor, updateTokenPolicy, { alwaysRequireConsent: true });
    expect((await afterSignIn(it)).pathname).toMatch(/^\/interaction\//);
  });

  it("of which nothing proves the identity show a page all the same", async () => {
    const native = { clientType: "public" as const, redirectUris: ["http://127.0.0.1/cb"] };
    const it = await trust(await rig.addTenant(native));
    const browser = rig.browser();
    await rig.codeOf(it, { prompt: "" }, browser);
    const quiet = await browser.authorize(it.app, { prompt: "none" });
    expect(new URL(quiet.at).searchParams.get("error")).toBe("consent_required");
  });

  it("are not opened for a user without the user: before a sign-in, or after the session has ended", async () => {
    const it = await trust(await rig.addTenant());
    const browser = rig.browser();
    const first = await browser.authorize(it.app, { prompt: "" });
    await browser.follow(await browser.submit(first.at, "sign-in", it.person), it.app);
    const other = await trust({ ...it, ...(await rig.addApp(it.tenantId)) });
    const agreements = async () =>
      (await rig.world.inTenant(it.tenantId, (tx) => tx.appAuthorizations.list({}))).filter(
        ({ appId }) => appId === other.appId,
      );
    await browser.authorize(other.app, { prompt: "login" });
    expect(await agreements()).toEqual([]);
    await rig.world.database.sql`update sessions set revoked_at = now() where tenant_id = ${it.tenantId}`;
    const ended = await browser.authorize(other.app, { prompt: "" });
    expect(new URL(ended.at).pathname).toMatch(/^\/interaction\//);
    expect(await agreements()).toEqual([]);
  });
});
