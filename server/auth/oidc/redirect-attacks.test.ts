import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScene, REDIRECT_URI, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

/* Attacks with redirect addresses (RFC 9700 §4.1, §4.11). */

describe.each(databaseKinds)("attacks by redirects on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  describe("redirect URIs (RFC 9700 §4.1)", () => {
    it.each([
      "https://shop.example/cb/",
      "https://shop.example/cb/evil",
      "https://shop.example/cb?x=1",
      "https://shop.example/cb#x",
      "https://shop.example/cb%2f",
      "https://shop.example/CB",
      "https://shop.example:443/cb",
      "https://shop.example:8443/cb",
      "http://shop.example/cb",
      "https://shop.example./cb",
      "https://shop.example@evil.example/cb",
      "https://evil.example@shop.example/cb",
      "https://evil.example/?https://shop.example/cb",
      "https://shop.example.evil.example/cb",
      "https://shop.example/../cb",
      "https://shop.example/cb\n",
      "https://shop.example\\@evil.example/cb",
      "//shop.example/cb",
      "/cb",
      "javascript:alert(1)//https://shop.example/cb",
      "data:text/html,x",
      "shop:/cb",
      // One letter, letter case or encoding differs from the registered one. URIs are compared as plain text (CVE-2024-52289,
      // CVE-2024-8883).
      "HTTPS://shop.example/cb",
      "https://SHOP.example/cb",
      "https://shop.example/%63b",
      "https://shop.example/c%62",
      "https://shop.example//cb",
      "https://shop.example/./cb",
      "https://shop.example/x/../cb",
      "https://shop.example/cb/..",
      "https://shop.example/cb/../cb",
      "https://shop.example/cb;x",
      "https://shop.example/cb?",
      "https://shop.example/cb#",
      "https://shop.example/cb&x=1",
      "https://shop.example/cb%00",
      "https://shop.example/cb%0d%0aset-cookie:%20a=b",
      "https://shop.example/cb%20",
      " https://shop.example/cb",
      "https://shop.example/cb ",
      "https:\\\\shop.example\\cb",
      "https:shop.example/cb",
      "https:///shop.example/cb",
      "https://shop.example:0443/cb",
      "https://shop。example/cb",
      "https://shop.example%2eevil.example/cb",
      "https://shop.example%23@evil.example/cb",
      "https://xshop.example/cb",
      "https://shopxexample/cb",
      "https://*.example/cb",
      "https://shop.example/*",
      "https://shop.example/.*",
      "https://ѕhop.example/cb",
      "vbscript:x",
    ])("refuses %j", async (redirectUri) => {
      const { app } = await rig.addTenant();
      const { response } = await rig.browser().authorize({ ...app, redirectUri });
      expect(response.status).toBe(400);
      expect(response.headers.get("location")).toBeNull();
    });

    it("refuses a repeated redirect_uri, and a different one at the token endpoint", async () => {
      const other = "https://shop.example/other";
      const setting = await rig.addTenant({ redirectUris: [REDIRECT_URI, other] });
      const twice = await fetch(
        `${rig.baseUrl}/authorize?client_id=${setting.app.clientId}&response_type=code&scope=openid&redirect_uri=${encodeURIComponent(REDIRECT_URI)}&redirect_uri=https://evil.example`,
        { redirect: "manual" },
      );
      expect(twice.status).toBe(400);
      const { code, verifier } = await rig.codeOf(setting);
      const { status } = await rig.exchange(setting, { code, code_verifier: verifier, redirect_uri: other });
      expect(status).toBe(400);
    });

    it("allows a chosen loopback port only for the redirect URI of a native app (RFC 8252 §7.3)", async () => {
      const { app } = await rig.addTenant({ redirectUris: ["http://127.0.0.1:4000/cb"] });
      const { response } = await rig.browser().authorize({ ...app, redirectUri: "http://127.0.0.1:4001/cb" });
      expect(response.status).toBe(400);
    });
  });

  describe("signing out", () => {
    it.each([
      "https://evil.example/",
      "https://shop.example.evil.example/bye",
      "https://shop.example/bye/../evil",
      "javascript:alert(1)",
      "//evil.example",
    ])("redirects to no unregistered address: %s", async (after) => {
      const setting = await rig.addTenant();
      await rig.world.database
        .sql`update apps set post_logout_redirect_uris = '["https://shop.example/bye"]'::jsonb where id = ${setting.appId}`;
      for (const extra of [`&client_id=${setting.app.clientId}`, ""]) {
        const browser = rig.browser();
        const answer = await browser.open(
          `/end_session?post_logout_redirect_uri=${encodeURIComponent(after)}${extra}`,
        );
        expect(answer.headers.get("location")).toBeNull();
        expect(await answer.text()).not.toContain(after);
      }
    });

    it("a client of another organization cannot sign out a user without confirmation, and the sign-out ends the session", async () => {
      const setting = await rig.addTenant();
      const other = await rig.addTenant();
      const hint = await rig.browser().signIn(other.app, other.person);
      const browser = rig.browser();
      await browser.signIn(setting.app, setting.person);
      const live = async () =>
        (
          await rig.world.database.sql<{ live: number }[]>`select count(*)::int as live from sessions
            where tenant_id = ${setting.tenantId} and user_id = ${setting.person.userId} and revoked_at is null`
        )[0]!.live;
      expect(await live()).toBe(1);
      let page = "";
      for (const query of [`client_id=${other.app.clientId}`, `id_token_hint=${hint.id_token!}`]) {
        const asked = await browser.open(`/end_session?${query}`);
        expect(asked.status).toBe(200);
        page = await asked.text();
        // The page asks for confirmation and does not submit itself. It does not name the app, because the user is not signed in
        // to it.
        expect(page).toContain('name="logout"');
        expect(page).not.toContain("<script");
        expect(page).not.toContain("Shop");
        const { at } = await browser.authorize(setting.app, { prompt: "none" });
        expect(new URL(at).searchParams.get("code")).not.toBeNull();
      }
      const again = await (await browser.open(`/end_session?client_id=${other.app.clientId}`)).text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(again)![1]!;
      await browser.open("/end_session/confirm", {
        method: "POST",
        body: new URLSearchParams({ xsrf, logout: "yes" }),
      });
      await expect.poll(live).toBe(0);
    });

    it("does not sign out a user without confirmation (CSRF)", async () => {
      const setting = await rig.addTenant();
      const browser = rig.browser();
      await browser.signIn(setting.app, setting.person);
      const forged = await browser.open("/end_session/confirm", {
        method: "POST",
        body: new URLSearchParams({ xsrf: "forged", logout: "yes" }),
      });
      expect(forged.status).toBe(400);
      const { at } = await browser.authorize(setting.app, { prompt: "none" });
      expect(new URL(at).searchParams.get("code")).not.toBeNull();
    });
  });
});
