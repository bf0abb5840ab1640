import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBrowser } from "@/server/seed/browser";
import { createTag, setTagPolicy } from "@/server/domain/tags/tags";
import { tagUser } from "@/server/domain/tags/tagged";
import { hashSecret } from "@/server/kernel/http/client-id";
import { setUpApp } from "@/server/testing/authenticator-app";
import { createScene, type Scene, type SceneTenant } from "@/server/testing/scene";
import { databaseKinds } from "@/server/testing/stores";
import { cookieOf } from "@/server/testing/cookies";

describe.each(databaseKinds)("a session from before the sign-in to an app, on %s", (kind) => {
  let rig: Scene;
  beforeAll(async () => void (rig = await createScene(kind, { overHttp: true })));
  afterAll(() => rig.close());

  /** A browser that sends only these cookies, and ignores new ones. */
  const holding = (cookies: string) =>
    createBrowser(rig.baseUrl, (request) => {
      const headers = new Headers(request.headers);
      headers.set("cookie", cookies);
      return fetch(request.url, { method: request.method, headers, redirect: "manual" });
    });
  /** Returns the provider's answer to these cookies without any interaction. */
  const openedBy = async (cookies: string, { app }: SceneTenant) => {
    const { at } = await holding(cookies).authorize(app, { prompt: "none", scope: "openid" });
    return new URL(at).searchParams;
  };

  it("is replaced at the sign-in, and the earlier one opens nothing", async () => {
    const setting = await rig.addTenant();
    const visit = rig.browser();
    await visit.authorize(setting.app);
    const session = () => cookieOf(visit.cookieHeader("/"), "_session");
    expect(session(), "before a sign-in there is none to be planted").toBeUndefined();
    expect((await rig.codeOf(setting, {}, visit)).code).toBeTruthy();
    const planted = visit.cookieHeader("/");
    const before = session();
    expect((await openedBy(planted, setting)).get("code"), "theirs is open").toBeTruthy();
    await rig.codeOf(setting, { prompt: "login" }, visit);
    expect(session()).not.toBe(before);
    expect((await openedBy(visit.cookieHeader("/"), setting)).get("code")).toBeTruthy();
    expect((await openedBy(planted, setting)).get("error")).toBe("login_required");
  });

  it("does not become the user's if it belonged to another signed-in user", async () => {
    const setting = await rig.addTenant();
    const email = "mallory@shop.example";
    const { passwordHash } = (await rig.world.inTenant(setting.tenantId, (tx) =>
      tx.users.get(setting.person.userId),
    ))!;
    await rig.world.inTenant(setting.tenantId, (tx) => tx.users.insert({ email, passwordHash }));
    const visit = rig.browser();
    const mallory = { ...setting, person: { ...setting.person, email } };
    await rig.codeOf(mallory, {}, visit);
    const planted = visit.cookieHeader("/");
    expect((await openedBy(planted, setting)).get("code")).toBeTruthy();
    await rig.codeOf(setting, { prompt: "login" }, visit);
    expect(cookieOf(visit.cookieHeader("/"), "_session")).not.toBe(cookieOf(planted, "_session"));
    expect((await openedBy(planted, setting)).get("error")).toBe("login_required");
  });

  it("is not accepted from a cookie that the provider has not signed", async () => {
    const setting = await rig.addTenant();
    const invented = `_session=${"a".repeat(43)}; _session.sig=${"b".repeat(27)}`;
    const { at } = await holding(invented).authorize(setting.app);
    expect(new URL(at).pathname).toMatch(/^\/interaction\//);
    expect((await openedBy(invented, setting)).get("error")).toBe("login_required");
  });

  /** Returns an attacker's browser at a sign-in to the app, and the victim's browser with the attacker's cookies. */
  async function planted(setting: SceneTenant) {
    const attacker = rig.browser();
    const { at, ...start } = await attacker.authorize(setting.app);
    const path = new URL(at).pathname;
    const uid = path.split("/")[2]!;
    const victim = rig.browser(attacker.cookieHeader(path));
    const shown = (visit: typeof victim) =>
      rig.auth.main.interactions.describe(uid, visit.cookieHeader(path), {
        ip: "192.0.2.1",
        userAgent: null,
      });
    /** Resumes the protocol in the attacker's browser. Returns the last address and its status. */
    const resumed = async () => {
      const end = await attacker.follow(await attacker.open(`/authorize/${uid}`), setting.app);
      return { at: end.at, status: end.response.status };
    };
    return { attacker, victim, at, path, ...start, shown, resumed };
  }

  it("is not given to an attacker who planted the `_interaction` cookie and resumes in another browser", async () => {
    const setting = await rig.addTenant();
    const { victim, at, resumed } = await planted(setting);
    await victim.submit(at, "sign-in", setting.person);
    expect(await resumed()).toEqual({ at: "", status: 400 });
  });

  it("continues in the browser in which the user was proved, even with the planted cookies", async () => {
    const setting = await rig.addTenant();
    const { attacker, victim, at, path } = await planted(setting);
    const done = await victim.submit(at, "sign-in", setting.person);
    const resume = new URL(done.headers.get("location")!).pathname;
    const bound = victim.cookieHeader(path);
    const both = rig.browser(`${bound}; ${attacker.cookieHeader(resume)}`);
    const end = await both.follow(await both.open(resume), setting.app);
    expect(new URL(end.at).pathname).toMatch(/^\/interaction\//);
  });

  it("does not show the second step to an attacker who planted the cookie, and accepts no step from them", async () => {
    const setting = await rig.addTenant();
    const { tenantId, person } = setting;
    await rig.execute(setting.actor, createTag, { name: "Staff" });
    const [tag] = await rig.world.inTenant(tenantId, (tx) => tx.tags.list({}));
    await rig.execute(setting.actor, setTagPolicy, { tagId: tag!.id, policyKey: "requireMfa", value: true });
    await rig.execute(setting.actor, tagUser, { userId: person.userId, tagId: tag!.id });
    const { attacker, victim, at, path, shown } = await planted(setting);
    await victim.submit(at, "sign-in", person);
    expect((await shown(victim))!.signIn).toMatchObject({ step: "enrol", proved: true });
    expect((await shown(attacker))!.signIn).toMatchObject({ step: "first", proved: false, identifier: null });
    const answer = await attacker.open(`${path}/enrol-app`, { method: "POST", body: new URLSearchParams() });
    expect(answer.headers.get("location")).toContain("error=again");
    expect((await shown(attacker))!.signIn!.app).toBeNull();
  });

  it("starts again in the victim's browser if the planted sign-in is at its second step", async () => {
    const setting = await rig.addTenant();
    const { attacker, victim, at, resumed } = await planted(setting);
    await attacker.submit(at, "identify", { email: "mallory@shop.example" });
    await victim.submit(at, "sign-in", setting.person);
    expect(await resumed()).toEqual({ at: "", status: 400 });
  });

  it("does not make a planted device the known and trusted device", async () => {
    const setting = await rig.addTenant();
    const { tenantId, person } = setting;
    const { world } = rig;
    const codeAt = await world.inTenant(tenantId, (tx) =>
      setUpApp(tx, world.ports.vault, person.userId, new Date()),
    );
    const planted = "m".repeat(43);
    const device = (cookies: string) => cookieOf(cookies, "castellan_device");
    const visit = rig.browser(`castellan_device=${planted}`);
    const start = await visit.authorize(setting.app);
    await visit.submit(start.at, "sign-in", person);
    const done = await visit.open(`${new URL(start.at).pathname}/factor`, {
      method: "POST",
      body: new URLSearchParams({ code: codeAt(new Date()), trust: "on" }),
    });
    await visit.follow(done, setting.app);
    const known = async () => world.inTenant(tenantId, (tx) => tx.devices.list({}));
    const held = device(visit.cookieHeader("/"))!;
    expect(held).not.toBe(planted);
    expect(await known()).toMatchObject([{ userId: person.userId, tokenHash: hashSecret(held) }]);

    // The attacker knows the password, too, and still needs the second factor.
    const thief = rig.browser(`castellan_device=${planted}`);
    const there = await thief.authorize(setting.app);
    await thief.submit(there.at, "sign-in", person);
    const view = await rig.auth.main.interactions.describe(
      new URL(there.at).pathname.split("/")[2]!,
      thief.cookieHeader(new URL(there.at).pathname),
      { ip: "192.0.2.1", userAgent: null },
    );
    expect(view?.signIn?.step).toBe("second");
    // The victim's own browser does not need the second factor the next time.
    const again = rig.browser(`castellan_device=${held}`);
    const next = await again.authorize(setting.app);
    const { at } = await again.follow(await again.submit(next.at, "sign-in", person), setting.app);
    expect(at, "it is asked for consent").toMatch(/\/interaction\//);
    expect(await known(), "it is the same device under another token").toHaveLength(1);
  });
});
