import { eq } from "drizzle-orm";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appAuthorizations } from "@/db/tenant/app-access";
import { sessions } from "@/db/tenant/sessions";
import { grantAppToUser, setAppRestricted } from "@/server/domain/apps/app-access";
import { listConnectedApps } from "@/server/domain/apps/connected-apps";
import { tokenPolicy } from "@/server/domain/policies/policies";
import { changeSetting } from "@/server/domain/settings/tenant-settings";
import { createScene, PASSWORD, type Scene } from "@/server/testing/scene";
import { BASE_URL } from "@/server/testing/authentication";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("people sign in to apps on %s", (kind) => {
  let scene: Scene;
  beforeAll(async () => void (scene = await createScene(kind)));
  afterAll(() => scene.close());

  it("gives a code, tokens, an ID token and claims, and records what was authorized", async () => {
    const { world, auth, browser, addTenant, introspect } = scene;
    const at = await addTenant();
    const { tenantId, person, app, appId } = at;
    const visit = browser();
    const tokens = await visit.signIn(app, person, { nonce: "n-1" });
    expect(tokens).toMatchObject({ expires_in: 3_600, scope: "openid profile email offline_access" });
    const keys = (await (
      await auth.main.oidc(new Request(`${BASE_URL}/jwks`), { ip: null })
    ).json()) as JSONWebKeySet;
    const { payload } = await jwtVerify(tokens.id_token!, createLocalJWKSet(keys), {
      issuer: BASE_URL,
      audience: app.clientId,
    });
    expect(payload).toMatchObject({
      sub: String(person.userId),
      nonce: "n-1",
      tid: tenantId,
      amr: ["pwd"],
      acr: "1fa",
      auth_time: expect.any(Number) as number,
    });
    const info = await visit.open("/userinfo", {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await info.json()).toEqual({
      sub: String(person.userId),
      tid: tenantId,
      name: "Ann Shopper",
      updated_at: expect.any(Number) as number,
      email: person.email,
      email_verified: true,
    });
    expect(await introspect(at, tokens.access_token)).toMatchObject({
      active: true,
      sub: String(person.userId),
    });
    expect(await introspect(at, tokens.refresh_token!)).toMatchObject({ active: true });
    const [held] = await world.inTenant(tenantId, (tx) => tx.appAuthorizations.list());
    expect(held).toMatchObject({ userId: person.userId, appId, revokedAt: null });
    expect(held!.lastTokenIssuedAt).not.toBeNull();
    expect(held!.sessionId).not.toBeNull();
    const [signIn] = await world.inTenant(tenantId, (tx) => tx.signIns.list());
    expect(signIn).toMatchObject({ userId: person.userId, appId, outcome: "succeeded", method: "password" });
  });

  it("asks for consent once, unless the tenant requires it each time", async () => {
    const { world, auth, browser, addTenant } = scene;
    const { tenantId, person, app } = await addTenant();
    const visit = browser();
    await visit.signIn(app, person);
    const again = await visit.authorize(app, { prompt: "", scope: "openid profile" });
    expect(again.at).toMatch(/^https:\/\/shop\.example\/cb\?code=/);
    expect(new URL(again.at).searchParams.get("iss")).toBe(BASE_URL);
    // In another browser, the user signs in, and the earlier consent still applies.
    const elsewhere = browser();
    const start = await elsewhere.authorize(app, { prompt: "", scope: "openid" });
    const done = await elsewhere.follow(await elsewhere.submit(start.at, "sign-in", person), app);
    expect(done.at).toMatch(/^https:\/\/shop\.example\/cb\?code=/);
    await world.inTenant(tenantId, (tx) =>
      changeSetting(tx, tokenPolicy, { alwaysRequireConsent: true }, new Date()),
    );
    const asked = await visit.authorize(app, { prompt: "", scope: "openid" });
    expect(new URL(asked.at).pathname).toMatch(/^\/interaction\//);
    const view = await auth.main.interactions.describe("nope", null, { ip: null, userAgent: null });
    expect(view).toBeNull();
  });

  it("follows the tenant's token policy", async () => {
    const { world, browser, addTenant } = scene;
    const { tenantId, person, app } = await addTenant();
    await world.inTenant(tenantId, (tx) =>
      changeSetting(
        tx,
        tokenPolicy,
        { accessTokenLifetimeSeconds: 300, refreshTokenLifetimeDays: 2 },
        new Date(),
      ),
    );
    expect(await browser().signIn(app, person)).toMatchObject({ expires_in: 300 });
    const rows = await world.database.sql<{ days: number }[]>`
      select extract(epoch from expires_at - created_at) / 86400 as days from oidc_payloads
      where model = 'RefreshToken' and client_id = ${app.clientId}`;
    expect(Math.round(Number(rows[0]!.days))).toBe(2);
  });

  it("requires PKCE, an exact redirect URI and the right secret, and accepts public clients without a secret", async () => {
    const { browser, addTenant } = scene;
    const { person, app } = await addTenant();
    const visit = browser();
    const without = await visit.authorize(app, { code_challenge: "", code_challenge_method: "" });
    expect(new URL(without.at).searchParams.get("error")).toBe("invalid_request");
    const astray = await visit.authorize({ ...app, redirectUri: "https://shop.example/cb/" });
    expect(astray.response.status).toBe(400);
    expect(astray.response.headers.get("content-type")).toContain("text/html");
    expect(await astray.response.text()).toContain("redirect_uri");
    await expect(visit.signIn({ ...app, clientSecret: "cs_wrong" }, person)).rejects.toThrow(
      "invalid_client",
    );
    const open = await addTenant({ clientType: "public" });
    expect(await browser().signIn(open.app, open.person)).toMatchObject({ token_type: "Bearer" });
    await expect(
      browser().authorize(open.app, { code_challenge: "x", code_challenge_method: "plain" }),
    ).resolves.toMatchObject({ at: expect.stringContaining("error=invalid_request") as string });
  });

  it("answers the same to all wrong passwords, locks after too many, and refuses locked and suspended users", async () => {
    const { world, browser, addTenant } = scene;
    const { tenantId, person, app } = await addTenant();
    world.set({ lockAfterFailures: 3 });
    const attempt = async (email: string, word: string) => {
      const visit = browser();
      const { at } = await visit.authorize(app);
      const answer = await visit.submit(at, "sign-in", { email, password: word });
      return new URL(answer.headers.get("location")!).searchParams.get("error");
    };
    expect(await attempt("nobody@shop.example", PASSWORD)).toBe("refused");
    for (const _ of [1, 2, 3]) expect(await attempt(person.email, "wrong")).toBe("refused");
    expect(await attempt(person.email, PASSWORD)).toBe("refused");
    const user = await world.inTenant(tenantId, (tx) => tx.users.get(person.userId));
    expect(user!.lockedUntil).not.toBeNull();
    const outcomes = await world.inTenant(tenantId, (tx) => tx.signIns.list());
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      "failed",
      "failed",
      "failed",
      "refused",
      "refused",
    ]);
    world.set({ lockAfterFailures: 10 });
  });

  it("does not open a restricted app to users who are not on its list, and states the reason", async () => {
    const { execute, browser, addTenant } = scene;
    const { person, app, appId, actor } = await addTenant();
    await execute(actor, setAppRestricted, { appId, restricted: true });
    const visit = browser();
    const { at } = await visit.authorize(app);
    const page = await visit.follow(await visit.submit(at, "sign-in", person), app);
    expect(new URL(page.at).pathname).toMatch(/^\/interaction\//);
    const back = await visit.follow(await visit.submit(page.at, "abort"), app);
    expect(new URL(back.at).searchParams.get("error")).toBe("access_denied");
    await execute(actor, grantAppToUser, { appId, userId: person.userId });
    expect(await browser().signIn(app, person)).toHaveProperty("access_token");
  });

  it("separates tenants: a session of one does not sign in to another's app", async () => {
    const { browser, addTenant, introspect } = scene;
    const [one, two] = [await addTenant(), await addTenant()];
    const visit = browser();
    await visit.signIn(one.app, one.person);
    const { at } = await visit.authorize(two.app, { prompt: "" });
    expect(new URL(at).pathname).toMatch(/^\/interaction\//);
    const answer = await visit.submit(at, "sign-in", one.person);
    expect(new URL(answer.headers.get("location")!).searchParams.get("error")).toBe("refused");
    const tokens = await visit.signIn(two.app, two.person);
    expect(await introspect(two, tokens.access_token)).toMatchObject({ sub: String(two.person.userId) });
    expect(await introspect(one, tokens.access_token)).toEqual({ active: false });
  });

  it("demands the password again after an administrator ended the session, and after the person signed out", async () => {
    const { world, browser, addTenant } = scene;
    const { tenantId, person, app } = await addTenant();
    const visit = browser();
    const tokens = await visit.signIn(app, person);
    await world.inTenant(tenantId, (tx) =>
      tx.sessions.updateWhere(eq(sessions.userId, person.userId), { revokedAt: new Date() }),
    );
    const ended = await visit.authorize(app, { prompt: "" });
    expect(new URL(ended.at).pathname).toMatch(/^\/interaction\//);
    await visit.signIn(app, person);
    const page = await visit.open(`/end_session?id_token_hint=${tokens.id_token!}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())![1]!;
    await visit.open("/end_session/confirm", {
      method: "POST",
      body: new URLSearchParams({ xsrf, logout: "yes" }),
    });
    const out = await visit.authorize(app, { prompt: "none" });
    expect(new URL(out.at).searchParams.get("error")).toBe("login_required");
    await expect
      .poll(async () =>
        (await world.inTenant(tenantId, (tx) => tx.sessions.list())).filter(
          ({ revokedAt }) => revokedAt === null,
        ),
      )
      .toHaveLength(0);
  });

  it("lists the app in the user's connected apps", async () => {
    const { world, execute, browser, addTenant } = scene;
    const { actor, person, app, appId } = await addTenant();
    await browser().signIn(app, person);
    expect(await execute(actor, listConnectedApps, {})).toMatchObject([
      { appId, distinctUserCount: 1, activeNowCount: 1, lastTokenIssuedAt: expect.any(String) as string },
    ]);
    const held = eq(appAuthorizations.appId, appId);
    expect(await world.inTenant(actor.tenantId, (tx) => tx.appAuthorizations.count(held))).toBe(1);
  });
});
