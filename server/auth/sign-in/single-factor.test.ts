import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addCodeFactor } from "@/server/domain/factors/kinds/codes";
import { provePasskey, registerPasskey } from "@/server/domain/factors/kinds/passkeys";
import { testAuthenticator } from "@/server/testing/authenticator";
import { BASE_URL } from "@/server/testing/authentication";
import { consoleWorld, PASSWORD, type ConsoleWorld } from "@/server/testing/console-scene";
import { TEST_ORIGIN } from "@/server/testing/sign-in";
import { credentials, EMAIL, page, rpId, signInScene } from "@/server/testing/sign-in-scene";
import { databaseKinds } from "@/server/testing/stores";

/*
 * A second factor never opens the account alone while the user holds another factor (Ory Kratos CVE-2024-45042, Keycloak
 * CVE-2025-3910).
 */

const held = ["password", "mailbox", "phone", "totp", "passkey"] as const;
type Held = (typeof held)[number];
const pairs = held.flatMap((one, index) => held.slice(index + 1).map((other): [Held, Held] => [one, other]));
const PHONE = "+49 30 1234567";

describe.each(databaseKinds)("one of two factors of a user, on %s", (kind) => {
  let scene: Awaited<ReturnType<typeof signInScene>>;
  beforeAll(async () => void (scene = await signInScene(kind)));
  afterAll(() => scene.close());

  type Setting = Awaited<ReturnType<(typeof scene)["setting"]>>;

  async function holding(these: readonly Held[]) {
    const setting = await scene.setting(["EmailOtp", "SmsOtp"]);
    const { store, userId } = setting;
    const now = scene.test.clock.now;
    const sent = (kind: "email" | "sms", address: string) =>
      store.write((tx) => addCodeFactor(tx, { userId, kind, address }, now));
    if (!these.includes("password"))
      await store.write((tx) => tx.users.update(userId, { passwordHash: null }));
    if (these.includes("mailbox")) await sent("email", EMAIL);
    if (these.includes("phone")) await sent("sms", PHONE);
    if (these.includes("totp")) await setting.totp();
    if (these.includes("passkey")) await setting.passkey();
    return setting;
  }

  async function codeSent({ browser, mail }: Setting, method: "EmailOtp" | "SmsOtp", more: object = {}) {
    const visit = browser(more);
    await visit.step("identify", { email: EMAIL });
    await visit.step("send", { method });
    return { visit, result: await visit.step("code", { code: (await mail())!.code! }) };
  }
  const first = {
    password: async ({ browser }: Setting) => {
      const visit = browser();
      return { visit, result: await visit.step("sign-in", credentials) };
    },
    EmailOtp: (setting: Setting) => codeSent(setting, "EmailOtp"),
    SmsOtp: (setting: Setting) => codeSent(setting, "SmsOtp"),
  };

  it.each(pairs)(
    "gives no session and allows no setup of another factor: %s and %s, by every first method",
    async (...pair) => {
      const setting = await holding(pair);
      for (const demanded of [false, true]) {
        if (demanded) await setting.requireMfa();
        for (const [method, prove] of Object.entries(first)) {
          if (method === "password" && !pair.includes("password")) continue;
          scene.later(31_000);
          const { visit, result } = await prove(setting);
          expect(result, method).toEqual(page());
          expect(await visit.view(), method).toMatchObject({ step: "second", enrol: [] });
          expect((await visit.view()).second, method).not.toEqual([]);
          for (const step of ["enrol-app", "enrol-totp", "enrol-passkey", "skip", "continue"])
            expect((await visit.step(step, { code: "000000", response: "{}" }))!.to, step).toBe("page");
          expect((await visit.view()).app, method).toBeNull();
        }
      }
      expect(await setting.sessions()).toEqual([]);
    },
    60_000,
  );

  it.each([
    ["mailbox", "EmailOtp", "sms"],
    ["phone", "SmsOtp", "email"],
  ] as const)(
    "attack: the second factor by %s alone opens the account of a user without a password who has another channel",
    async (channel, method, other) => {
      const setting = await holding([channel]);
      for (const demanded of [false, true]) {
        if (demanded) await setting.requireMfa();
        for (const appId of [setting.appId, null]) {
          scene.later(31_000);
          const { visit, result } = await codeSent(setting, method, { appId });
          expect(result).toEqual(page());
          expect(await visit.view()).toMatchObject({ step: "second", second: [other], enrol: [] });
          for (const step of ["enrol-app", "enrol-totp", "enrol-passkey", "skip", "continue"])
            expect((await visit.step(step, { code: "000000", response: "{}" }))!.to, step).toBe("page");
          scene.later(31_000);
          await visit.step("send", { method: other });
          expect(await visit.step("code", { code: (await setting.mail())!.code! })).toMatchObject({
            to: "app",
            acr: "2fa",
          });
        }
      }
    },
    60_000,
  );

  it("attack: the mailbox alone sets up a factor for a user without a password who has a phone", async () => {
    const setting = await holding([]);
    await setting.requireMfa();
    const { visit } = await codeSent(setting, "EmailOtp");
    expect(await visit.view()).toMatchObject({ step: "second", second: ["sms"], enrol: [] });
    expect((await visit.step("enrol-app"))!.to).toBe("page");
    expect((await visit.view()).app).toBeNull();
  });

  const withoutPhone = ({ store, userId }: Setting) =>
    store.write((tx) => tx.users.update(userId, { phone: null, phoneVerifiedAt: null }));

  it("opens the account if it is the only factor", async () => {
    const setting = await holding(["mailbox"]);
    await withoutPhone(setting);
    expect((await first.EmailOtp(setting)).result).toMatchObject({ to: "app", acr: "1fa" });
  });

  it("is not replaced by a trusted device if it is the second factor itself", async () => {
    const setting = await holding(["password", "mailbox"]);
    const visit = setting.browser();
    await visit.step("sign-in", credentials);
    await visit.step("send", { method: "email" });
    const code = (await setting.mail())!.code!;
    expect(await visit.step("code", { code, trust: "on" })).toMatchObject({ to: "app", acr: "2fa" });
    expect((await first.password(setting)).result, "the device is trusted").toMatchObject({ to: "app" });
    scene.later(31_000);
    const mailbox = await first.EmailOtp(setting);
    expect(mailbox.result).toEqual(page());
    expect(await mailbox.visit.view()).toMatchObject({ step: "second", second: ["password"] });
  });

  it("does not open the account of a user who otherwise signs in through an identity provider", async () => {
    const setting = await holding(["mailbox"]);
    await withoutPhone(setting);
    const { store, userId } = setting;
    await store.write(async (tx) => {
      const { id: providerId } = await tx.identityProviders.insert({
        name: "Acme",
        slug: "acme",
        kind: "oidc",
        enabled: true,
        settings: {},
      } as never);
      await tx.identities.insert({ userId, providerId, subject: "ann" });
    });
    const { visit, result } = await first.EmailOtp(setting);
    expect(result).toEqual(page());
    expect(await visit.view()).toMatchObject({ step: "second", second: [], enrol: [] });
  });

  it("is demanded although its codes cannot be delivered: the password alone does not open the account", async () => {
    const setting = await holding(["password", "phone"]);
    const { store, userId } = setting;
    const [factor] = await store.read((tx) => tx.factors.list({}));
    await store.write((tx) => tx.factors.update(factor!.id, { data: {} }));
    const { visit, result } = await first.password(setting);
    expect(result).toEqual(page());
    expect(await visit.view()).toMatchObject({ step: "second", second: [], enrol: [] });
    expect((await store.read((tx) => tx.users.get(userId)))!.lastSignInAt).toBeNull();
  });

  it("is not a passkey of another user, and not a passkey that did not verify its user", async () => {
    const setting = await holding(["password", "passkey"]);
    const { browser, store } = setting;
    const foreign = testAuthenticator();
    const other = (await store.write((tx) => tx.users.insert({ email: "bob@acme.example" }))).id;
    const asked = { challenge: Buffer.from("enrol").toString("base64url"), origin: TEST_ORIGIN, rpId };
    const passkey = (await provePasskey(foreign.create(asked), asked))!;
    await store.write((tx) =>
      registerPasskey(tx, { userId: other, userHandle: "Ym9i", passkey, label: null }, new Date()),
    );
    const visit = browser();
    await visit.step("sign-in", credentials);
    const { request } = (
      (await visit.step("passkey-options")) as unknown as { body: { request: { challenge: string } } }
    ).body;
    const response = foreign.get({ ...asked, challenge: request.challenge, userHandle: "Ym9i" });
    expect(await visit.step("passkey", { response: JSON.stringify(response) })).toEqual(page("passkey"));
    expect((await store.read((tx) => tx.users.get(setting.userId)))!.failedSignIns).toBe(1);
    expect(await setting.sessions()).toEqual([]);
  });
});

describe.each(databaseKinds)("a passkey as the first factor of the console, on %s", (kind) => {
  let world: ConsoleWorld["world"];
  let browser: ConsoleWorld["browser"];
  let entered: ConsoleWorld["entered"];
  beforeAll(async () => void ({ world, browser, entered } = await consoleWorld(kind)));
  afterAll(() => world.close());

  const { hostname, origin } = new URL(BASE_URL);

  async function administrator(email: string) {
    const { tenantId } = await world.tenant();
    const userId = await world.administrator(tenantId, email, PASSWORD);
    const device = testAuthenticator();
    const asked = { challenge: Buffer.from("enrol").toString("base64url"), origin, rpId: hostname };
    const passkey = (await provePasskey(device.create(asked), asked))!;
    await world.inTenant(tenantId, (tx) =>
      registerPasskey(tx, { userId, userHandle: "aGFuZGxl", passkey, label: null }, new Date()),
    );
    const user = async () => (await world.inTenant(tenantId, (tx) => tx.users.get(userId)))!;
    return { tenantId, userId, email, device, user };
  }
  type Options = { request: { challenge: string; userVerification: string } };
  async function answer(
    visit: ReturnType<typeof browser>,
    { device }: { device: ReturnType<typeof testAuthenticator> },
    userVerified: boolean,
  ) {
    const { request } = (await (await visit.step("passkey-options")).response.json()) as Options;
    const asked = { challenge: request.challenge, origin, rpId: hostname, userHandle: "aGFuZGxl" };
    const { trouble } = await visit.step("passkey", {
      response: JSON.stringify(device.get({ ...asked, userVerified })),
    });
    return { trouble, userVerification: request.userVerification };
  }

  it("opens nothing and enrols nothing if it did not verify its user (UV=0), and counts as a wrong answer", async () => {
    const ada = await administrator("ada@uv.example");
    const thief = browser();
    expect(await answer(thief, ada, false)).toEqual({ trouble: "passkey", userVerification: "required" });
    expect(await thief.view()).toMatchObject({ step: "first", proved: false, enrol: [], ready: null });
    await thief.step("enrol-app");
    expect((await thief.view()).app).toBeNull();
    expect(await thief.enter()).toBeNull();
    expect((await ada.user()).failedSignIns).toBe(1);
    const owner = browser();
    expect((await answer(owner, ada, true)).trouble).toBeNull();
    expect(await entered(owner)).toMatchObject({ email: ada.email });
  });
});
