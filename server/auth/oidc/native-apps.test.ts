import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScene, type Scene } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

/*
 * Any program on a device can send the client id of a public native app, without any proof (RFC 8252 §8.6). Such an app therefore
 * gets no code without interaction.
 */
describe.each(databaseKinds)("a program that pretends to be a native app (RFC 8252 §8.6), on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })), 60_000);
  afterAll(() => rig.close());

  /** Signs in to the app once, consents, and requests again in the same browser. */
  async function secondVisit(redirectUri: string, clientType: "public" | "confidential", more = {}) {
    const setting = await rig.addTenant({ clientType, redirectUris: [redirectUri] });
    const browser = rig.browser();
    await browser.signIn(setting.app, setting.person);
    const again = (parameters: Record<string, string> = {}) =>
      browser.authorize(setting.app, { prompt: "", scope: "openid email", ...more, ...parameters });
    return { setting, browser, again };
  }
  const isPage = (at: string) => new URL(at).pathname.startsWith("/interaction/");
  const queryOf = (at: string) => new URL(at).searchParams;

  it.each([
    "com.example.shop:/cb",
    "http://127.0.0.1:4711/cb",
    "http://[::1]:4711/cb",
    "http://localhost:4711/cb",
  ])("gets no code at its second /authorize without a page, by %s", async (redirectUri) => {
    const { browser, again, setting } = await secondVisit(redirectUri, "public");
    const { at, verifier } = await again();
    expect(isPage(at)).toBe(true);
    const view = await rig.auth.main.interactions.describe(
      new URL(at).pathname.split("/")[2]!,
      browser.cookieHeader(new URL(at).pathname),
      { ip: "192.0.2.1", userAgent: null },
    );
    expect(view).toMatchObject({ prompt: "consent", account: { email: setting.person.email } });
    const agreed = await browser.follow(await browser.submit(at, "consent"), setting.app);
    expect(await browser.exchange(setting.app, agreed.at, verifier)).toHaveProperty("access_token");
    // A consent applies to one request only.
    expect(isPage((await again()).at)).toBe(true);
    const refused = await browser.follow(await browser.submit((await again()).at, "abort"), setting.app);
    expect(queryOf(refused.at).get("error")).toBe("access_denied");
  });

  it("gets no code by prompt=none", async () => {
    const { again } = await secondVisit("com.example.shop:/cb", "public");
    const { at } = await again({ prompt: "none" });
    expect(queryOf(at).get("code")).toBeNull();
    expect(queryOf(at).get("error")).toBe("consent_required");
  });

  it("is confirmed once, not twice, if the person signs in during the request", async () => {
    const { setting } = await secondVisit("com.example.shop:/cb", "public");
    const browser = rig.browser();
    const { at } = await browser.authorize(setting.app, { prompt: "", scope: "openid email" });
    const signedIn = await browser.follow(await browser.submit(at, "sign-in", setting.person), setting.app);
    expect(queryOf(signedIn.at).get("code")).not.toBeNull();
  });

  it("does not cause a page for apps with a proven address or secret", async () => {
    const cases: [string, "public" | "confidential"][] = [
      ["https://shop.example/cb", "public"],
      ["http://127.0.0.1:4711/cb", "confidential"],
    ];
    for (const [redirectUri, clientType] of cases) {
      const { again } = await secondVisit(redirectUri, clientType);
      const app = (await again()).at;
      expect(queryOf(app).get("code")).not.toBeNull();
      expect(queryOf((await again({ prompt: "none" })).at).get("code")).not.toBeNull();
    }
  });
});

describe.each(databaseKinds)("the loopback redirect of a command-line app (RFC 8252 §7.3) on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })), 60_000);
  afterAll(() => rig.close());

  const query = (at: string) => new URL(at).searchParams;

  it.each<["public" | "confidential", string[], string]>([
    ["public", ["http://127.0.0.1/callback"], "http://127.0.0.1:53219/callback"],
    ["public", ["http://127.0.0.1/callback"], "http://127.0.0.1/callback"],
    ["public", ["http://[::1]/callback?x=1"], "http://[::1]:53219/callback?x=1"],
    ["public", ["http://127.0.0.1:4000/callback"], "http://127.0.0.1:53219/callback"],
    [
      "public",
      ["com.example.cli:/cb", "https://shop.example/cb", "http://127.0.0.1/callback"],
      "http://127.0.0.1:53219/callback",
    ],
    ["confidential", ["https://shop.example/cb", "http://127.0.0.1"], "http://127.0.0.1:53219"],
  ])("of a %s app with %j is %s, with any port", async (clientType, redirectUris, redirectUri) => {
    const setting = await rig.addTenant({ clientType, redirectUris });
    const here = { ...setting, app: { ...setting.app, redirectUri } };
    const { at, code, verifier } = await rig.codeOf(here);
    expect(at.startsWith(redirectUri)).toBe(true);
    const elsewhere = { ...here, app: { ...here.app, redirectUri: "http://127.0.0.1:1/callback" } };
    expect((await rig.exchange(elsewhere, { code, code_verifier: verifier })).status).toBe(400);
    const again = await rig.codeOf(here);
    const tokens = await rig.exchange(here, { code: again.code, code_verifier: again.verifier });
    expect(tokens).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
    const refused = await rig.browser().authorize(here.app, { prompt: "none" });
    expect(refused.at.startsWith(redirectUri)).toBe(true);
    expect(query(refused.at).get("error")).toBe("login_required");
    const pushed = {
      ...rig.secretsOf(here),
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid",
    };
    const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "S256" };
    expect((await rig.post("/par", { ...pushed, ...challenge })).status).toBe(201);
  });

  it.each([
    ["http://127.0.0.1/callback", "http://127.0.0.1:53219/callback/"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:53219/Callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:53219/callback?x=1"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:53219/callback#x"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:53219/x/../callback"],
    ["http://127.0.0.1/callback", "https://127.0.0.1:53219/callback"],
    ["http://127.0.0.1/callback", "HTTP://127.0.0.1:53219/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.2:53219/callback"],
    ["http://127.0.0.1/callback", "http://127.1:53219/callback"],
    ["http://127.0.0.1/callback", "http://[::1]:53219/callback"],
    ["http://127.0.0.1/callback", "http://localhost:53219/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:0/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:053219/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:65536/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:53219@evil.example/callback"],
    ["http://127.0.0.1/callback", "http://x@127.0.0.1:53219/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:53219.evil.example/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1.evil.example:53219/callback"],
    ["http://127.0.0.1/callback", "http://127.0.0.1:53219\\@evil.example/callback"],
    ["http://127.0.0.1/callback", " http://127.0.0.1:53219/callback"],
    ["http://localhost/callback", "http://localhost:53219/callback"],
    ["https://127.0.0.1/callback", "https://127.0.0.1:53219/callback"],
    ["http://[::1]/callback", "http://[0:0:0:0:0:0:0:1]:53219/callback"],
    ["com.example.cli:/callback", "http://127.0.0.1:53219/callback"],
  ])("attack by another address than the registered %s: refuses %s", async (registered, redirectUri) => {
    const { app } = await rig.addTenant({ clientType: "public", redirectUris: [registered] });
    const { response } = await rig.browser().authorize({ ...app, redirectUri });
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
  });
});
