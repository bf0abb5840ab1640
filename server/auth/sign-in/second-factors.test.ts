import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factorsOf } from "@/server/domain/factors/factors";
import { makeRecoveryCodes } from "@/server/domain/factors/kinds/recovery-codes";
import { updateSignInOptions } from "@/server/domain/sign-in-options/sign-in-options";
import { testAuthenticator } from "@/server/testing/authenticator";
import { appWith } from "@/server/testing/authenticator-app";
import { TEST_ORIGIN } from "@/server/testing/sign-in";
import { credentials, EMAIL, page, rpId, signInScene } from "@/server/testing/sign-in-scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("second factors, on %s", (kind) => {
  let scene: Awaited<ReturnType<typeof signInScene>>;
  let setting: (typeof scene)["setting"];
  beforeAll(async () => {
    scene = await signInScene(kind);
    ({ setting } = scene);
  });
  afterAll(() => scene.close());

  it("demand the authenticator app, accept each code once, and count wrong ones", async () => {
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
    scene.later(30_000);
    expect(await again.step("factor", { code: code() })).toMatchObject({ to: "app" });
  });

  it("lock the account after wrong codes, and check one of several concurrent guesses", async () => {
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
    expect(await store.read((tx) => tx.messages.list())).toMatchObject([
      { template: "account_locked", recipient: EMAIL, data: { cause: "guesses" } },
    ]);
    expect(
      await visit.step("factor", { code: code() }),
      "the right one, when it is too late",
    ).not.toMatchObject({ to: "app" });
  });

  it("accept a recovery code once, in place of the factor", async () => {
    const { browser, totp, store, userId } = await setting();
    await totp();
    const [code] = await store.write((tx) => makeRecoveryCodes(tx, userId, scene.test.clock.now));
    const one = browser();
    await one.step("sign-in", credentials);
    expect((await one.view()).second).toEqual(["totp", "recovery_code"]);
    expect(await one.step("factor", { method: "recovery_code", code: code! })).toMatchObject({ to: "app" });
    expect(
      await store.read((tx) => tx.messages.list()),
      "a code that somebody else used is seen",
    ).toMatchObject([{ template: "factor_changed", recipient: EMAIL, data: { change: "removed" } }]);
    const two = browser();
    await two.step("sign-in", credentials);
    expect(await two.step("factor", { method: "recovery_code", code: code! })).toEqual(page("code_wrong"));
  });

  it("are not demanded on a trusted device until the trust is revoked", async () => {
    const { browser, totp, sessions, store } = await setting();
    await browser().step("sign-in", { ...credentials, trust: "on" });
    expect(await sessions(), "one factor is no reason for trust").toMatchObject([{ isTrusted: false }]);
    const code = await totp();
    const one = browser();
    await one.step("sign-in", { ...credentials, trust: "on" });
    await one.step("factor", { code: code(), trust: "on" });
    expect((await sessions()).filter(({ isTrusted }) => isTrusted)).toHaveLength(1);
    expect(await browser().step("sign-in", credentials)).toMatchObject({ to: "app", acr: "1fa" });
    const strict = browser({ strong: true });
    expect(await strict.step("sign-in", credentials), "the app asks for two factors").toEqual(page());
    scene.later(30_000);
    expect(await strict.step("factor", { code: code() })).toMatchObject({ to: "app", acr: "2fa" });
    expect(await browser({ deviceHash: "e".repeat(64) }).step("sign-in", credentials)).toEqual(page());
    const trusted = (await sessions()).find(({ isTrusted }) => isTrusted);
    await store.write((tx) => tx.sessions.update(trusted!.id, { isTrusted: false }));
    expect(await browser().step("sign-in", credentials)).toEqual(page());
  });

  it("demand a passkey, unless the organization does not allow passkeys", async () => {
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
    await scene.test.run(t, updateSignInOptions, { webAuthnEnabled: false });
    expect((await browser().view()).first).toEqual(["password"]);
    expect(await browser().step("sign-in", credentials)).toMatchObject({ to: "app" });
  });

  it("demand a passkey of another host, too, and name the host", async () => {
    const { browser, passkey, requireMfa, userId, store } = await setting();
    await requireMfa();
    await passkey();
    const visit = browser({ baseUrl: "https://login.acme.example" });
    expect(await visit.step("sign-in", credentials)).toEqual(page());
    expect(await visit.view()).toMatchObject({ step: "second", second: [], enrol: [], passkeysAt: [rpId] });
    expect(await visit.step("passkey-options")).toEqual({ to: "json", body: null });
    expect(await visit.step("enrol-app")).toEqual(page("again"));
    const codes = await store.write((tx) => makeRecoveryCodes(tx, userId, scene.test.clock.now));
    expect(await visit.view()).toMatchObject({ second: ["recovery_code"], passkeysAt: [rpId] });
    expect(await visit.step("factor", { method: "recovery_code", code: codes[0]! })).toMatchObject({
      to: "app",
    });
  });

  it("create a passkey for the host of the sign-in, which demands no other", async () => {
    const { browser, requireMfa, store, userId } = await setting();
    await requireMfa();
    const baseUrl = "https://login.acme.example";
    const visit = browser({ baseUrl });
    await visit.step("sign-in", credentials);
    type Options = { body: { creation: { challenge: string; rp: { id: string } } } };
    const asking = async () => {
      const { body } = (await visit.step("passkey-options")) as unknown as Options;
      expect(body.creation.rp.id).toBe("login.acme.example");
      return { challenge: body.creation.challenge, origin: baseUrl, rpId: "login.acme.example" };
    };
    const device = testAuthenticator();
    const elsewhere = device.create({ ...(await asking()), origin: TEST_ORIGIN, rpId });
    expect(await visit.step("enrol-passkey", { response: JSON.stringify(elsewhere) })).toEqual(
      page("passkey"),
    );
    const made = JSON.stringify(device.create(await asking()));
    expect(await visit.step("enrol-passkey", { response: made })).toEqual(page());
    const [held] = await store.read((tx) => factorsOf(tx, userId));
    expect(held).toMatchObject({ kind: "webauthn", rpId: "login.acme.example" });
    const own = browser();
    await own.step("sign-in", credentials);
    expect((await own.view()).second).not.toContain("webauthn");
    const there = browser({ baseUrl });
    await there.step("sign-in", credentials);
    expect((await there.view()).second).toContain("webauthn");
  });

  it("are set up if one is demanded and none exists, and recovery codes are issued", async () => {
    const { t, browser, requireMfa, sessions } = await setting();
    await requireMfa();
    const visit = browser();
    // Setup is refused before the first factor.
    expect(await visit.step("enrol-app")).toEqual(page("again"));
    await visit.step("sign-in", credentials);
    expect(await visit.view()).toMatchObject({ step: "enrol", enrol: ["totp", "webauthn", "email"] });
    await visit.step("enrol-app");
    const { app: shown } = await visit.view();
    const code = () => appWith(shown!.seed)(scene.test.clock.now);
    expect(await visit.step("enrol-totp", { code: "000000" })).toEqual(page("code_wrong"));
    expect(await sessions()).toEqual([]);
    expect(await visit.step("enrol-totp", { code: code() })).toEqual(page());
    const { recoveryCodes } = await visit.view();
    expect(recoveryCodes).toHaveLength(10);
    expect(await visit.step("acknowledge")).toMatchObject({ to: "app", acr: "2fa" });
    expect((await scene.test.events(t)).map(({ action }) => action)).toContain("account.factor_added");
    const next = browser();
    await next.step("sign-in", credentials);
    expect(await next.step("factor", { method: "recovery_code", code: recoveryCodes![0]! })).toMatchObject({
      to: "app",
    });
  });

  it("are set up once if two sign-ins with the same password do so at once", async () => {
    const { browser, requireMfa, store, userId } = await setting();
    await requireMfa();
    const visits = [browser(), browser()];
    const codes: string[] = [];
    for (const visit of visits) {
      await visit.step("sign-in", credentials);
      await visit.step("enrol-app");
      codes.push(appWith((await visit.view()).app!.seed)(scene.test.clock.now));
    }
    const results = await Promise.all(
      visits.map((visit, index) => visit.step("enrol-totp", { code: codes[index]! })),
    );
    expect(results).toContainEqual(page());
    expect(results).toContainEqual(page("again"));
    expect((await store.read((tx) => factorsOf(tx, userId))).map((factor) => factor.kind)).toEqual([
      "totp",
      "recovery_codes",
    ]);
    const late = visits[results.findIndex((result) => result?.to === "page" && result.trouble === "again")]!;
    expect(await late.view()).toMatchObject({ step: "second", app: null });
  });

  it("can be a passkey that is set up during the sign-in", async () => {
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

  it("can be reported as lost: administrators are notified, and the report admits no one", async () => {
    const { browser, totp, store, sessions } = await setting();
    await totp();
    const visit = browser();
    await visit.step("lost");
    expect(await store.read((tx) => tx.mfaResetRequests.list({}))).toEqual([]);
    await visit.step("sign-in", credentials);
    expect(await visit.step("lost", { reason: `  ${"x".repeat(600)}` })).toEqual(page("reset_asked"));
    expect(await store.read((tx) => tx.mfaResetRequests.list({}))).toMatchObject([
      { status: "pending", reason: "x".repeat(500) },
    ]);
    expect(await sessions()).toEqual([]);
  });

  it("are demanded if a sign-in looks risky, and this is recorded", async () => {
    const { browser, store, userId, mail, outcomes } = await setting();
    const usual = {
      at: new Date(+scene.test.clock.now - 3_600_000),
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

  it("become invalid if the password changes or the account is locked meanwhile", async () => {
    const { browser, totp, store, userId } = await setting();
    const code = await totp();
    for (const change of [
      { passwordHash: "plain:another" },
      { passwordHash: `plain:${credentials.password}`, lockedIndefinitely: true },
    ]) {
      await store.write((tx) =>
        tx.users.update(userId, { passwordHash: `plain:${credentials.password}`, lockedIndefinitely: false }),
      );
      const visit = browser();
      expect(await visit.step("sign-in", credentials)).toEqual(page());
      await store.write((tx) => tx.users.update(userId, change));
      scene.later(60_000);
      expect(await visit.step("factor", { code: code() })).not.toMatchObject({ to: "app" });
    }
  });
});
