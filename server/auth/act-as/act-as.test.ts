import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { createBrowser, Tokens } from "@/server/seed/browser";
import { openActAs } from "@/server/domain/act-as/requests";
import { decideActAsRequest } from "@/server/domain/act-as/for-me";
import { updateActAsSettings } from "@/server/domain/act-as/settings";
import { lockUser } from "@/server/domain/users/locks";
import { suspendUser } from "@/server/domain/users/users";
import { createActAsScene, type ActAsScene, type ActAsTenant } from "@/server/testing/act-as-scene";
import { BASE_URL } from "@/server/testing/authentication";
import { REDIRECT_URI } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";

type Browser = ReturnType<typeof createBrowser>;
const signs = { ip: "192.0.2.1", userAgent: null };

describe.each(databaseKinds)("acting as a user on %s", (kind) => {
  let scene: ActAsScene;
  beforeAll(async () => void (scene = await createActAsScene(kind)));
  afterAll(() => scene.close());

  it("signs in to an app as the person, with the administrator in every token", async () => {
    const at = await scene.addTenantWithOwner();
    const browser = await scene.actAsUser(at);
    const tokens = await scene.tokensOf(browser, at.app);
    const act = { sub: String(at.ownerId) };
    expect(decodeJwt(tokens.id_token!)).toMatchObject({ sub: String(at.person.userId), act });
    const info = await browser.open("/userinfo", {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await info.json()).toMatchObject({ sub: String(at.person.userId), act });
    expect(await scene.introspect(at, tokens.access_token)).toMatchObject({ active: true, act });
    if (tokens.refresh_token) {
      const again = await browser.token(at.app, {
        grant_type: "refresh_token",
        refresh_token: tokens.refresh_token,
      });
      const renewed = (await again.json()) as { id_token: string; access_token: string };
      expect(decodeJwt(renewed.id_token)).toMatchObject({ act });
      expect(await scene.introspect(at, renewed.access_token)).toMatchObject({ act });
    }
    const events = await scene.world.inTenant(at.tenantId, (tx) => tx.auditEvents.list({}));
    const authorized = events.filter(({ action }) => action === "account.app_authorized");
    expect(authorized.at(-1)).toMatchObject({ userId: at.ownerId, target: `user:${at.person.userId}` });
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
    const at = await scene.addTenantWithOwner();
    const own = scene.browser();
    const tokens = await own.signIn(at.app, at.person);
    expect(decodeJwt(tokens.id_token!)).not.toHaveProperty("act");
    expect(await scene.introspect(at, tokens.access_token)).not.toHaveProperty("act");
    const browser = await scene.actAsUser(at);
    const theirs = await scene.tokensOf(browser, at.app);
    // The person signs in with the browser in which the administrator acted as them. No grant moves to the new session.
    const { at: page } = await browser.authorize(at.app, { prompt: "login" });
    const next = await browser.submit(page, "sign-in", at.person);
    const { at: address } = await browser.follow(next, at.app);
    expect(address).toContain(REDIRECT_URI);
    expect(await scene.introspect(at, theirs.access_token)).toMatchObject({ active: true });
    const held = await scene.world.inTenant(at.tenantId, (tx) => tx.appAuthorizations.list());
    const sessions = await scene.world.inTenant(at.tenantId, (tx) => tx.sessions.list());
    const last = held.sort((one, other) => one.id - other.id).at(-1)!;
    expect(sessions.find(({ id }) => id === last.sessionId)?.actorUserId).toBeNull();
  });

  it("names the administrator in the JWTs of an app's own API, including renewed ones", async () => {
    const at = await scene.addTenantWithOwner();
    const browser = await scene.actAsUser(at);
    const tokens = await scene.apiTokensOf(browser, at);
    const about = { aud: at.api, sub: String(at.person.userId), act: { sub: String(at.ownerId) } };
    expect(decodeJwt(tokens.access_token)).toMatchObject(about);
    expect(await scene.introspect(at, tokens.access_token)).toMatchObject({ active: true, ...about });
    const again = await browser.token(at.app, {
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token!,
      resource: at.api,
    });
    const renewed = (await again.json()) as Tokens;
    expect(decodeJwt(renewed.access_token)).toMatchObject(about);
    const own = scene.browser();
    await own.signIn(at.app, at.person);
    expect(decodeJwt((await scene.apiTokensOf(own, at, { prompt: "" })).access_token)).not.toHaveProperty(
      "act",
    );
  });

  /** Returns the content of this page of an interaction for a browser. */
  const shownAt = (browser: Browser, page: string) => {
    const { pathname } = new URL(page);
    return scene.auth.main.interactions.describe(
      pathname.split("/")[2]!,
      browser.cookieHeader(pathname),
      signs,
    );
  };

  it("gives no consent in the person's place", async () => {
    const at = await scene.addTenantWithOwner({ agreed: false });
    const browser = await scene.actAsUser(at);
    const { at: page } = await browser.authorize(at.app);
    expect(await shownAt(browser, page)).toMatchObject({ prompt: "access", acting: { why: "unagreed" } });
    await browser.submit(page, "consent");
    expect(await scene.world.inTenant(at.tenantId, (tx) => tx.appAuthorizations.count())).toBe(0);
  });

  it("opens only the app that it was requested for", async () => {
    const at = await scene.addTenantWithOwner();
    const browser = await scene.actAsUser(at, null);
    const { at: page } = await browser.authorize(at.app);
    expect(await shownAt(browser, page)).toMatchObject({ prompt: "access", acting: { why: "elsewhere" } });
  });

  it("accepts the link once, in the administrator's own browser, from its own page", async () => {
    const at = await scene.addTenantWithOwner();
    const { requestId } = await at.ask();
    const { path } = await scene.execute(at.owner, openActAs, { requestId });
    const expired = `${BASE_URL}/act-as/link/expired`;
    expect((await scene.openLink(path, "")).response.headers.get("location")).toBe(expired);
    const forged = await scene.send(
      new Request(`${BASE_URL}/act-as/step/begin`, {
        method: "POST",
        headers: { origin: "https://evil.example", cookie: at.cookie },
        body: new URLSearchParams({ link: path.slice("/act-as/link/".length) }),
      }),
    );
    expect(forged.status).toBe(403);
    expect(await scene.auth.actAs.describeLink(path.slice("/act-as/link/".length), at.cookie)).toMatchObject({
      request: { person: { userId: at.person.userId }, minutes: 30 },
    });
    expect((await scene.openLink(path, at.cookie)).response.headers.get("location")).not.toBe(expired);
    expect((await scene.openLink(path, at.cookie)).response.headers.get("location")).toBe(expired);
  });

  it("waits for the person's answer if the settings require it", async () => {
    const at = await scene.addTenantWithOwner({ requireApproval: true });
    const { requestId, status } = await at.ask();
    expect(status).toBe("pending");
    await expect(scene.execute(at.owner, openActAs, { requestId })).rejects.toMatchObject({ status: 400 });
    await scene.execute(at.self, decideActAsRequest, { requestId, approve: true });
    const { path } = await scene.execute(at.owner, openActAs, { requestId });
    const { visit } = await scene.openLink(path, at.cookie);
    expect(decodeJwt((await scene.tokensOf(visit, at.app)).id_token!)).toHaveProperty("act");
  });

  it.each([
    [
      "the administrator stops",
      (at: ActAsTenant, browser: Browser) =>
        browser.open("/act-as/step/stop", {
          method: "POST",
          headers: { origin: BASE_URL },
          body: new URLSearchParams({ tenant: String(at.tenantId) }),
        }),
    ],
    [
      "it is switched off",
      (at: ActAsTenant) => scene.execute(at.actor, updateActAsSettings, { enabled: false }),
    ],
    [
      "the person is suspended",
      (at: ActAsTenant) => scene.execute(at.actor, suspendUser, { userId: at.person.userId }),
    ],
    [
      "the administrator is suspended",
      (at: ActAsTenant) => scene.execute(at.actor, suspendUser, { userId: at.ownerId }),
    ],
    [
      "the time is up",
      async (at: ActAsTenant) => {
        await scene.world.database.sql`update sessions set expires_at = now() - interval '1 second'
        where tenant_id = ${at.tenantId} and actor_user_id is not null`;
      },
    ],
  ])("ends with its tokens when %s", async (_when, end) => {
    const at = await scene.addTenantWithOwner();
    const browser = await scene.actAsUser(at);
    const tokens = await scene.tokensOf(browser, at.app);
    const forApi = await scene.apiTokensOf(browser, at);
    expect(await scene.introspect(at, forApi.access_token)).toMatchObject({ active: true, aud: at.api });
    await end(at, browser);
    expect(await scene.introspect(at, tokens.access_token)).toEqual({ active: false });
    expect(await scene.introspect(at, forApi.access_token)).toEqual({ active: false });
    const again = await browser.token(at.app, {
      grant_type: "refresh_token",
      refresh_token: forApi.refresh_token!,
      resource: at.api,
    });
    expect(await again.json()).toMatchObject({ error: "invalid_grant" });
    const { at: next } = await browser.authorize(at.app, { prompt: "" });
    expect(next).not.toContain("code=");
  });

  it("stops while the administrator is locked", async () => {
    const at = await scene.addTenantWithOwner();
    const browser = await scene.actAsUser(at);
    await scene.execute(at.actor, lockUser, { userId: at.ownerId, indefinite: true });
    const { at: next } = await browser.authorize(at.app, { prompt: "" });
    expect(next).not.toContain("code=");
  });
});
