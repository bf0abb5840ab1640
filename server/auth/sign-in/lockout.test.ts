import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createExecute } from "@/server/kernel/operation/execute";
import { provePasskey, registerPasskey } from "@/server/domain/factors/kinds/passkeys";
import { lockUser, unlockUser } from "@/server/domain/users/locks";
import { createScene, type Scene, type SceneTenant } from "@/server/testing/scene";
import { testAuthenticator } from "@/server/testing/authenticator";
import { BASE_URL } from "@/server/testing/authentication";
import { consoleWorld, PASSWORD, type ConsoleWorld } from "@/server/testing/console-scene";
import { tenantActor } from "@/server/testing/operations";
import { consoleBrowser } from "@/server/testing/sign-in";
import { databaseKinds } from "@/server/testing/stores";

/*
 * A lock caused by guesses cannot be used to exclude a user (OWASP ASVS 5.0, 6.1.1): guesses of strangers neither end sessions
 * nor exclude known browsers and passkeys.
 */

describe.each(databaseKinds)("ten wrong passwords of a stranger to an app, on %s", (kind) => {
  let scene: Scene;
  beforeAll(async () => void (scene = await createScene(kind)));
  afterAll(() => scene.close());

  let strangers = 0;
  /** Creates an unknown browser with an unused address. */
  const stranger = () => scene.requestsTo(scene.auth, `198.51.100.${(strangers += 1) % 250}`).browser();
  type Browser = ReturnType<typeof scene.browser>;

  /** Returns the message of the sign-in page to this browser; null if the browser is admitted. */
  async function attempt(visit: Browser, { app, person }: SceneTenant, password = person.password) {
    const { at } = await visit.authorize(app, { prompt: "login" });
    const answer = await visit.submit(at, "sign-in", { email: person.email, password });
    return new URL(answer.headers.get("location")!).searchParams.get("error");
  }
  const guess = async (setting: SceneTenant, count = 10) => {
    for (let at = 0; at < count; at += 1) await attempt(stranger(), setting, `wrong ${at}`);
  };
  const userOf = async ({ tenantId, person }: SceneTenant) =>
    (await scene.world.inTenant(tenantId, (tx) => tx.users.get(person.userId)))!;

  it("do not end the user's session, tokens or account page", async () => {
    const setting = await scene.addTenant();
    const { app, person, slug } = setting;
    const visit = stranger();
    const tokens = await visit.signIn(app, person);
    await guess(setting);
    expect((await userOf(setting)).lockCause).toBe("guesses");
    expect((await scene.introspect(setting, tokens.access_token)).active).toBe(true);
    expect((await scene.refresh(setting, tokens.refresh_token!)).status).toBe(200);
    const silent = await visit.authorize(app, { prompt: "none" });
    expect(new URL(silent.at).searchParams.get("code")).toBeTruthy();
    const here = await scene.auth.main.account.visit(slug, visit.cookieHeader("/"), {
      ip: "192.0.2.1",
      requestId: "r",
    });
    expect(here.state).toBe("here");
  });

  it("exclude strangers with the right password, but not the browser that the user signed in with", async () => {
    const setting = await scene.addTenant();
    const visit = stranger();
    await visit.signIn(setting.app, setting.person);
    await guess(setting);
    expect(await attempt(stranger(), setting), "the right password elsewhere").toBe("refused");
    expect(await attempt(visit, setting)).toBeNull();
    expect(await attempt(stranger(), setting), "the lock stays for the others").toBe("refused");
  });

  it("make the known browser unknown if they come from it", async () => {
    const setting = await scene.addTenant();
    const visit = stranger();
    await visit.signIn(setting.app, setting.person);
    await guess(setting);
    for (let at = 0; at < 10; at += 1) expect(await attempt(visit, setting, `wrong ${at}`)).toBe("refused");
    expect(await attempt(visit, setting)).toBe("refused");
  });

  it("get the same answer for an address without an account", async () => {
    const setting = await scene.addTenant();
    const nobody = { ...setting, person: { ...setting.person, email: "nobody@shop.example" } };
    for (let at = 0; at < 12; at += 1) expect(await attempt(stranger(), nobody)).toBe("refused");
  });

  it("differ from an administrator's lock, which also excludes known browsers and ends no session by itself", async () => {
    const setting = await scene.addTenant();
    const { tenantId, actor, person } = setting;
    const visit = stranger();
    await visit.signIn(setting.app, person);
    await guess(setting);
    await scene.execute(actor, lockUser, { userId: person.userId, durationMinutes: 60 });
    expect(await attempt(visit, setting)).toBe("refused");
    await guess(setting, 12);
    const { lockCause, lockedUntil } = await userOf(setting);
    expect(lockCause).toBeNull();
    expect(+lockedUntil! - Date.now(), "guesses do not shorten it").toBeGreaterThan(30 * 60_000);
    const live = await scene.world.inTenant(tenantId, (tx) => tx.sessions.list({}));
    expect(live.map(({ revokedAt }) => revokedAt)).toEqual([null]);
    await scene.execute(actor, unlockUser, { userId: person.userId });
    expect(await attempt(stranger(), setting)).toBeNull();
    expect(await userOf(setting)).toMatchObject({ lockCause: null, lockedUntil: null, failedSignIns: 0 });
  });

  it("are counted once each if they are concurrent, and lock once: at most the limit counts", async () => {
    const setting = await scene.addTenant();
    const visits = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const visit = stranger();
        return { visit, at: (await visit.authorize(setting.app)).at };
      }),
    );
    const { email } = setting.person;
    await Promise.all(
      visits.map(({ visit, at }, index) =>
        visit.submit(at, "sign-in", { email, password: `wrong ${index}` }),
      ),
    );
    const { tenantId, person } = setting;
    const rows = await scene.world.database.sql<{ action: string; count: number }[]>`
      select action, count(*)::int as count from audit_events
      where tenant_id = ${tenantId} and target = ${`user:${person.userId}`} group by action order by action`;
    expect(rows.map(({ action, count }) => [action, count])).toEqual([
      ["account.sign_in_failed", 10],
      ["account.user_locked", 1],
    ]);
    expect(await attempt(stranger(), setting)).toBe("refused");
  });
});

describe.each(databaseKinds)("ten wrong passwords of a stranger to the console, on %s", (kind) => {
  let consoles: ConsoleWorld;
  let world: ConsoleWorld["world"];
  beforeAll(async () => {
    consoles = await consoleWorld(kind);
    ({ world } = consoles);
  });
  afterAll(() => world.close());

  const wrong = async (email: string, count = 10) => {
    for (let at = 0; at < count; at += 1)
      await consoles.browser().step("sign-in", { email, password: `wrong ${at}` });
  };
  /** Returns the session that a browser gets with the right password; null if none. */
  async function come(visit: ReturnType<ConsoleWorld["browser"]>, email: string) {
    await visit.step("sign-in", { email, password: PASSWORD });
    return consoles.entered(visit);
  }
  const administrators = {
    "the only platform administrator": async () => {
      const email = `pat${Math.random()}@platform.example`;
      await world.platformAdministrator(email, PASSWORD);
      return email;
    },
    "an organization's owner": async () => {
      const email = `olga${Math.random()}@acme.example`;
      await world.administrator((await world.tenant()).tenantId, email, PASSWORD);
      return email;
    },
  };

  it.each(Object.entries(administrators))(
    "neither end the session of %s nor exclude the known browser",
    async (_who, administrator) => {
      const email = await administrator();
      const visit = consoles.browser();
      await visit.step("sign-in", { email, password: PASSWORD });
      const { token } = (await visit.enter())!;
      await wrong(email);
      expect(await consoles.auth.session(`${consoles.auth.cookieName}=${token}`)).toMatchObject({ email });
      expect(await come(consoles.browser(), email), "the right password elsewhere").toBeNull();
      expect(await come(visit, email)).toMatchObject({ email });
      // The browser's own wrong answers count on the browser, too.
      for (let at = 0; at < 10; at += 1) await visit.step("sign-in", { email, password: `wrong ${at}` });
      expect(await come(visit, email)).toBeNull();
      world.pass(16 * 60_000);
      expect(await come(consoles.browser(), email), "the lock is over").toMatchObject({ email });
      world.pass(-16 * 60_000);
    },
  );

  it("do not exclude a passkey that verified its user, in any browser", async () => {
    const { tenantId } = await world.tenant();
    const email = "key@acme.example";
    const userId = await world.administrator(tenantId, email, PASSWORD);
    const device = testAuthenticator();
    const { hostname: rpId, origin } = new URL(BASE_URL);
    const asked = { challenge: Buffer.from("enrol").toString("base64url"), origin, rpId };
    const passkey = (await provePasskey(device.create(asked), asked))!;
    await world.inTenant(tenantId, (tx) =>
      registerPasskey(tx, { userId, userHandle: "aGFuZGxl", passkey, label: null }, new Date()),
    );
    await wrong(email);
    const answer = async () => {
      const visit = consoles.browser();
      const { request } = (await (await visit.step("passkey-options")).response.json()) as {
        request: { challenge: string };
      };
      const given = device.get({ ...asked, challenge: request.challenge, userHandle: "aGFuZGxl" });
      await visit.step("passkey", { response: JSON.stringify(given) });
      return consoles.entered(visit);
    };
    expect(await answer()).toMatchObject({ email });
    const execute = createExecute(world.stores, world.ports);
    // Locks an owner with a credential that may manage administrators.
    const other = await world.administrator(tenantId, "second@acme.example", PASSWORD);
    expect(other).not.toBe(userId);
    await execute(tenantActor(tenantId), lockUser, { userId, indefinite: true });
    expect(await answer(), "an administrator's lock does").toBeNull();
  });

  it("do not reveal by the page or the end of the lock that a guess was right", async () => {
    const email = await administrators["an organization's owner"]();
    await wrong(email);
    const stranger = consoleBrowser(consoles.auth, BASE_URL, "198.51.100.77");
    expect((await stranger.step("sign-in", { email, password: PASSWORD })).trouble).toBe("refused");
    const nobody = consoleBrowser(consoles.auth, BASE_URL, "198.51.100.78");
    expect((await nobody.step("sign-in", { email: "nobody@x.example", password: PASSWORD })).trouble).toBe(
      "refused",
    );
    const shown = await stranger.view();
    expect(shown).toMatchObject({ step: "first", proved: false });
    world.pass(16 * 60_000);
    await stranger.step("continue");
    expect(await stranger.enter()).toBeNull();
    world.pass(-16 * 60_000);
  });
});
