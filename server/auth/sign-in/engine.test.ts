import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTag, setTagPolicy } from "@/server/domain/tags/tags";
import { tagUser } from "@/server/domain/tags/tagged";
import { TEST_ORIGIN } from "@/server/testing/sign-in";
import { credentials, EMAIL, page, rpId, signInScene } from "@/server/testing/sign-in-scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("first factors, on %s", (kind) => {
  let scene: Awaited<ReturnType<typeof signInScene>>;
  let setting: (typeof scene)["setting"];
  beforeAll(async () => {
    scene = await signInScene(kind);
    ({ setting } = scene);
  });
  afterAll(() => scene.close());

  it.each(["EmailOtp", "MagicLink"])(
    "sends no %s to an address that an administrator has not proved",
    async (method) => {
      const { browser, mail, store, userId } = await setting(["EmailOtp", "MagicLink"]);
      await store.write((tx) => tx.administrators.insert({ userId, role: "owner" }));
      await store.write((tx) => tx.users.update(userId, { emailVerifiedAt: null }));
      const ask = async () => {
        const visit = browser();
        await visit.step("identify", { email: EMAIL });
        expect(await visit.step("send", { method })).toEqual(page());
        return mail();
      };
      expect(await ask()).toBeNull();
      await store.write((tx) => tx.users.update(userId, { emailVerifiedAt: new Date() }));
      expect(await ask()).toMatchObject({ to: EMAIL });
    },
  );

  it("accepts a password if no further step is demanded, and reports the method in the session and in tokens", async () => {
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
    // The sign-in has ended, so its proofs cannot be used again.
    expect(await visit.step("continue")).toEqual(page());
    expect(await visit.view()).toMatchObject({ step: "first", proved: false });
  });

  it("rehashes a password at the current cost at the next sign-in", async () => {
    const { browser, store, userId } = await setting();
    const hash = async () => (await store.read((tx) => tx.users.get(userId)))!.passwordHash;
    await store.write((tx) => tx.users.update(userId, { passwordHash: `old:${credentials.password}` }));
    expect(await browser().step("sign-in", { ...credentials, password: "wrong" })).toEqual(page("refused"));
    expect(await hash()).toBe(`old:${credentials.password}`);
    expect(await browser().step("sign-in", credentials)).toMatchObject({ to: "app", userId });
    expect(await hash()).toBe(`plain:${credentials.password}`);
    expect(await browser().step("sign-in", credentials)).toMatchObject({ to: "app", userId });
  });

  it("signs in with the old hash if rehashing fails", async () => {
    const { browser, store, userId } = await setting();
    const old = `old:${credentials.password}`;
    await store.write((tx) => tx.users.update(userId, { passwordHash: old }));
    const hash = vi.spyOn(scene.test.ports.passwords, "hash").mockRejectedValueOnce(new Error("no memory"));
    try {
      expect(await browser().step("sign-in", credentials)).toMatchObject({ to: "app", userId });
      expect(hash).toHaveBeenCalledOnce();
    } finally {
      hash.mockRestore();
    }
    expect((await store.read((tx) => tx.users.get(userId)))!.passwordHash).toBe(old);
  });

  it("sends a code that is valid for ten minutes, five attempts, and this browser", async () => {
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
    scene.later(31_000);
    await late.step("send", { method: "EmailOtp" });
    const { code: second } = (await mail())!;
    scene.later(10 * 60_000);
    expect(await late.step("code", { code: second! })).toEqual(page("code_expired"));
  }, 60_000);

  it("answers the same for an address without an account, and sends nothing", async () => {
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

  it("sends no code to an unproven number, and does not reveal this", async () => {
    const { browser, mail, store, userId } = await setting(["SmsOtp"]);
    await store.write((tx) => tx.users.update(userId, { phoneVerifiedAt: null }));
    const visit = browser();
    await visit.step("identify", { email: EMAIL });
    expect(await visit.step("send", { method: "SmsOtp" })).toEqual(page());
    expect(await mail()).toBeNull();
    await store.write((tx) => tx.users.update(userId, { phoneVerifiedAt: scene.test.clock.now }));
    scene.later(31_000);
    await visit.step("send", { method: "SmsOtp" });
    expect(await mail()).toMatchObject({ to: "+49 30 1234567", template: "sms_code" });
  });

  it("waits for the end of a time step, with and without an account (limits.test.ts)", async () => {
    const { browser } = await setting(["EmailOtp"]);
    const pause = vi.spyOn(scene.ports, "pause");
    for (const [index, email] of [EMAIL, "nobody@acme.example"].entries()) {
      const visit = browser({ ip: "198.51.100.1" });
      await visit.step("identify", { email });
      await visit.step("send", { method: "EmailOtp" });
      expect(pause, email).toHaveBeenCalledTimes(index + 1);
    }
    pause.mockRestore();
  });

  it("opens a link in the browser that requested it, and only a form uses it up", async () => {
    const { browser, mail } = await setting(["MagicLink"]);
    const visit = browser();
    await visit.step("identify", { email: EMAIL });
    await visit.step("send", { method: "MagicLink" });
    const url = new URL((await mail())!.url!);
    expect(url.pathname).toBe(`/interaction/${visit.key}`);
    const token = url.searchParams.get("link")!.split(".")[1]!;
    // Opening the page changes nothing.
    for (let look = 0; look < 3; look++) expect((await visit.view()).sent?.method).toBe("MagicLink");
    expect(await visit.step("link", { token: "x".repeat(43) })).toEqual(page("link"));
    expect(await visit.step("link", { token })).toMatchObject({ to: "app" });
    expect(await visit.step("link", { token })).toEqual(page("link"));
  });

  it("opens a link on another device with the correct number, and admits only the browser that began", async () => {
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

  it("sends no link if a tag does not allow it", async () => {
    const { t, browser, mail, userId } = await setting(["MagicLink"]);
    const { tagId } = await scene.test.run(t, createTag, { name: "No links" });
    await scene.test.run(t, setTagPolicy, { tagId, policyKey: "allowMagicLink", value: false });
    await scene.test.run(t, tagUser, { userId, tagId });
    const visit = browser();
    await visit.step("identify", { email: EMAIL });
    expect(await visit.step("send", { method: "MagicLink" })).toEqual(page());
    expect(await mail()).toBeNull();
  });

  it("accepts a passkey as both factors, for this step only", async () => {
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

  it("refuses unknown steps, and reveals nothing on a step out of turn", async () => {
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
