import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anApp, aUser } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createAccessRule } from "../access-rules/access-rules";
import { approveConnector, setAppConnector } from "../connectors/connectors";
import { countOnlyByConnector, countOnlyByPasskey } from "../sign-in-options/lockout-check";
import { updateSignInOptions } from "../sign-in-options/sign-in-options";

describe.each(databaseKinds)("the users with only one way to sign in, on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => {
    test = await testOperations(kind);
    test.ports.channels = { email: true, sms: true };
  });
  afterAll(() => test.close());

  const setting = async () => {
    const t = ++tenant;
    const app = await anApp(test, t);
    const turnOn = async (name: string, appId = app.id) => {
      await test.run(t, approveConnector, { appId, name, approved: true });
      await test.run(t, setAppConnector, { appId, name, enabled: true });
    };
    const passkey = (userId: number, verifiedAt: Date | null = new Date()) =>
      test.write(t, (tx) => tx.factors.insert({ userId, kind: "webauthn", verifiedAt }));
    const without = async (name: string, appId = app.id) =>
      (await test.run(t, countOnlyByConnector, { appId, name })).people;
    const withoutPasskeys = async () => (await test.run(t, countOnlyByPasskey, {})).people;
    return { t, app, turnOn, passkey, without, withoutPasskeys };
  };

  it("are counted for an app's connector: users without a password, a passkey and another connector", async () => {
    const { t, turnOn, passkey, without } = await setting();
    await aUser(test, t, { passwordHash: null });
    await aUser(test, t, { passwordHash: "x" });
    await aUser(test, t, { passwordHash: null, status: "suspended" });
    const keyed = await aUser(test, t, { passwordHash: null });
    await passkey(keyed.id);
    const begun = await aUser(test, t, { passwordHash: null });
    await passkey(begun.id, null);
    expect(await without("EmailOtp")).toBe(0);
    await turnOn("EmailOtp");
    expect(await without("EmailOtp")).toBe(2);
    await turnOn("SmsOtp");
    expect(await without("EmailOtp")).toBe(2);
    await turnOn("MagicLink");
    expect(await without("EmailOtp")).toBe(0);
    await expect(without("Nothing")).rejects.toMatchObject({ status: 404 });
    await expect(without("EmailOtp", 999_999)).rejects.toMatchObject({ status: 404 });
  });

  it("are counted among those who may open the app, with the methods that its rules allow", async () => {
    const { t, app, turnOn, without } = await setting();
    const guest = await aUser(test, t, { passwordHash: null });
    await aUser(test, t, { passwordHash: null });
    await aUser(test, t, { passwordHash: "x" });
    await turnOn("EmailOtp");
    await test.write(t, (tx) => tx.apps.update(app.id, { restricted: true }));
    await test.write(t, (tx) => tx.appGuests.insert({ appId: app.id, userId: guest.id }));
    expect(await without("EmailOtp")).toBe(1);
    await test.write(t, (tx) => tx.apps.update(app.id, { restricted: false }));
    const rule = { scope: "app", appId: app.id, type: "method", methods: ["EmailOtp", "webauthn"] };
    await test.run(t, createAccessRule, rule);
    expect(await without("EmailOtp")).toBe(3);
  });

  it("include users who are linked to a provider of that kind", async () => {
    const { t, turnOn, without } = await setting();
    await turnOn("Saml");
    const [linked] = [
      await aUser(test, t, { passwordHash: null }),
      await aUser(test, t, { passwordHash: null }),
    ];
    const of = { subject: "them", userId: linked.id };
    for (const kindOf of ["saml", "oidc"] as const) {
      const { id: providerId } = await test.write(t, (tx) =>
        tx.identityProviders.insert({ kind: kindOf, name: kindOf, settings: {} }),
      );
      await test.write(t, (tx) => tx.identities.insert({ ...of, providerId }));
    }
    expect(await without("Saml")).toBe(1);
    await turnOn("Social");
    expect(await without("Saml")).toBe(0);
  });

  it("are counted for passkeys over all apps", async () => {
    const { t, turnOn, passkey, withoutPasskeys } = await setting();
    await passkey((await aUser(test, t, { passwordHash: null })).id);
    await passkey((await aUser(test, t, { passwordHash: "x" })).id);
    expect(await withoutPasskeys()).toBe(1);
    await test.run(t, updateSignInOptions, { webAuthnAllowAsAuthentication: false });
    expect(await withoutPasskeys()).toBe(0);
    await test.run(t, updateSignInOptions, { webAuthnAllowAsAuthentication: true });
    await turnOn("EmailOtp");
    expect(await withoutPasskeys()).toBe(0);
  });
});
