import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBrowser } from "@/server/seed/browser";
import { createTag, setTagPolicy } from "@/server/domain/tags/tags";
import { tagUser } from "@/server/domain/tags/tagged";
import { hashSecret } from "@/server/kernel/client-id";
import { authenticationWorld } from "@/server/testing/authentication";
import { setUpApp } from "@/server/testing/authenticator-app";
import { consoleBrowser } from "@/server/testing/sign-in";
import { browserBinding } from "./oidc/browser-binding";
import { browserSessions } from "./oidc/browser-session";
import { consoleWorld, facts, PASSWORD, type ConsoleWorld } from "@/server/testing/console-scene";
import { relyingPartyWorld, type RelyingPartyWorld } from "@/server/testing/relying-party";
import { databaseKinds } from "@/server/testing/stores";

/*
 * Session fixation (CWE-384): an attacker obtains the cookies of a browser before a user signs in with it, because a sibling host
 * set them or they were read on a shared computer. They must open nothing afterwards.
 */

const cookieOf = (cookies: string, name: string) =>
  cookies
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

describe.each(databaseKinds)("a session that was there before the sign-in to an app, on %s", (kind) => {
  let rig: RelyingPartyWorld;
  beforeAll(async () => void (rig = await relyingPartyWorld(kind)));
  afterAll(() => rig.close());

  /** A browser that sends only these cookies, and ignores new ones. */
  const holding = (cookies: string) =>
    createBrowser(rig.baseUrl, (request) => {
      const headers = new Headers(request.headers);
      headers.set("cookie", cookies);
      return fetch(request.url, { method: request.method, headers, redirect: "manual" });
    });
  /** Returns the provider's answer to these cookies without any interaction. */
  const openedBy = async (cookies: string, { app }: Awaited<ReturnType<typeof rig.setting>>) => {
    const { at } = await holding(cookies).authorize(app, { prompt: "none", scope: "openid" });
    return new URL(at).searchParams;
  };

  it("is another one afterwards, and the one that was known before opens nothing", async () => {
    const setting = await rig.setting();
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
    const setting = await rig.setting();
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
    const setting = await rig.setting();
    const invented = `_session=${"a".repeat(43)}; _session.sig=${"b".repeat(27)}`;
    const { at } = await holding(invented).authorize(setting.app);
    expect(new URL(at).pathname).toMatch(/^\/interaction\//);
    expect((await openedBy(invented, setting)).get("error")).toBe("login_required");
  });

  /** Returns an attacker's browser at a sign-in to the app, and the victim's browser with the attacker's cookies. */
  async function planted(setting: Awaited<ReturnType<typeof rig.setting>>) {
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
    /** Returns what the attacker's browser gets by resuming the protocol. */
    const resumed = async () => {
      const end = await attacker.follow(await attacker.open(`/authorize/${uid}`), setting.app);
      return { at: end.at, status: end.response.status };
    };
    return { attacker, victim, at, path, ...start, shown, resumed };
  }

  it("does not come to whoever planted their `_interaction` cookie and resumes in their own browser", async () => {
    const setting = await rig.setting();
    const { victim, at, resumed } = await planted(setting);
    await victim.submit(at, "sign-in", setting.person);
    expect(await resumed()).toEqual({ at: "", status: 400 });
  });

  it("continues in the browser in which the person was proved, also with the planted cookies", async () => {
    const setting = await rig.setting();
    const { attacker, victim, at, path } = await planted(setting);
    const done = await victim.submit(at, "sign-in", setting.person);
    const resume = new URL(done.headers.get("location")!).pathname;
    const bound = victim.cookieHeader(path);
    const both = rig.browser(`${bound}; ${attacker.cookieHeader(resume)}`);
    const end = await both.follow(await both.open(resume), setting.app);
    expect(new URL(end.at).pathname).toMatch(/^\/interaction\//);
  });

  it("shows nothing of the second step to whoever planted the cookie, and lets them take none", async () => {
    const setting = await rig.setting();
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

  it("begins anew in the victim's browser if the planted sign-in is at its second step", async () => {
    const setting = await rig.setting();
    const { attacker, victim, at, resumed } = await planted(setting);
    await attacker.submit(at, "identify", { email: "mallory@shop.example" });
    await victim.submit(at, "sign-in", setting.person);
    expect(await resumed()).toEqual({ at: "", status: 400 });
  });

  it("does not make a planted device the known and trusted device", async () => {
    const setting = await rig.setting();
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

    // The attacker has learned the password, too, and needs the second factor.
    const thief = rig.browser(`castellan_device=${planted}`);
    const there = await thief.authorize(setting.app);
    await thief.submit(there.at, "sign-in", person);
    const view = await rig.auth.main.interactions.describe(
      new URL(there.at).pathname.split("/")[2]!,
      thief.cookieHeader(new URL(there.at).pathname),
      { ip: "192.0.2.1", userAgent: null },
    );
    expect(view?.signIn?.step).toBe("second");
    // The victim's own browser does not need it the next time.
    const again = rig.browser(`castellan_device=${held}`);
    const next = await again.authorize(setting.app);
    const { at } = await again.follow(await again.submit(next.at, "sign-in", person), setting.app);
    expect(at, "it is asked for consent").toMatch(/\/interaction\//);
    expect(await known(), "it is the same device under another token").toHaveLength(1);
  });
});

describe("the cookies of a sign-in over https", () => {
  const attributes = (line: string) => line.split("; ").slice(1);

  it("can be set by no other host: __Host-, Secure, Path=/ and no Domain", async () => {
    const world = await authenticationWorld(databaseKinds[0]!);
    const auth = await world.instance("https://castellan.example");
    const request = new Request("https://castellan.example/sign-in/identify", {
      method: "POST",
      body: new URLSearchParams({ email: "ada@acme.example" }),
      headers: { origin: "https://castellan.example", cookie: `castellan_sign_in=${"t".repeat(43)}` },
    });
    const answer = await auth.consolePages.submit(request, "identify", { ip: "192.0.2.1", requestId: "r" });
    const [flow] = answer.headers.getSetCookie();
    expect(flow).toMatch(/^__Host-castellan_sign_in=[\w-]{43};/);
    expect(flow, "one without the prefix is not taken").not.toContain("t".repeat(43));
    expect(auth.cookieName).toBe("__Host-castellan.session");
    const response = new Response();
    const binding = browserBinding("https://castellan.example");
    binding.keep(response, "uid", { token: "a".repeat(43) });
    const [bound] = response.headers.getSetCookie();
    expect(bound).toMatch(/^__Host-castellan_flow_uid=/);
    expect(binding.read(`castellan_flow_uid=${"b".repeat(43)}`, "uid").token).toBeNull();
    for (const line of [flow!, bound!]) {
      expect(attributes(line)).toEqual(
        expect.arrayContaining(["Path=/", "Secure", "HttpOnly", "SameSite=Lax"]),
      );
      expect(line).not.toMatch(/domain=/i);
    }
    await world.close();
  });
});

describe.each(databaseKinds)(
  "cookies that another host planted in front of ours over https, on %s",
  (kind) => {
    const https = "https://castellan.example";
    const planted = "m".repeat(43);
    let world: ConsoleWorld["world"];
    let auth: ConsoleWorld["auth"];
    beforeAll(async () => {
      world = await authenticationWorld(kind);
      auth = await world.instance(https);
    });
    afterAll(() => world.close());
    const visitor = { ip: "203.0.113.9", userAgent: "Firefox" };

    /** Completes a sign-in, and exchanges the code with these cookies before the browser's own. */
    async function signedIn(email: string, before: string) {
      const visit = consoleBrowser(auth, https, visitor.ip, { held: before });
      await visit.step("sign-in", { email, password: PASSWORD });
      const { ready } = await visit.view();
      const entry = await auth.consolePages.redeem(`${before}; ${visit.cookies()}`, ready!, {
        ...facts,
        ...visitor,
      });
      expect(entry).toMatchObject({ email });
      return visit;
    }
    const ownDevice = (cookies: string) => cookieOf(cookies, "__Host-castellan_device")!;

    it("do not make an attacker's `castellan_device` the known device of an administrator", async () => {
      const email = "dora@fixed.example";
      const { tenantId } = await world.tenant();
      await world.administrator(tenantId, email, PASSWORD);
      const visit = await signedIn(email, `castellan_device=${planted}`);
      const known = await world.inTenant(tenantId, (tx) => tx.devices.list({}));
      expect(known.map(({ tokenHash }) => tokenHash)).toEqual([hashSecret(ownDevice(visit.cookies()))]);
    });

    it("do not make it the known browser of an administrator of the platform", async () => {
      const email = "pia@platform.example";
      await world.platformAdministrator(email, PASSWORD);
      const visit = await signedIn(email, `castellan_device=${planted}`);
      const rows = await world.database.sql<
        { token_hash: string }[]
      >`select token_hash from platform_devices`;
      expect(rows.map(({ token_hash: hash }) => hash)).toEqual([hashSecret(ownDevice(visit.cookies()))]);
    });

    it("do not make a device known that comes first in the request that begins the session", async () => {
      const email = "dina@fixed.example";
      const { tenantId } = await world.tenant();
      await world.administrator(tenantId, email, PASSWORD);
      const visit = consoleBrowser(auth, https, visitor.ip);
      await visit.step("sign-in", { email, password: PASSWORD });
      const { ready } = await visit.view();
      const cookies = `__Host-castellan_device=${planted}; ${visit.cookies()}`;
      await auth.consolePages.redeem(cookies, ready!, { ...facts, ...visitor });
      const known = await world.inTenant(tenantId, (tx) => tx.devices.list({}));
      expect(known.map(({ tokenHash }) => tokenHash)).toEqual([hashSecret(ownDevice(visit.cookies()))]);
    });

    it("do not make an attacker's `_session` the session of a browser at an app", async () => {
      const sessions = browserSessions({ baseUrl: https, provider: () => auth.main.provider() });
      const begun = async (accountId: string) => {
        const beginning = { accountId, tenantSession: Number(accountId) };
        const answer = await sessions.replace(new Headers(), facts, beginning, new Response());
        return answer.headers.getSetCookie();
      };
      const pairs = (lines: string[]) => lines.map((line) => line.split("; ")[0]!).join("; ");
      const [evil, own] = [await begun("1"), await begun("2")];
      for (const line of own) {
        expect(line).toMatch(/^__Host-_session(\.sig)?=/);
        expect(line.toLowerCase().split("; ")).toEqual(
          expect.arrayContaining(["path=/", "secure", "httponly"]),
        );
        expect(line).not.toMatch(/domain=/i);
      }
      const plain = pairs(evil).replaceAll("__Host-", "");
      const opened = async (cookie: string) =>
        (await sessions.read(new Headers({ cookie })))?.accountId ?? null;
      expect(await opened(pairs(evil))).toBe("1");
      expect(await opened(plain)).toBeNull();
      expect(await opened(`${plain}; ${pairs(own)}`)).toBe("2");
      const ended = await sessions.end(new Headers({ cookie: pairs(own) }), facts, new Response());
      for (const line of ended.headers.getSetCookie())
        expect(line.toLowerCase().split("; "), "else the browser would keep it").toEqual(
          expect.arrayContaining(["path=/", "secure"]),
        );
      expect(await opened(pairs(own))).toBeNull();
    });
  },
);

describe.each(databaseKinds)("a session that was there before the sign-in to the console, on %s", (kind) => {
  let world: ConsoleWorld["world"];
  let auth: ConsoleWorld["auth"];
  let browser: ConsoleWorld["browser"];
  beforeAll(async () => {
    ({ world, auth, browser } = await consoleWorld(kind));
  });
  afterAll(() => world.close());

  let people = 0;
  async function administrator() {
    const email = `olga${(people += 1)}@fixed.example`;
    const { tenantId } = await world.tenant();
    return {
      email,
      password: PASSWORD,
      tenantId,
      userId: await world.administrator(tenantId, email, PASSWORD),
    };
  }
  const visitor = { ip: "203.0.113.9", userAgent: "Firefox" };
  /** Returns what a browser with these cookies may enter. */
  const entering = async (cookies: string) => {
    const { ready } = await auth.consolePages.describe(cookies, visitor);
    return ready && auth.consolePages.redeem(cookies, ready, { ...facts, ...visitor });
  };

  it("is another one afterwards, and the one that was planted opens nothing", async () => {
    const { email, password } = await administrator();
    const planted = "p".repeat(43);
    const visit = browser(`${auth.cookieName}=${planted}`);
    await visit.step("sign-in", { email, password });
    const { token } = (await visit.enter())!;
    expect(token).not.toBe(planted);
    expect(await auth.session(`${auth.cookieName}=${token}`)).toMatchObject({ email });
    expect(await auth.session(`${auth.cookieName}=${planted}`)).toBeNull();
  });

  it("does not begin for an attacker who planted the sign-in's own cookie", async () => {
    const { email, password } = await administrator();
    const planted = `castellan_sign_in=${"q".repeat(43)}`;
    const visit = browser(planted);
    await visit.step("identify", { email });
    await visit.step("sign-in", { email, password });
    expect(visit.cookies()).not.toContain(planted);
    expect(await entering(planted), "everything was proved, and nobody has come in yet").toBeNull();
    expect(await visit.enter()).toMatchObject({ email });
  });

  it("does not show the second step to an attacker who planted that cookie", async () => {
    const { email, password, tenantId, userId } = await administrator();
    const codeAt = await world.inTenant(tenantId, (tx) =>
      setUpApp(tx, world.ports.vault, userId, new Date()),
    );
    const planted = `castellan_sign_in=${"r".repeat(43)}`;
    const visit = browser(planted);
    await visit.step("sign-in", { email, password });
    expect(await visit.view()).toMatchObject({ step: "second", proved: true });
    expect(await auth.consolePages.describe(planted, visitor)).toMatchObject({
      proved: false,
      identifier: null,
    });
    const thief = browser(planted);
    expect((await thief.step("factor", { code: codeAt(new Date()) })).trouble).toBe("again");
    await visit.step("factor", { code: codeAt(new Date()) });
    expect(await visit.enter()).toMatchObject({ email });
  });

  it("does not begin for another user who had proved all but the last step before", async () => {
    const [mallory, olga] = [await administrator(), await administrator()];
    const visit = browser();
    await visit.step("sign-in", { email: mallory.email, password: PASSWORD });
    const planted = visit.cookies();
    await visit.step("sign-in", { email: olga.email, password: PASSWORD });
    expect(await entering(planted)).toBeNull();
    expect(await visit.enter()).toMatchObject({ email: olga.email });
  });
});
