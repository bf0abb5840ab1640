import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { actAsRequests } from "@/db/tenant/act-as";
import { appAuthorizations } from "@/db/tenant/app-access";
import { oneTimeTokens } from "@/db/tenant/messages";
import { devices, sessions } from "@/db/tenant/sessions";
import { signInFlows } from "@/db/tenant/sign-in-flows";
import { factors, mfaResetRequests } from "@/db/tenant/sign-ins";
import { users } from "@/db/tenant/users";
import { EMAIL_CHANGE, keepToken } from "@/server/domain/one-time-tokens/tokens";
import { EMAIL_VERIFICATION } from "@/server/domain/recovery/email-verification";
import { PASSWORD_RESET } from "@/server/domain/recovery/password-reset";
import type { WriteTx } from "@/server/kernel/operation/store";
import { createBrowser } from "@/server/seed/browser";
import { testAuthenticator } from "@/server/testing/authenticator";
import { databaseKinds } from "@/server/testing/stores";
import { vouchingScene, type VouchingScene } from "@/server/testing/vouching-scene";

const PASSWORD = "a long and uncommon one";
const HOUR_MS = 3_600_000;

const later = () => new Date(Date.now() + HOUR_MS);

type Browser = ReturnType<typeof createBrowser>;

/*
 * An attacker uses an account, and later the account's owner becomes an administrator. These tests cover links, codes and
 * sessions that the attacker started before (docs/rights.md, Becoming an administrator).
 */
describe.each(databaseKinds)("an account that another person used before its promotion, on %s", (kind) => {
  let scene: VouchingScene;
  let tagId: number;
  beforeAll(async () => {
    scene = await vouchingScene(kind);
    const { providerId, name, configuration } = scene.providers.saml;
    const settings = {
      ...configuration.settings,
      certificates: scene.evil.certificate,
      attributes: { email: "email" },
    };
    const input = { providerId, name, configuration: { kind: "saml", settings } };
    expect(await scene.call("admin", "federation.update", input)).toMatchObject({ status: 200 });
    const options = {
      webAuthnEnabled: true,
      webAuthnAllowAsAuthentication: true,
      webAuthnAllowAsMfa: true,
    };
    expect(await scene.call("admin", "policies.updateSignInOptions", options)).toMatchObject({
      status: 200,
    });
    tagId = await scene.write<number>(async (tx) => {
      const tag = await tx.tags.insert({ name: "Two factors", policies: { requireMfa: true } });
      return tag.id;
    });
  }, 120_000);
  afterAll(() => scene.close());

  let count = 0;
  let person: { id: number; email: string };
  beforeEach(async () => {
    person = await scene.somebody(`person${++count}`);
    await scene.write((tx) => tx.userTags.insertIfAbsent({ userId: person.id, tagId }));
  });

  const change = (values: Parameters<WriteTx["users"]["update"]>[1]) =>
    scene.write((tx) => tx.users.update(person.id, values));
  const appoint = (role = "owner") => scene.call("owner", "administrators.add", { userId: person.id, role });
  const factorsLeft = () =>
    scene.write<number>(
      async (tx) => (await tx.factors.list({ where: eq(factors.userId, person.id) })).length,
    );
  const record = () => scene.write<{ untrustedSince: Date | null }>((tx) => tx.users.get(person.id));
  const form = (fields: Record<string, string>) => ({
    method: "POST",
    headers: { origin: scene.server.url, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(fields),
  });

  /** Starts the setup of a passkey in the sign-in at `path`. Returns a function that sends the authenticator's response. */
  async function beginPasskey(browser: Browser, path: string) {
    const answer = await browser.open(`${path}/passkey-options`, form({}));
    const { creation } = (await answer.json()) as { creation: { challenge: string } };
    const origin = scene.server.url;
    const asked = { challenge: creation.challenge, origin, rpId: new URL(origin).hostname };
    const response = JSON.stringify(testAuthenticator().create(asked));
    return () => browser.open(`${path}/enrol-passkey`, form({ response, label: "left" }));
  }
  /**
   * Signs in through the attacker's identity provider, and stops at the setup of a second factor. Removes the password first,
   * because the flow reaches this step only in an account without a password.
   */
  async function waitingSaml() {
    await change({ passwordHash: null });
    return scene.waitingSaml(scene.evil, `mallory ${count}`, { email: person.email });
  }
  async function signInByPassword() {
    const browser = createBrowser(scene.server.url, (request) => fetch(request));
    const { at } = await browser.authorize(scene.app);
    const path = new URL(at).pathname;
    await browser.open(`${path}/sign-in`, form({ email: person.email, password: PASSWORD }));
    return { browser, path };
  }
  const leaveToken = (purpose: string) => (tx: WriteTx, userId: number) =>
    keepToken(
      tx,
      {
        userId,
        purpose,
        token: `${purpose}-${userId}`,
        expiresAt: later(),
        data: { email: person.email },
      },
      new Date(),
    );

  it("attack: a sign-in through an attacker's own provider waits during the promotion, and sets up a passkey afterwards", async () => {
    const { browser, path } = await waitingSaml();
    const answer = await beginPasskey(browser, path);
    expect((await appoint()).status).toBe(200);
    await answer();
    expect(await factorsLeft()).toBe(0);
  });

  it("attack: a step of such a sign-in that began before the promotion sets up a passkey afterwards", async () => {
    const { browser, path } = await waitingSaml();
    const answer = await beginPasskey(browser, path);
    // Inserts only the administrator's row. The sign-in flow stays stored, as if a request had saved it after the promotion.
    await scene.write((tx) => tx.administrators.insert({ userId: person.id, role: "owner" }));
    await answer();
    expect(await factorsLeft()).toBe(0);
  });

  it("attack: a passkey from an unfinished sign-in survives the reset of the password by mail", async () => {
    await change({ emailVerifiedAt: null });
    const { browser, path } = await signInByPassword();
    await (
      await beginPasskey(browser, path)
    )();
    expect(await factorsLeft()).toBeGreaterThan(0);
    await scene.write((tx) => leaveToken(PASSWORD_RESET)(tx, person.id));
    const fields = { token: `${PASSWORD_RESET}-${person.id}`, password: "Another 4711 uncommon phrase" };
    await createBrowser(scene.server.url, (request) => fetch(request)).open(
      `/recover/${scene.slug}/reset`,
      form(fields),
    );
    expect((await record()).untrustedSince).not.toBeNull();
    expect((await appoint()).status).toBe(200);
    expect(await factorsLeft()).toBe(0);
  });

  it.each(["a factor", "a proved number", "a session"])(
    "attack: %s is the only trace of an account's use before its address is proved",
    async (trace) => {
      const earlier = new Date(Date.now() - HOUR_MS);
      await change({
        emailVerifiedAt: null,
        passwordHash: null,
        lastSignInAt: null,
        ...(trace === "a proved number" && { phone: "+49301234567", phoneVerifiedAt: earlier }),
      });
      await scene.write(async (tx) => {
        const of = { userId: person.id, createdAt: earlier };
        if (trace === "a factor") await tx.factors.insert({ ...of, kind: "webauthn", verifiedAt: earlier });
        if (trace === "a session") await tx.sessions.insert({ ...of, expiresAt: earlier });
        await leaveToken(EMAIL_VERIFICATION)(tx, person.id);
      });
      const token = `${EMAIL_VERIFICATION}-${person.id}`;
      await fetch(`${scene.server.url}/verify/${scene.slug}/confirm`, {
        ...form({ token }),
        redirect: "manual",
      });
      expect(await record()).toMatchObject({
        emailVouchedBy: null,
        emailVerifiedAt: expect.any(Date) as Date,
      });
      expect((await record()).untrustedSince).not.toBeNull();
    },
  );

  it("attack: an administrator of an older version, with a passkey of another person, becomes an owner", async () => {
    await scene.write(async (tx) => {
      await tx.administrators.insert({ userId: person.id, role: "admin" });
      await tx.factors.insert({ userId: person.id, kind: "webauthn", verifiedAt: new Date() });
    });
    await change({ untrustedSince: new Date(), emailVerifiedAt: null });
    expect(await appoint()).toMatchObject({ status: 400 });
    await change({ emailVerifiedAt: new Date() });
    expect((await appoint()).status).toBe(200);
    expect(await factorsLeft()).toBe(0);
  });

  const session = (tx: WriteTx, userId: number, more = {}) =>
    tx.sessions.insert({ userId, methods: ["password"], expiresAt: later(), ...more });
  /**
   * Ways of access that an attacker can leave in an account. Each entry has a name, a function that creates the way, and a
   * function that returns its valid rows.
   */
  const ways: [
    string,
    (tx: WriteTx, userId: number) => Promise<unknown>,
    (tx: WriteTx, userId: number) => Promise<unknown[]>,
  ][] = [
    [
      "a password",
      () => Promise.resolve(),
      async (tx, id) => (await tx.users.list({ where: eq(users.id, id) })).filter((one) => one.passwordHash),
    ],
    [
      "a proved number",
      (tx, id) => tx.users.update(id, { phone: "+49301234567", phoneVerifiedAt: new Date() }),
      async (tx, id) =>
        (await tx.users.list({ where: eq(users.id, id) })).filter((one) => one.phoneVerifiedAt),
    ],
    ...(["webauthn", "totp", "email", "sms", "recovery_codes"] as const).map(
      (kind): (typeof ways)[number] => [
        `a factor of the kind ${kind}`,
        (tx, userId) => tx.factors.insert({ userId, kind, verifiedAt: new Date() }),
        (tx, id) => tx.factors.list({ where: eq(factors.userId, id) }),
      ],
    ),
    ...["factor_email", "factor_sms", "phone", PASSWORD_RESET, EMAIL_VERIFICATION, EMAIL_CHANGE].map(
      (purpose): (typeof ways)[number] => [
        `a code or link of the purpose ${purpose}`,
        leaveToken(purpose),
        async (tx, id) =>
          (await tx.oneTimeTokens.list({ where: eq(oneTimeTokens.userId, id) })).filter((one) => !one.usedAt),
      ],
    ),
    [
      "a sign-in in progress",
      (tx, userId) => tx.signInFlows.insert({ userId, keyHash: `key-${userId}`, expiresAt: later() }),
      (tx, id) => tx.signInFlows.list({ where: eq(signInFlows.userId, id) }),
    ],
    [
      "a session",
      session,
      async (tx, id) =>
        (await tx.sessions.list({ where: eq(sessions.userId, id) })).filter((one) => !one.revokedAt),
    ],
    [
      "a trusted device",
      (tx, id) => session(tx, id, { isTrusted: true, trustExpiresAt: later() }),
      async (tx, id) =>
        (await tx.sessions.list({ where: eq(sessions.userId, id) })).filter((one) => one.isTrusted),
    ],
    [
      "a known device with a session",
      async (tx, userId) => {
        const device = {
          userId,
          tokenHash: `device-${userId}`,
          label: "Browser",
          status: "registered" as const,
        };
        return session(tx, userId, { deviceId: (await tx.devices.insert(device)).id });
      },
      (tx, id) => tx.devices.list({ where: eq(devices.userId, id) }),
    ],
    [
      "an app's authorization, with its refresh token",
      async (tx, userId) => {
        const [app] = await tx.apps.list({ limit: 1 });
        return tx.appAuthorizations.insert({ userId, appId: app!.id, grantHash: `grant-${userId}` });
      },
      async (tx, id) =>
        (await tx.appAuthorizations.list({ where: eq(appAuthorizations.userId, id) })).filter(
          (one) => !one.revokedAt,
        ),
    ],
    [
      "a request to reset the factors",
      (tx, userId) => tx.mfaResetRequests.insert({ userId, expiresAt: later() }),
      async (tx, id) =>
        (await tx.mfaResetRequests.list({ where: eq(mfaResetRequests.userId, id) })).filter(
          ({ status }) => status === "pending",
        ),
    ],
    [
      "a request to act as the person",
      async (tx, userId) => {
        const [requester] = await tx.administrators.list({ limit: 1 });
        return tx.actAsRequests.insert({
          userId,
          requesterId: requester!.userId,
          reason: "help",
          minutes: 10,
          status: "approved" as const,
          expiresAt: later(),
        });
      },
      async (tx, id) =>
        (await tx.actAsRequests.list({ where: eq(actAsRequests.userId, id) })).filter(
          ({ status }) => status !== "ended",
        ),
    ],
  ];

  it.each(ways)("attack: %s of the earlier user outlives the promotion", async (_what, leave, counting) => {
    await change({ untrustedSince: new Date() });
    await scene.write((tx) => leave(tx, person.id));
    expect(await scene.write((tx) => counting(tx, person.id))).toHaveLength(1);
    expect((await appoint()).status).toBe(200);
    expect(await scene.write((tx) => counting(tx, person.id))).toEqual([]);
  });
});
