import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appAuthorizations } from "@/db/tenant/app-access";
import { devices, sessions } from "@/db/tenant/sessions";
import { signInFlows } from "@/db/tenant/sign-in-flows";
import { addAdministrator } from "@/server/domain/administrators/administrators";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { updateSignInOptions } from "@/server/domain/sign-in-options/sign-in-options";
import { revokeSessions } from "@/server/domain/sessions/sessions";
import { createBrowser, type AppAccess } from "@/server/seed/browser";
import { setUpApp } from "@/server/testing/authenticator-app";
import { tenantActor } from "@/server/testing/operations";
import { registerApp } from "@/server/testing/scene";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { foreignDomain } from "@/server/testing/foreign-domain";
const PASSWORD = "mallory chose this one 9";

describe.each(databaseKinds)("the operator of a custom domain, on %s", (kind) => {
  let server: TestServer;
  const { acme, store, send, post, mailed, takeDomain } = foreignDomain(() => server);
  let domain: string;
  let app: AppAccess;
  beforeAll(async () => {
    server = await startTestServer(kind);
    domain = await takeDomain();
    const { execute } = server.container;
    const actor = tenantActor(acme().tenantId);
    const made = await registerApp(execute, actor);
    ({ app } = made);
    const name = "MagicLink";
    await execute(actor, approveConnector, { appId: made.appId, name, approved: true });
    await execute(actor, setAppConnector, { appId: made.appId, name, enabled: true });
  }, 120_000);
  afterAll(() => server.close());
  let numbered = 0;
  async function somebody(values: { passwordHash?: string; emailVerifiedAt?: Date } = {}) {
    const email = `employee${(numbered += 1)}@domain.example`;
    const { id } = await store().write((tx) => tx.users.insert({ email, ...values }));
    return { id, email };
  }
  const appoint = (userId: number) =>
    server.container.execute(tenantActor(acme().tenantId), addAdministrator, { userId, role: "owner" });
  const userOf = (id: number) => store().read((tx) => tx.users.get(id));

  it.each(["custom domain", "installation’s own host"])(
    "attack: a link for a new password that led to the custom domain is used at the %s before the promotion",
    async (where) => {
      const { slug } = acme();
      const { id, email } = await somebody();
      await post(domain, `/recover/${slug}/ask`, { email });
      const token = (await mailed(email)).token;
      const at = where === "custom domain" ? domain : server.url;
      expect(await post(at, `/recover/${slug}/reset`, { token, password: PASSWORD })).toEqual({
        done: "user",
      });
      expect((await userOf(id))!.passwordHash).not.toBeNull();
      await appoint(id);
      expect(await userOf(id)).toMatchObject({ passwordHash: null });
    },
  );

  it("keeps a password that was chosen by a link to the installation's own host", async () => {
    const { slug } = acme();
    const { id, email } = await somebody();
    await post(server.url, `/recover/${slug}/ask`, { email });
    const token = (await mailed(email)).token;
    await post(server.url, `/recover/${slug}/reset`, { token, password: PASSWORD });
    await appoint(id);
    expect((await userOf(id))!.passwordHash).not.toBeNull();
  });

  it("attack: a session and a password that were begun and typed at the domain outlive the promotion", async () => {
    const passwordHash = await server.container.ports.passwords.hash(PASSWORD);
    const { id, email } = await somebody({ passwordHash, emailVerifiedAt: new Date() });
    const browser = createBrowser(domain, send);
    const { at } = await browser.authorize(app);
    await browser.follow(await browser.submit(at, "sign-in", { email, password: PASSWORD }), app);
    const held = () => store().read((tx) => tx.sessions.list({ where: eq(sessions.userId, id) }));
    expect(await held()).toMatchObject([{ revokedAt: null }]);
    await appoint(id);
    expect((await held())[0]!.revokedAt).not.toBeNull();
    expect(await userOf(id)).toMatchObject({ passwordHash: null });
  });

  /** Returns the number that the first browser of the newest sign-in shows. */
  async function shownNumber() {
    const [newest] = await store().read((tx) =>
      tx.signInFlows.list({ orderBy: [desc(signInFlows.id)], limit: 1 }),
    );
    const asked = JSON.parse(server.container.ports.vault.decrypt(newest!.challengeSealed!)) as {
      challenge: { number: string };
    };
    return asked.challenge.number;
  }

  it.each(["is opened after it", "is approved on another device after it"])(
    "attack: a link that signs in, mailed for the domain before the promotion, %s",
    async (how) => {
      await server.container.execute(tenantActor(acme().tenantId), updateSignInOptions, {
        magicLinkCrossDeviceEnabled: true,
      });
      for (const isAppointed of [false, true]) {
        const { id, email } = await somebody();
        const browser = createBrowser(domain, send);
        const page = new URL((await browser.authorize(app)).at).pathname;
        const step = (name: string, form: Record<string, string>) =>
          browser.open(`${page}/${name}`, {
            method: "POST",
            body: new URLSearchParams(form),
            headers: { origin: domain },
          });
        await step("identify", { email });
        await step("send", { method: "MagicLink" });
        const link = new URL((await mailed(email)).url).searchParams.get("link")!;
        if (isAppointed) await appoint(id);
        const token = link.slice(link.indexOf(".") + 1);
        if (how === "is opened after it") await step("link", { token });
        else {
          await post(domain, `${page}/approve`, { token, number: await shownNumber() });
          await step("continue", {});
        }
        const opened = await store().read((tx) => tx.sessions.list({ where: eq(sessions.userId, id) }));
        expect(opened).toHaveLength(isAppointed ? 0 : 1);
      }
    },
  );

  it("attack: the cookie of a device at the domain is used at the installation's own host", async () => {
    const passwordHash = await server.container.ports.passwords.hash(PASSWORD);
    const { id, email } = await somebody({ passwordHash, emailVerifiedAt: new Date() });
    const seen: string[] = [];
    async function signIn(at: string, cookies = "") {
      const browser = createBrowser(
        at,
        async (request) => {
          const answer = await send(request);
          seen.push(...answer.headers.getSetCookie());
          return answer;
        },
        cookies,
      );
      const page = (await browser.authorize(app)).at;
      await browser.submit(page, "sign-in", { email, password: PASSWORD });
      return seen.findLast((line) => line.startsWith("castellan_device="))!.split(";")[0]!;
    }
    const devicesOf = () => store().read((tx) => tx.devices.count(eq(devices.userId, id)));
    const cookie = await signIn(domain);
    expect(await devicesOf()).toBe(1);
    const renewed = await signIn(domain, cookie);
    expect(await devicesOf()).toBe(1);
    await signIn(server.url, renewed);
    expect(await devicesOf()).toBe(2);
  });

  it("attack: the cookie of a device at the domain replaces an administrator's second factor there", async () => {
    const passwordHash = await server.container.ports.passwords.hash(PASSWORD);
    /**
     * Signs in, and then signs in again with the cookie of the trusted device and the password. Returns `isTrusted` of the
     * first session. `skips` is true if the second sign-in needs no second factor.
     */
    async function skipsFactor(at: string, { administers }: { administers: boolean }) {
      const { id, email } = await somebody({ passwordHash, emailVerifiedAt: new Date() });
      const { codeAt, now } = await store().write(async (tx) => {
        if (administers) await tx.administrators.insert({ userId: id, role: "owner" });
        const now = new Date();
        return { codeAt: await setUpApp(tx, server.container.ports.vault, id, now), now };
      });
      const begin = async (cookies = "") => {
        const browser = createBrowser(at, send, cookies);
        const { pathname } = new URL((await browser.authorize(app)).at);
        const step = async (name: string, form: Record<string, string>) => {
          const body = new URLSearchParams(form);
          const init = { method: "POST", body, headers: { origin: at } };
          return browser.follow(await browser.open(`${pathname}/${name}`, init), app);
        };
        await step("sign-in", { email, password: PASSWORD });
        return { browser, step };
      };
      const opened = () => store().read((tx) => tx.sessions.list({ where: eq(sessions.userId, id) }));
      const { browser, step } = await begin();
      expect(await opened()).toEqual([]);
      await step("factor", { method: "totp", code: codeAt(now), trust: "on" });
      const isTrusted = (await opened()).map((session) => session.isTrusted);
      // Marks the session as an earlier version of the server did, which trusted administrators' devices at the domain, too.
      await store().write((tx) => tx.sessions.updateWhere(eq(sessions.userId, id), { isTrusted: true }));
      const cookies = browser.cookieHeader("/").split("; ");
      await begin(cookies.find((pair) => pair.startsWith("castellan_device=")));
      return { isTrusted, skips: (await opened()).length > 1 };
    }
    expect(await skipsFactor(domain, { administers: true })).toEqual({ isTrusted: [false], skips: false });
    expect(await skipsFactor(domain, { administers: false })).toEqual({ isTrusted: [true], skips: true });
    expect(await skipsFactor(server.url, { administers: true })).toEqual({ isTrusted: [true], skips: true });
  });

  it("attack: the consent page of a session that has ended is answered", async () => {
    const passwordHash = await server.container.ports.passwords.hash(PASSWORD);
    const { id, email } = await somebody({ passwordHash, emailVerifiedAt: new Date() });
    const browser = createBrowser(server.url, send);
    const { at } = await browser.authorize(app);
    const answer = await browser.submit(at, "sign-in", { email, password: PASSWORD });
    const waiting = await browser.follow(answer, app);
    await server.container.execute(tenantActor(acme().tenantId), revokeSessions, { userId: id });
    await browser.submit(waiting.at, "consent");
    const given = eq(appAuthorizations.userId, id);
    expect(await store().read((tx) => tx.appAuthorizations.list({ where: given }))).toEqual([]);
  });
});
