import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { messages } from "@/db/tenant/messages";
import { desc } from "drizzle-orm";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { registerPasskey, provePasskey } from "@/server/domain/factors/passkeys";
import { makeRecoveryCodes } from "@/server/domain/factors/recovery-codes";
import { beginTotp, confirmTotp, totpSeed } from "@/server/domain/factors/totp";
import { updateSignInOptions } from "@/server/domain/sign-in-options/sign-in-options";
import { createTag, setTagPolicy } from "@/server/domain/tags/tags";
import { tagUser } from "@/server/domain/tags/tagged";
import { testAuthenticator } from "@/server/testing/authenticator";
import { aUser, anApp } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { appSignIns, TEST_ORIGIN } from "@/server/testing/sign-in";
import { databaseKinds } from "@/server/testing/stores";

const PASSWORD = "correct horse battery staple 9";
const EMAIL = "ann@acme.example";
const rpId = new URL(TEST_ORIGIN).hostname;
const base64urlOf = (text: string) => Buffer.from(text).toString("base64url");

describe.each(databaseKinds)("the sign-in, step by step, on %s", (kind) => {
  let test: TestOperations;
  let app: ReturnType<typeof appSignIns>;
  let tenant = 0;
  const start = new Date("2026-03-14T09:26:53.000Z");
  beforeAll(async () => {
    test = await testOperations(kind);
    app = appSignIns({ ...test, ports: { ...test.ports, channels: { email: true, sms: true } } });
  });
  beforeEach(() => void (test.clock.now = new Date(+start + tenant * 86_400_000)));
  afterAll(() => test.close());
  const later = (milliseconds: number) => void (test.clock.now = new Date(+test.clock.now + milliseconds));

  /** A tenant with a person, an app with these connectors, and whoever comes to it. */
  async function setting(connectors: string[] = []) {
    const t = ++tenant;
    const { id: userId } = await aUser(test, t, {
      email: EMAIL,
      phone: "+49 30 1234567",
      passwordHash: `plain:${PASSWORD}`,
      createdAt: new Date(+test.clock.now - 90 * 86_400_000),
    });
    const { id: appId } = await anApp(test, t);
    for (const name of connectors) {
      await test.run(t, approveConnector, { appId, name, approved: true });
      await test.run(t, setAppConnector, { appId, name, enabled: true });
    }
    const store = test.stores.tenant(t);
    const browser = (more: object = {}) => app.browser({ tenantId: t, appId, ip: `192.0.2.${t}`, ...more });
    /** What the newest message says, and to whom. */
    const mail = async () => {
      const [newest] = await store.read((tx) => tx.messages.list({ orderBy: [desc(messages.id)], limit: 1 }));
      if (!newest) return null;
      const data = JSON.parse(test.ports.vault.decrypt(newest.dataSealed!)) as {
        code?: string;
        url?: string;
      };
      return { to: newest.recipient, template: newest.template, ...data };
    };
    const totp = async () => {
      const { sealed } = beginTotp(test.ports.vault, EMAIL, "Acme");
      const secret = Secret.fromBase32(totpSeed(test.ports.vault, sealed)!);
      const codeAt = (now: Date) => new TOTP({ secret }).generate({ timestamp: +now });
      const enrolled = { userId, sealed, code: codeAt(test.clock.now), label: null };
      await store.write((tx) => confirmTotp(tx, test.ports.vault, enrolled, test.clock.now));
      later(60_000);
      return () => codeAt(test.clock.now);
    };
    const passkey = async () => {
      const device = testAuthenticator();
      const asked = { challenge: base64urlOf("enrol"), origin: TEST_ORIGIN, rpId };
      const proved = (await provePasskey(device.create(asked), asked))!;
      await store.write((tx) =>
        registerPasskey(tx, { userId, userHandle: "aGFuZGxl", passkey: proved, label: null }, test.clock.now),
      );
      return device;
    };
    const requireMfa = async () => {
      const { tagId } = await test.run(t, createTag, { name: "Staff" });
      await test.run(t, setTagPolicy, { tagId, policyKey: "requireMfa", value: true });
      await test.run(t, tagUser, { userId, tagId });
      return tagId;
    };
    const sessions = () => store.read((tx) => tx.sessions.list({}));
    const outcomes = async () =>
      (await store.read((tx) => tx.signIns.list({})))
        .sort((a, b) => a.id - b.id)
        .map(({ outcome }) => outcome);
    return { t, userId, appId, store, browser, mail, totp, passkey, requireMfa, sessions, outcomes };
  }
  const credentials = { email: EMAIL, password: PASSWORD };
  const page = (trouble?: string) => ({ to: "page", ...(trouble && { trouble }) });

  it("lets a password through where nothing more is asked, and says how in the session and to tokens", async () => {
    const { browser, sessions, userId } = await setting();
    const visit = browser();
    expect(await visit.view()).toMatchObject({ step: "first", first: ["password", "webauthn"] });
    expect(await visit.step("sign-in", credentials)).toMatchObject({
      to: "app",
      userId,
      amr: ["pwd"],
      acr: "1fa",
    });
    expect(await sessions()).toMatchObject([{ userId, methods: ["password"], isTrusted: false }]);
    // The sign-in has ended: what was proved is not there a second time.
    expect(await visit.step("continue")).toEqual(page());
    expect(await visit.view()).toMatchObject({ step: "first", proved: false });
  });

  it("asks for the authenticator app, once per code, and counts wrong ones", async () => {
    const { browser, totp, sessions, store, userId } = await setting();
    const code = await totp();
    const visit = browser();
    expect(await visit.step("sign-in", credentials)).toEqual(page());
    expect(await visit.view()).toMatchObject({ step: "second", second: ["totp"], proved: true });
    expect(await sessions()).toEqual([]);
    expect(await visit.step("factor", { code: "000000" })).toEqual(page("code_wrong"));
    expect((await store.read((tx) => tx.users.get(userId)))!.failedSignIns).toBe(1);
    expect(await visit.step("factor", { code: code() })).toMatchObject({
      to: "app",
      amr: ["pwd", "otp", "mfa"],
      acr: "2fa",
    });
    expect(await sessions()).toMatchObject([{ methods: ["password", "totp"] }]);
    const again = browser();
    await again.step("sign-in", credentials);
    expect(await again.step("factor", { code: code() }), "a code is good once").toEqual(page("code_wrong"));
    later(30_000);
    expect(await again.step("factor", { code: code() })).toMatchObject({ to: "app" });
  });

  it("locks the account when codes are guessed, and of guesses at once looks at one", async () => {
    const { browser, totp, store, userId } = await setting();
    const code = await totp();
    const visit = browser();
    await visit.step("sign-in", credentials);
    const burst = await Promise.all(
      Array.from({ length: 8 }, (_, i) => visit.step("factor", { code: `00000${i}` })),
    );
    expect(burst.filter((result) => result?.to === "page" && result.trouble === "code_wrong")).toHaveLength(
      1,
    );
    for (let guess = 0; guess < 9; guess++) await visit.step("factor", { code: `10000${guess}` });
    expect((await store.read((tx) => tx.users.get(userId)))!.lockedUntil).not.toBeNull();
    expect(
      await visit.step("factor", { code: code() }),
      "the right one, when it is too late",
    ).not.toMatchObject({ to: "app" });
  });

  it("takes a recovery code once, in place of the factor", async () => {
    const { browser, totp, store, userId } = await setting();
    await totp();
    const [code] = await store.write((tx) => makeRecoveryCodes(tx, userId, test.clock.now));
    const one = browser();
    await one.step("sign-in", credentials);
    expect((await one.view()).second).toEqual(["totp", "recovery_code"]);
    expect(await one.step("factor", { method: "recovery_code", code: code! })).toMatchObject({ to: "app" });
    const two = browser();
    await two.step("sign-in", credentials);
    expect(await two.step("factor", { method: "recovery_code", code: code! })).toEqual(page("code_wrong"));
  });

  it("does not ask again on a device that is trusted, until its trust is taken back", async () => {
    const { browser, totp, sessions, store } = await setting();
    const code = await totp();
    const one = browser();
    await one.step("sign-in", credentials);
    await one.step("factor", { code: code(), trust: "on" });
    expect(await sessions()).toMatchObject([{ isTrusted: true }]);
    expect(await browser().step("sign-in", credentials)).toMatchObject({ to: "app", acr: "1fa" });
    expect(await browser({ deviceHash: "e".repeat(64) }).step("sign-in", credentials)).toEqual(page());
    const [{ id }] = (await sessions()) as [{ id: number }];
    await store.write((tx) => tx.sessions.update(id, { isTrusted: false }));
    expect(await browser().step("sign-in", credentials)).toEqual(page());
  });

  it("sends a code that is good for ten minutes, five tries, and this browser", async () => {
    const { browser, mail, store, userId } = await setting(["EmailOtp"]);
    const visit = browser();
    expect(await visit.view()).toMatchObject({ step: "identify" });
    await visit.step("identify", { email: "ANN@acme.example" });
    expect(await visit.step("send", { method: "EmailOtp" })).toEqual(page());
    expect(await visit.step("send", { method: "EmailOtp" })).toEqual(page("wait"));
    const sent = (await mail())!;
    expect(sent).toMatchObject({
      to: EMAIL,
      template: "email_code",
      code: expect.stringMatching(/^\d{6}$/) as string,
    });
    const thief = browser();
    await thief.step("identify", { email: EMAIL });
    expect(await thief.step("code", { code: sent.code! })).toEqual(page("again"));
    expect(
      await visit.step("code", { code: " " + sent.code!.slice(0, 3) + " " + sent.code!.slice(3) }),
    ).toMatchObject({
      to: "app",
      amr: ["otp"],
    });
    expect((await store.read((tx) => tx.users.get(userId)))!.emailVerifiedAt).not.toBeNull();

    const late = browser();
    await late.step("identify", { email: EMAIL });
    await late.step("send", { method: "EmailOtp" });
    const { code } = (await mail())!;
    for (let guess = 0; guess < 5; guess++)
      expect(await late.step("code", { code: code === "111111" ? "222222" : "111111" })).toEqual(
        page("code_wrong"),
      );
    expect(await late.step("code", { code: code! })).toEqual(page("code_expired"));
    later(31_000);
    await late.step("send", { method: "EmailOtp" });
    const { code: second } = (await mail())!;
    later(10 * 60_000);
    expect(await late.step("code", { code: second! })).toEqual(page("code_expired"));
  }, 60_000);

  it("says and does the same for an address that names nobody, and sends nothing", async () => {
    const { browser, mail } = await setting(["EmailOtp", "MagicLink", "SmsOtp"]);
    for (const method of ["EmailOtp", "SmsOtp", "MagicLink"]) {
      const [known, unknown] = [browser(), browser()];
      await known.step("identify", { email: EMAIL });
      await unknown.step("identify", { email: "nobody@acme.example" });
      await known.step("send", { method });
      const before = JSON.stringify(await mail());
      expect(await unknown.step("send", { method })).toEqual(page());
      expect(JSON.stringify(await mail())).toBe(before);
      const [one, other] = [await known.view(), await unknown.view()];
      const shown = (view: typeof one) => ({
        ...view,
        identifier: "",
        sent: { ...view.sent, number: view.sent!.number?.length },
      });
      expect(shown(other)).toEqual(shown(one));
      if (method !== "MagicLink")
        expect(await unknown.step("code", { code: "000000" })).toEqual(
          await known.step("code", { code: "000000" }),
        );
    }
  }, 60_000);

  it("takes as long for nobody as for somebody", async () => {
    const { browser } = await setting(["EmailOtp"]);
    const medianOf = async (email: string) => {
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        const visit = browser({ ip: `198.51.100.${round}` });
        await visit.step("identify", { email });
        const begun = performance.now();
        await visit.step("send", { method: "EmailOtp" });
        times.push(performance.now() - begun);
      }
      return times.sort((a, b) => a - b)[2]!;
    };
    // Answers come at multiples of 120 ms: a slow machine may take one more.
    const [known, unknown] = [await medianOf(EMAIL), await medianOf("nobody@acme.example")];
    expect(Math.abs(known - unknown)).toBeLessThan(130);
    expect(Math.min(known, unknown)).toBeGreaterThan(115);
  }, 60_000);

  it("opens a link in the browser that asked for it; only a form uses it up", async () => {
    const { browser, mail } = await setting(["MagicLink"]);
    const visit = browser();
    await visit.step("identify", { email: EMAIL });
    await visit.step("send", { method: "MagicLink" });
    const url = new URL((await mail())!.url!);
    expect(url.pathname).toBe(`/interaction/${visit.key}`);
    const token = url.searchParams.get("link")!.split(".")[1]!;
    // Whatever opens the page first changes nothing.
    for (let look = 0; look < 3; look++) expect((await visit.view()).sent?.method).toBe("MagicLink");
    expect(await visit.step("link", { token: "x".repeat(43) })).toEqual(page("link"));
    expect(await visit.step("link", { token })).toMatchObject({ to: "app" });
    expect(await visit.step("link", { token })).toEqual(page("link"));
  });

  it("opens a link on another device for whoever knows the number, and lets in only the browser that began", async () => {
    const { browser, mail, sessions } = await setting(["MagicLink"]);
    const visit = browser();
    await visit.step("identify", { email: EMAIL });
    await visit.step("send", { method: "MagicLink" });
    const token = new URL((await mail())!.url!).searchParams.get("link")!.split(".")[1]!;
    const { number } = (await visit.view()).sent!;
    const wrong = number === "11" ? "12" : "11";
    expect(await visit.approve({ token, number: wrong })).toBe("number");
    expect(await visit.step("poll")).toEqual({ to: "json", body: { ready: false } });
    expect(await visit.approve({ token: "x".repeat(43), number: number! })).toBe("link");
    expect(await visit.approve({ token, number: number! })).toBeNull();
    expect(await sessions()).toEqual([]);
    expect(await visit.step("poll")).toEqual({ to: "json", body: { ready: true } });
    expect(await visit.step("continue")).toMatchObject({ to: "app" });
    expect(await sessions()).toHaveLength(1);
  });

  it("sends no link to whom a tag does not allow it", async () => {
    const { t, browser, mail, userId } = await setting(["MagicLink"]);
    const { tagId } = await test.run(t, createTag, { name: "No links" });
    await test.run(t, setTagPolicy, { tagId, policyKey: "allowMagicLink", value: false });
    await test.run(t, tagUser, { userId, tagId });
    const visit = browser();
    await visit.step("identify", { email: EMAIL });
    expect(await visit.step("send", { method: "MagicLink" })).toEqual(page());
    expect(await mail()).toBeNull();
  });

  it("takes a passkey for both factors, for this step only", async () => {
    const { browser, passkey, requireMfa } = await setting();
    const device = await passkey();
    await requireMfa();
    const visit = browser();
    const asked = async (at = visit) => {
      const answer = await at.step("passkey-options");
      const { request } = (answer as { body: { request: { challenge: string } } }).body;
      return { challenge: request.challenge, origin: TEST_ORIGIN, rpId, userHandle: "aGFuZGxl" };
    };
    const use = async (given: object) => visit.step("passkey", { response: JSON.stringify(given) });
    const old = device.get(await asked());
    expect(await use(device.get({ ...(await asked()), origin: "https://evil.example" }))).toEqual(
      page("passkey"),
    );
    expect(await use(old), "the challenge has moved on").toEqual(page("passkey"));
    expect(await use({})).toEqual(page("passkey"));
    const stranger = browser();
    expect(await use(device.get(await asked(stranger))), "another browser's challenge").toEqual(
      page("passkey"),
    );
    expect(await use(device.get({ ...(await asked()), userVerified: true }))).toMatchObject({
      to: "app",
      amr: ["hwk", "user", "mfa"],
      acr: "2fa",
    });
  });

  it("asks for a passkey as the second factor, unless the organization does not want them", async () => {
    const { t, browser, passkey } = await setting();
    const device = await passkey();
    const visit = browser();
    await visit.step("sign-in", credentials);
    expect(await visit.view()).toMatchObject({ step: "second", second: ["webauthn"] });
    const answer = (await visit.step("passkey-options")) as {
      body: { request: { challenge: string; allowCredentials: { id: string }[] } };
    };
    const { challenge, allowCredentials } = answer.body.request;
    expect(allowCredentials.map(({ id }) => id)).toEqual([device.credentialId]);
    const response = JSON.stringify(device.get({ challenge, origin: TEST_ORIGIN, rpId }));
    expect(await visit.step("passkey", { response })).toMatchObject({ to: "app", acr: "2fa" });
    await test.run(t, updateSignInOptions, { webAuthnEnabled: false });
    expect((await browser().view()).first).toEqual(["password"]);
    expect(await browser().step("sign-in", credentials)).toMatchObject({ to: "app" });
  });

  it("has a second factor set up where it is demanded and there is none, and gives recovery codes", async () => {
    const { t, browser, requireMfa, sessions } = await setting();
    await requireMfa();
    const visit = browser();
    // Nothing of it before the first factor.
    expect(await visit.step("enrol-app")).toEqual(page("again"));
    await visit.step("sign-in", credentials);
    expect(await visit.view()).toMatchObject({ step: "enrol", enrol: ["totp", "webauthn"] });
    await visit.step("enrol-app");
    const { app: shown } = await visit.view();
    const secret = Secret.fromBase32(shown!.seed.replaceAll(" ", ""));
    const code = () => new TOTP({ secret }).generate({ timestamp: +test.clock.now });
    expect(await visit.step("enrol-totp", { code: "000000" })).toEqual(page("code_wrong"));
    expect(await sessions()).toEqual([]);
    expect(await visit.step("enrol-totp", { code: code() })).toEqual(page());
    const { recoveryCodes } = await visit.view();
    expect(recoveryCodes).toHaveLength(10);
    expect(await visit.step("acknowledge")).toMatchObject({ to: "app", acr: "2fa" });
    expect((await test.events(t)).map(({ action }) => action)).toContain("account.factor_added");
    const next = browser();
    await next.step("sign-in", credentials);
    expect(await next.step("factor", { method: "recovery_code", code: recoveryCodes![0]! })).toMatchObject({
      to: "app",
    });
  });

  it("has a passkey set up on the way in", async () => {
    const { browser, requireMfa } = await setting();
    await requireMfa();
    const visit = browser();
    await visit.step("sign-in", credentials);
    const answer = (await visit.step("passkey-options")) as {
      body: { creation: { challenge: string; user: { id: string } } };
    };
    const { challenge, user } = answer.body.creation;
    const device = testAuthenticator();
    const asked = { challenge, origin: TEST_ORIGIN, rpId };
    expect(await visit.step("enrol-passkey", { response: JSON.stringify(device.create(asked)) })).toEqual(
      page(),
    );
    expect(await visit.step("acknowledge")).toMatchObject({ to: "app", acr: "2fa" });
    const next = browser();
    const options = (await next.step("passkey-options")) as { body: { request: { challenge: string } } };
    const response = device.get({ ...asked, challenge: options.body.request.challenge, userHandle: user.id });
    expect(await next.step("passkey", { response: JSON.stringify(response) })).toMatchObject({ to: "app" });
  });

  it("asks for more when a sign-in looks risky, and keeps that it did", async () => {
    const { browser, store, userId, mail, outcomes } = await setting();
    const usual = {
      at: new Date(+test.clock.now - 3_600_000),
      userId,
      outcome: "succeeded" as const,
      country: "DE",
    };
    await store.write((tx) => tx.signIns.insert(usual));
    for (let wrong = 0; wrong < 5; wrong++)
      await browser().step("sign-in", { ...credentials, password: "wrong" });
    await store.write((tx) => tx.users.update(userId, { passwordHash: "plain:hunter2" }));
    const visit = browser({ deviceHash: "9".repeat(64) });
    expect(await visit.step("sign-in", { email: EMAIL, password: "hunter2" })).toEqual(page());
    expect(await visit.view()).toMatchObject({ step: "second", second: ["email", "sms"], risky: true });
    await visit.step("send", { method: "sms" });
    const sent = (await mail())!;
    expect(sent).toMatchObject({ to: "+49 30 1234567", template: "sms_code" });
    expect(await visit.step("code", { code: sent.code! })).toMatchObject({
      to: "app",
      amr: ["pwd", "sms", "mfa"],
    });
    expect((await outcomes()).slice(-2)).toEqual(["stepped_up", "succeeded"]);
  });

  it("forgets what was proved when the password changes or the account is locked meanwhile", async () => {
    const { browser, totp, store, userId } = await setting();
    const code = await totp();
    for (const change of [
      { passwordHash: "plain:another" },
      { passwordHash: `plain:${PASSWORD}`, lockedIndefinitely: true },
    ]) {
      await store.write((tx) =>
        tx.users.update(userId, { passwordHash: `plain:${PASSWORD}`, lockedIndefinitely: false }),
      );
      const visit = browser();
      expect(await visit.step("sign-in", credentials)).toEqual(page());
      await store.write((tx) => tx.users.update(userId, change));
      later(60_000);
      expect(await visit.step("factor", { code: code() })).not.toMatchObject({ to: "app" });
    }
  });

  it("knows no step that is not one, and gives away nothing by one that comes out of turn", async () => {
    const { browser, sessions } = await setting();
    const visit = browser();
    for (const step of ["constructor", "__proto__", "toString", "nonsense"])
      expect(await visit.step(step)).toBeNull();
    for (const step of [
      "code",
      "factor",
      "passkey",
      "link",
      "enrol-totp",
      "enrol-passkey",
      "acknowledge",
      "continue",
      "skip",
      "other",
      "restart",
      "send",
    ])
      expect(await visit.step(step), step).toMatchObject({ to: "page" });
    expect(await sessions()).toEqual([]);
  });
});
