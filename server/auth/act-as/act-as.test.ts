import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBrowser, type Tokens } from "@/server/seed/browser";
import { openActAs } from "@/server/domain/act-as/requests";
import { decideActAsRequest } from "@/server/domain/act-as/for-me";
import { updateActAsSettings } from "@/server/domain/act-as/settings";
import { lockUser } from "@/server/domain/users/locks";
import { suspendUser } from "@/server/domain/users/users";
import { createExecute, type Execute } from "@/server/kernel/operation/execute";
import { authenticationWorld, BASE_URL, type AuthenticationWorld } from "@/server/testing/authentication";
import { databaseKinds } from "@/server/testing/stores";
import type { Authentication } from "../authentication";
import { actAsScene, PASSWORD, redirectUri, apiOf } from "@/server/testing/act-as-scene";
const signs = { ip: "192.0.2.1", userAgent: null };

describe.each(databaseKinds)("acting as a user on %s", (kind) => {
  let world: AuthenticationWorld;
  let auth: Authentication;
  let execute: Execute;
  beforeAll(async () => {
    world = await authenticationWorld(kind);
    auth = await world.instance();
    execute = createExecute(world.stores, world.ports);
  });
  afterAll(() => world.close());

  const { send, scene, begin, acting, tokensOf, apiTokensOf } = actAsScene(() => ({ world, auth, execute }));

  it("signs in to an app as the person, with the administrator in every token", async () => {
    const at = await scene();
    const { browser } = await acting(at);
    const tokens = await tokensOf(browser, at.app);
    const act = { sub: String(at.ownerId) };
    expect(decodeJwt(tokens.id_token!)).toMatchObject({ sub: String(at.person.id), act });
    const info = await browser.open("/userinfo", {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await info.json()).toMatchObject({ sub: String(at.person.id), act });
    expect(await at.introspect(tokens.access_token)).toMatchObject({ active: true, act });
    if (tokens.refresh_token) {
      const again = await browser.token(at.app, {
        grant_type: "refresh_token",
        refresh_token: tokens.refresh_token,
      });
      const renewed = (await again.json()) as { id_token: string; access_token: string };
      expect(decodeJwt(renewed.id_token)).toMatchObject({ act });
      expect(await at.introspect(renewed.access_token)).toMatchObject({ act });
    }
    const events = await world.inTenant(at.tenantId, (tx) => tx.auditEvents.list({}));
    const authorized = events.filter(({ action }) => action === "account.app_authorized");
    expect(authorized.at(-1)).toMatchObject({ userId: at.ownerId, target: `user:${at.person.id}` });
    expect(authorized.at(-1)!.actorLabel).toContain("acting as Ann Shopper");
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        "console.act_as_requested",
        "console.act_as_link_made",
        "console.act_as_started",
      ]),
    );
  });

  it("gives the person's own tokens no act claim, before and after", async () => {
    const at = await scene();
    const own = createBrowser(BASE_URL, send);
    const tokens = await own.signIn(at.app, { email: at.person.email!, password: PASSWORD });
    expect(decodeJwt(tokens.id_token!)).not.toHaveProperty("act");
    expect(await at.introspect(tokens.access_token)).not.toHaveProperty("act");
    const { browser } = await acting(at);
    const theirs = await tokensOf(browser, at.app);
    // The person signs in with the browser in which the administrator acted as them. No grant moves to the new session.
    const { at: page } = await browser.authorize(at.app, { prompt: "login" });
    const next = await browser.submit(page, "sign-in", { email: at.person.email!, password: PASSWORD });
    const { at: address } = await browser.follow(next, at.app);
    expect(address).toContain(redirectUri);
    expect(await at.introspect(theirs.access_token)).toMatchObject({ active: true });
    const held = await world.inTenant(at.tenantId, (tx) => tx.appAuthorizations.list());
    const sessions = await world.inTenant(at.tenantId, (tx) => tx.sessions.list());
    const last = held.sort((one, other) => one.id - other.id).at(-1)!;
    expect(sessions.find(({ id }) => id === last.sessionId)?.actorUserId).toBeNull();
  });

  it("names the administrator in the JWTs of an app's own API, including renewed ones", async () => {
    const at = await scene();
    const { browser } = await acting(at);
    const tokens = await apiTokensOf(browser, at.app);
    const about = { aud: apiOf(at.app), sub: String(at.person.id), act: { sub: String(at.ownerId) } };
    expect(decodeJwt(tokens.access_token)).toMatchObject(about);
    expect(await at.introspect(tokens.access_token)).toMatchObject({ active: true, ...about });
    const again = await browser.token(at.app, {
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token!,
      resource: apiOf(at.app),
    });
    const renewed = (await again.json()) as Tokens;
    expect(decodeJwt(renewed.access_token)).toMatchObject(about);
    const own = createBrowser(BASE_URL, send);
    await own.signIn(at.app, { email: at.person.email!, password: PASSWORD });
    expect(decodeJwt((await apiTokensOf(own, at.app, { prompt: "" })).access_token)).not.toHaveProperty(
      "act",
    );
  });

  /** Returns the content of this page of an interaction for a browser. */
  const shownAt = (browser: ReturnType<typeof createBrowser>, page: string) => {
    const { pathname } = new URL(page);
    return auth.main.interactions.describe(pathname.split("/")[2]!, browser.cookieHeader(pathname), signs);
  };

  it("gives no consent in the person's place", async () => {
    const at = await scene({ agreed: false });
    const { browser } = await acting(at);
    const { at: page } = await browser.authorize(at.app);
    expect(await shownAt(browser, page)).toMatchObject({ prompt: "access", acting: { why: "unagreed" } });
    await browser.submit(page, "consent");
    expect(await world.inTenant(at.tenantId, (tx) => tx.appAuthorizations.count())).toBe(0);
  });

  it("opens only the app that it was requested for", async () => {
    const at = await scene();
    const { browser } = await acting(at, null);
    const { at: page } = await browser.authorize(at.app);
    expect(await shownAt(browser, page)).toMatchObject({ prompt: "access", acting: { why: "elsewhere" } });
  });

  it("accepts the link once, in the administrator's own browser, from its own page", async () => {
    const at = await scene();
    const { requestId } = await at.ask();
    const { path } = await execute(at.owner, openActAs, { requestId });
    const expired = `${BASE_URL}/act-as/link/expired`;
    expect((await begin(path, "")).response.headers.get("location")).toBe(expired);
    const forged = await send(
      new Request(`${BASE_URL}/act-as/step/begin`, {
        method: "POST",
        headers: { origin: "https://evil.example", cookie: at.console },
        body: new URLSearchParams({ link: path.slice("/act-as/link/".length) }),
      }),
    );
    expect(forged.status).toBe(403);
    expect(await auth.actAs.describeLink(path.slice("/act-as/link/".length), at.console)).toMatchObject({
      request: { person: { userId: at.person.id }, minutes: 30 },
    });
    expect((await begin(path, at.console)).response.headers.get("location")).not.toBe(expired);
    expect((await begin(path, at.console)).response.headers.get("location")).toBe(expired);
  });

  it("waits for the person's answer if the settings require it", async () => {
    const at = await scene({ requireApproval: true });
    const { requestId, status } = await at.ask();
    expect(status).toBe("pending");
    await expect(execute(at.owner, openActAs, { requestId })).rejects.toMatchObject({ status: 400 });
    await execute(at.self, decideActAsRequest, { requestId, approve: true });
    const { path } = await execute(at.owner, openActAs, { requestId });
    const { browser } = await begin(path, at.console);
    expect(decodeJwt((await tokensOf(browser, at.app)).id_token!)).toHaveProperty("act");
  });

  it.each([
    [
      "the administrator stops",
      (at: Awaited<ReturnType<typeof scene>>, browser: ReturnType<typeof createBrowser>) =>
        browser.open("/act-as/step/stop", {
          method: "POST",
          headers: { origin: BASE_URL },
          body: new URLSearchParams({ tenant: String(at.tenantId) }),
        }),
    ],
    [
      "it is switched off",
      (at: Awaited<ReturnType<typeof scene>>) => execute(at.all, updateActAsSettings, { enabled: false }),
    ],
    [
      "the person is suspended",
      (at: Awaited<ReturnType<typeof scene>>) => execute(at.all, suspendUser, { userId: at.person.id }),
    ],
    [
      "the administrator is suspended",
      (at: Awaited<ReturnType<typeof scene>>) => execute(at.all, suspendUser, { userId: at.ownerId }),
    ],
    [
      "the time is up",
      async (at: Awaited<ReturnType<typeof scene>>) => {
        await world.database.sql`update sessions set expires_at = now() - interval '1 second'
        where tenant_id = ${at.tenantId} and actor_user_id is not null`;
      },
    ],
  ])("ends with its tokens when %s", async (_when, end) => {
    const at = await scene();
    const { browser } = await acting(at);
    const tokens = await tokensOf(browser, at.app);
    const forApi = await apiTokensOf(browser, at.app);
    expect(await at.introspect(forApi.access_token)).toMatchObject({ active: true, aud: apiOf(at.app) });
    await end(at, browser);
    expect(await at.introspect(tokens.access_token)).toEqual({ active: false });
    expect(await at.introspect(forApi.access_token)).toEqual({ active: false });
    const again = await browser.token(at.app, {
      grant_type: "refresh_token",
      refresh_token: forApi.refresh_token!,
      resource: apiOf(at.app),
    });
    expect(await again.json()).toMatchObject({ error: "invalid_grant" });
    const { at: next } = await browser.authorize(at.app, { prompt: "" });
    expect(next).not.toContain("code=");
  });

  it("stops while the administrator is locked", async () => {
    const at = await scene();
    const { browser } = await acting(at);
    await execute(at.all, lockUser, { userId: at.ownerId, indefinite: true });
    const { at: next } = await browser.authorize(at.app, { prompt: "" });
    expect(next).not.toContain("code=");
  });
});
