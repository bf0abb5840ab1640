import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { tokenPolicy } from "@/server/domain/policies/policies";
import { changeSetting } from "@/server/domain/settings/tenant-settings";
import { byField, userFieldNames } from "@/server/kernel/user-fields";
import { createScene, REDIRECT_URI, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

/*
 * Compares discovery with the behaviour of the provider (OpenID Connect Discovery 1.0, RFC 8414), and checks the parameters of
 * OpenID Connect Core that conformance suites use.
 */

describe.each(databaseKinds)("the provider behaves as its discovery states, on %s", (kind) => {
  let rig: Scene;
  let said: Record<string, unknown>;
  const list = (name: string) => said[name] as string[];
  beforeAll(async () => {
    rig = await createScene(kind, { overHttp: true });
    said = (await (await fetch(`${rig.baseUrl}/.well-known/openid-configuration`)).json()) as typeof said;
  });
  afterAll(() => rig.close());
  afterEach(() => void vi.useRealTimers());

  async function signedIn(
    setting: SceneTenant,
    parameters?: Record<string, string>,
    browser = rig.browser(),
  ) {
    const { code, verifier, at } = await rig.codeOf(setting, parameters, browser);
    const { body } = await rig.exchange(setting, { code, code_verifier: verifier });
    return { at, body, claims: decodeJwt(body["id_token"]!) };
  }

  it("answers at every published address with the published content", async () => {
    const addresses = Object.entries(said).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name));
    expect(addresses.map(([name]) => name).sort()).toEqual([
      "authorization_endpoint",
      "device_authorization_endpoint",
      "end_session_endpoint",
      "introspection_endpoint",
      "jwks_uri",
      "pushed_authorization_request_endpoint",
      "revocation_endpoint",
      "token_endpoint",
      "userinfo_endpoint",
    ]);
    for (const [name, address] of addresses) {
      const method = /^(authorization|end_session|userinfo)_|^jwks/.test(name) ? "GET" : "POST";
      const { status } = await fetch(address as string, { method, redirect: "manual" });
      expect([200, 400, 401], `${name} ${status}`).toContain(status);
    }
    const other = await fetch(`${rig.baseUrl}/.well-known/oauth-authorization-server`);
    expect(await other.json()).toEqual(said);
  });

  it("shows a sign-in in the language that the app requests, and only that sign-in", async () => {
    const { app } = await rig.addTenant();
    const query = (ui_locales: string) =>
      fetch(
        `${rig.baseUrl}/authorize?${new URLSearchParams({
          client_id: app.clientId,
          response_type: "code",
          redirect_uri: REDIRECT_URI,
          scope: "openid",
          ui_locales,
          code_challenge: "a".repeat(43),
          code_challenge_method: "S256",
        })}`,
        { redirect: "manual" },
      );
    const cookie = (response: Response) =>
      response.headers.getSetCookie().find((text) => text.startsWith("castellan_ui_locale="));
    const german = await query("fr de-AT en");
    const path = new URL(german.headers.get("location")!, rig.baseUrl).pathname;
    expect(path).toMatch(/^\/interaction\//);
    expect(cookie(german)).toMatch(new RegExp(`^castellan_ui_locale=de; path=${path}; .*httponly`, "i"));
    expect(cookie(await query("fr"))).toBeUndefined();
  });

  it("publishes its actual features", () => {
    expect(said).toMatchObject({
      issuer: rig.baseUrl,
      response_types_supported: ["code", "none"],
      ui_locales_supported: ["en", "de"],
      code_challenge_methods_supported: ["S256"],
      id_token_signing_alg_values_supported: ["RS256", "ES256", "PS256", "EdDSA"],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      claims_parameter_supported: false,
      request_uri_parameter_supported: false,
      token_endpoint_auth_methods_supported: [
        "client_secret_basic",
        "client_secret_post",
        "private_key_jwt",
        "none",
      ],
    });
    expect(said["dpop_signing_alg_values_supported"]).toContain("ES256");
    for (const algorithms of Object.entries(said).filter(([name]) => name.includes("_alg_")))
      expect(JSON.stringify(algorithms)).not.toMatch(/none|HS256|RS1"/);
  });

  it("gives every published scope, and every claim except those of other kinds of request", async () => {
    const setting = await rig.addTenant();
    const { tenantId, person, appId } = setting;
    await rig.world.inTenant(tenantId, async (tx) => {
      await tx.users.update(person.userId, {
        ...byField(userFieldNames, (name) => `a ${name}`),
        phone: "+4930123456",
      });
      const [own, wide] = [
        await tx.roles.insert({ name: "Buyer", appId }),
        await tx.roles.insert({ name: "Staff" }),
      ];
      for (const { id } of [own, wide]) await tx.roleGrants.insert({ userId: person.userId, roleId: id });
    });
    const { body, claims } = await signedIn(setting, { scope: list("scopes_supported").join(" ") });
    expect(body["scope"]!.split(" ").sort()).toEqual([...list("scopes_supported")].sort());
    const info = (await (
      await fetch(`${rig.baseUrl}/userinfo`, {
        headers: { authorization: `Bearer ${body["access_token"]!}` },
      })
    ).json()) as object;
    expect(info).toMatchObject({
      roles: ["Staff"],
      app_roles: ["Buyer"],
      phone_number: "+4930123456",
      phone_number_verified: false,
    });
    const given = new Set([...Object.keys(info), ...Object.keys(claims)]);
    const promised = list("claims_supported").filter(
      // These claims are only in tokens of back-channel logout and of an administrator who acts as a user.
      (name) => !["sid", "act"].includes(name),
    );
    expect(promised.filter((name) => !given.has(name))).toEqual([]);
    // The ID token contains the user and the authentication; userinfo contains the rest.
    expect(Object.keys(claims).sort()).toEqual(
      ["acr", "amr", "aud", "auth_time", "exp", "iat", "iss", "sub", "tid"].sort(),
    );
    expect(claims).toMatchObject({ amr: ["pwd"], acr: "1fa" });
  });

  it("omits claims whose scope was not requested", async () => {
    const { body } = await signedIn(await rig.addTenant(), { scope: "openid" });
    const info = await fetch(`${rig.baseUrl}/userinfo`, {
      headers: { authorization: `Bearer ${body["access_token"]!}` },
    });
    expect(Object.keys((await info.json()) as object).sort()).toEqual(["sub", "tid"]);
  });

  describe("requirements of an app for a sign-in (Core §3.1.2.1)", () => {
    const errorAt = (at: string) => new URL(at).searchParams.get("error");

    it("prompt=none: signs in without interaction, or returns the error", async () => {
      const setting = await rig.addTenant();
      const browser = rig.browser();
      expect(errorAt((await browser.authorize(setting.app, { prompt: "none" })).at)).toBe("login_required");
      await signedIn(setting, {}, browser);
      const silent = await browser.authorize(setting.app, { prompt: "none", scope: "openid" });
      expect(new URL(silent.at).searchParams.get("code")).not.toBeNull();
      const more = await browser.authorize(setting.app, { prompt: "none", scope: "openid phone" });
      expect(errorAt(more.at)).toBe("consent_required");
      const both = await browser.authorize(setting.app, { prompt: "none login" });
      expect(errorAt(both.at)).toBe("invalid_request");
    });

    it("prompt=login and max_age: demand a new sign-in, and the ID token contains its time", async () => {
      const setting = await rig.addTenant();
      const browser = rig.browser();
      const first = await signedIn(setting, {}, browser);
      const again = await browser.authorize(setting.app, { prompt: "login" });
      expect(new URL(again.at).pathname).toMatch(/^\/interaction\//);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2_100 });
      const young = await browser.authorize(setting.app, { prompt: "", max_age: "600" });
      expect(new URL(young.at).searchParams.get("code")).not.toBeNull();
      const { claims } = await signedIn(setting, { prompt: "", max_age: "1" }, browser);
      expect(claims["auth_time"]).toBeGreaterThan(first.claims["auth_time"] as number);
    });

    it("id_token_hint: signs in only that person", async () => {
      const setting = await rig.addTenant();
      const browser = rig.browser();
      const { body } = await signedIn(setting, {}, browser);
      const same = await browser.authorize(setting.app, { prompt: "none", id_token_hint: body["id_token"]! });
      expect(errorAt(same.at)).toBeNull();
      const other = await rig.addTenant();
      const theirs = await signedIn(other);
      const foreign = await browser.authorize(setting.app, {
        prompt: "none",
        id_token_hint: theirs.body["id_token"]!,
      });
      expect(errorAt(foreign.at)).not.toBeNull();
    });

    it("login_hint: the page prefills the address", async () => {
      const { app, person } = await rig.addTenant();
      const browser = rig.browser();
      const { at } = await browser.authorize(app, { login_hint: person.email });
      // The page itself is rendered by Next (e2e/relying-party.e2e.ts). Its content is read here with the browser's cookies.
      const uid = new URL(at).pathname.split("/")[2]!;
      const view = await rig.auth.main.interactions.describe(
        uid,
        browser.cookieHeader(`/interaction/${uid}`),
        {
          ip: "192.0.2.1",
          userAgent: null,
        },
      );
      expect(view?.loginHint).toBe(person.email);
    });

    it("acr_values: demands a stronger sign-in once, and returns the reached level", async () => {
      const setting = await rig.addTenant();
      const browser = rig.browser();
      await signedIn(setting, {}, browser);
      const stronger = { prompt: "", acr_values: "2fa" };
      const asked = await browser.authorize(setting.app, stronger);
      expect(new URL(asked.at).pathname).toMatch(/^\/interaction\//);
      const { claims } = await signedIn(setting, stronger, browser);
      expect(claims["acr"]).toBe("1fa");
    });

    it("state and nonce are returned unchanged, with any characters", async () => {
      const odd = "ä \"'<>&?#%2F=+";
      const { at, claims } = await signedIn(await rig.addTenant(), { state: odd, nonce: odd });
      expect(new URL(at).searchParams.get("state")).toBe(odd);
      expect(claims["nonce"]).toBe(odd);
    });

    it("accepts the request as a form post, too", async () => {
      const { app } = await rig.addTenant();
      const answer = await rig.post("/authorize", {
        client_id: app.clientId,
        response_type: "code",
        redirect_uri: REDIRECT_URI,
        scope: "openid",
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaeK1t8URWK8eKz0FxCR5U",
        code_challenge_method: "S256",
      });
      const asked = await fetch(answer.headers.get("location")!, { redirect: "manual" });
      expect(asked.headers.get("location")).toMatch(/\/interaction\//);
      // A sign-out by form needs the confirmation, too.
      const out = await rig.post("/end_session", { client_id: app.clientId });
      expect(out.headers.get("location")).toBe(`${rig.baseUrl}/end_session?client_id=${app.clientId}`);
    });
  });

  describe("lifetimes follow the policies, to the second", () => {
    it.each([300, 86_400])("access and ID tokens of %i seconds", async (seconds) => {
      rig.world.set({ maxAccessTokenSeconds: 86_400 });
      const resource = `https://api.shop.example/${seconds}`;
      const setting = await rig.addTenant({ apiAudience: resource });
      await rig.world.inTenant(setting.tenantId, (tx) =>
        changeSetting(tx, tokenPolicy, { accessTokenLifetimeSeconds: seconds }, new Date()),
      );
      const { body, claims } = await signedIn(setting);
      expect(Number(body["expires_in"])).toBe(seconds);
      expect(claims.exp! - claims.iat!).toBe(seconds);
      const { code, verifier } = await rig.codeOf(setting, { resource });
      const api = await rig.exchange(setting, { code, code_verifier: verifier, resource });
      const jwt = decodeJwt(api.body["access_token"]!);
      expect(jwt.exp! - jwt.iat!).toBe(seconds);
    });

    it("never more than the platform allows, even if the tenant was allowed more before", async () => {
      const setting = await rig.addTenant();
      await rig.world.inTenant(setting.tenantId, (tx) =>
        changeSetting(tx, tokenPolicy, { accessTokenLifetimeSeconds: 7_200 }, new Date()),
      );
      rig.world.set({ maxAccessTokenSeconds: 900 });
      expect(Number((await signedIn(setting)).body["expires_in"])).toBe(900);
      rig.world.set({ maxAccessTokenSeconds: 86_400 });
      expect(Number((await signedIn(setting)).body["expires_in"])).toBe(7_200);
    });

    it("a token is valid until its last second is over", async () => {
      const setting = await rig.addTenant();
      const { body } = await signedIn(setting);
      const token = body["access_token"]!;
      const { sql } = rig.world.database;
      const moveEnd = (seconds: number) => sql`
        update oidc_payloads set expires_at = now() + ${seconds} * interval '1 second',
          payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch from now())::int + ${seconds}::int))
        where model = 'AccessToken' and client_id = ${setting.app.clientId}`;
      await moveEnd(3);
      expect(await rig.userinfo(token)).toBe(200);
      await moveEnd(-1);
      expect(await rig.userinfo(token)).toBe(401);
      expect(await rig.introspect(setting, token)).toEqual({ active: false });
    });
  });
});
