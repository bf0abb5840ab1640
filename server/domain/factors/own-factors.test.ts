import { URI, type TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeSetting } from "@/server/domain/settings/tenant-settings";
import { signInOptions } from "@/server/domain/sign-in-options/sign-in-options";
import { testAuthenticator } from "@/server/testing/authenticator";
import { aSession, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { somebodySignedIn } from "@/server/testing/somebody";
import { databaseKinds } from "@/server/testing/stores";
import { addOwnPasskey, addOwnTotp, beginOwnPasskey, beginOwnTotp } from "./enrol";
import { listOwnFactors, makeOwnRecoveryCodes, removeOwnFactor } from "./own-factors";

describe.each(databaseKinds)("users' own second factors on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  const somebody = () => somebodySignedIn(test, ++tenant);

  const code = (uri: string) => (URI.parse(uri) as TOTP).generate({ timestamp: +test.clock.now });
  type Somebody = Awaited<ReturnType<typeof somebody>>;

  async function withApp({ actor }: Somebody) {
    const { sealed, uri } = await test.run(actor, beginOwnTotp, {});
    await test.run(actor, addOwnTotp, { sealed, code: code(uri), label: "Phone" });
    const { factors } = await test.run(actor, listOwnFactors, {});
    return factors.at(-1)!.factorId;
  }

  it("adds an authenticator app, shows the same seed after a wrong code, and keeps the seed out of the log", async () => {
    const { t, userId, actor } = await somebody();
    const begun = await test.run(actor, beginOwnTotp, {});
    expect(begun.uri).toContain("otpauth://totp/Meadow:annabel%40example.com?issuer=Meadow&");
    await expect(test.run(actor, addOwnTotp, { sealed: begun.sealed, code: "000000" })).rejects.toMatchObject(
      refusal(400, "code"),
    );
    expect(await test.run(actor, beginOwnTotp, { sealed: begun.sealed })).toEqual(begun);
    expect((await test.run(actor, beginOwnTotp, { sealed: "else" })).uri).not.toBe(begun.uri);
    await test.run(actor, addOwnTotp, { sealed: begun.sealed, code: code(begun.uri), label: "Phone" });
    expect(await test.run(actor, listOwnFactors, {})).toMatchObject({
      factors: [{ kind: "totp", label: "Phone" }],
      required: false,
      recent: true,
    });
    const events = await test.events(t);
    expect(events).toMatchObject([
      {
        action: "account.factor_added",
        target: `user:${userId}`,
        changes: { factor: { from: null, to: "authenticator app (Phone)" } },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(begun.typed.replaceAll(" ", ""));
  });

  it("attack: the answer of an authenticator app is sent again, so that the app outlives its removal", async () => {
    const { actor } = await somebody();
    const { sealed, uri } = await test.run(actor, beginOwnTotp, {});
    const answer = { sealed, code: code(uri), label: "Phone" };
    const sent = await Promise.allSettled([1, 2, 3].map(() => test.run(actor, addOwnTotp, answer)));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await test.run(actor, listOwnFactors, {})).factors).toHaveLength(1);
    test.clock.now = new Date(+test.clock.now + 30_000);
    await expect(test.run(actor, addOwnTotp, { ...answer, code: code(uri) })).rejects.toMatchObject(
      refusal(400, "code"),
    );
  });

  it("adds a passkey once, for this host and this challenge", async () => {
    const { t, actor } = await somebody();
    const { baseUrl } = test.ports.installation;
    const authenticator = testAuthenticator();
    const { sealed, options } = await test.run(actor, beginOwnPasskey, {});
    const asked = {
      challenge: String(options["challenge"]),
      origin: new URL(baseUrl).origin,
      rpId: new URL(baseUrl).hostname,
    };
    const response = authenticator.create(asked);
    const elsewhere = authenticator.create({ ...asked, origin: "https://evil.example" });
    await expect(test.run(actor, addOwnPasskey, { sealed, response: elsewhere })).rejects.toMatchObject(
      refusal(400, "response"),
    );
    const stranger = await somebody();
    await expect(test.run(stranger.actor, addOwnPasskey, { sealed, response })).rejects.toMatchObject(
      refusal(400),
    );
    await test.run(actor, addOwnPasskey, { sealed, response, label: "Laptop" });
    await expect(test.run(actor, addOwnPasskey, { sealed, response })).rejects.toMatchObject(refusal(400));
    const again = await test.run(actor, beginOwnPasskey, {});
    const same = authenticator.create({ ...asked, challenge: String(again.options["challenge"]) });
    await expect(
      test.run(actor, addOwnPasskey, { sealed: again.sealed, response: same }),
    ).rejects.toMatchObject(refusal(409));
    expect(await test.events(t)).toMatchObject([
      { changes: { factor: { from: null, to: "passkey (Laptop)" } } },
    ]);
    await test.write(t, (tx) => changeSetting(tx, signInOptions, { webAuthnEnabled: false }, test.clock.now));
    await expect(test.run(actor, beginOwnPasskey, {})).rejects.toMatchObject(refusal(400));
    expect(await test.run(actor, listOwnFactors, {})).toMatchObject({ passkeys: false });
  });

  it("refuses to remove the last factor if a second factor is required", async () => {
    const person = await somebody();
    const { t, actor, tagged } = person;
    const first = await withApp(person);
    await tagged({ requireMfa: true });
    await test.run(actor, makeOwnRecoveryCodes, {});
    await expect(test.run(actor, removeOwnFactor, { factorId: first })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("requires a second factor") as string,
    });
    test.clock.now = new Date(+test.clock.now + 60_000);
    const second = await withApp(person);
    await test.run(actor, removeOwnFactor, { factorId: first });
    await expect(test.run(actor, removeOwnFactor, { factorId: second })).rejects.toMatchObject(refusal(400));
    expect((await test.events(t)).map(({ action }) => action)).toEqual([
      "account.factor_added",
      "account.recovery_codes_made",
      "account.factor_added",
      "account.factor_removed",
    ]);
  });

  it("removes recovery codes with the last factor, and creates none without one", async () => {
    const person = await somebody();
    const { t, actor } = person;
    await expect(test.run(actor, makeOwnRecoveryCodes, {})).rejects.toMatchObject(refusal(400));
    const factorId = await withApp(person);
    const { codes } = await test.run(actor, makeOwnRecoveryCodes, {});
    expect(codes).toHaveLength(10);
    expect(JSON.stringify(await test.events(t))).not.toContain(codes[0]);
    await test.run(actor, removeOwnFactor, { factorId });
    expect(await test.run(actor, listOwnFactors, {})).toMatchObject({ factors: [] });
  });

  it("attack: the option for passkeys is switched off, so that an administrator's passkey no longer protects the account", async () => {
    const person = await somebody();
    const { t, userId, actor, tagged } = person;
    await test.write(t, (tx) => tx.administrators.insert({ userId, role: "owner" }));
    const { baseUrl } = test.ports.installation;
    const { sealed, options } = await test.run(actor, beginOwnPasskey, {});
    const response = testAuthenticator().create({
      challenge: String(options["challenge"]),
      origin: new URL(baseUrl).origin,
      rpId: new URL(baseUrl).hostname,
    });
    await test.run(actor, addOwnPasskey, { sealed, response, label: "Laptop" });
    const factorId = await withApp(person);
    await test.run(actor, makeOwnRecoveryCodes, {});
    await tagged({ requireMfa: true });
    for (const option of ["webAuthnAllowAsMfa", "webAuthnEnabled"])
      await test.write(t, (tx) => changeSetting(tx, signInOptions, { [option]: false }, test.clock.now));
    // The organization no longer offers passkeys. An administrator's sign-in still requires the passkey. The user may therefore
    // remove the authenticator app, and the recovery codes stay.
    await test.run(actor, removeOwnFactor, { factorId });
    const { factors } = await test.run(actor, listOwnFactors, {});
    expect(factors.map(({ kind }) => kind).sort()).toEqual(["recovery_codes", "webauthn"]);
    await test.run(actor, makeOwnRecoveryCodes, {});
    const passkey = factors.find(({ kind }) => kind === "webauthn")!;
    await expect(test.run(actor, removeOwnFactor, { factorId: passkey.factorId })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("requires a second factor") as string,
    });
  });

  it("cannot be removed by another user (404)", async () => {
    const one = await somebody();
    const factorId = await withApp(one);
    const other = await aUser(test, one.t);
    const session = await aSession(test, one.t, other.id, { createdAt: test.clock.now });
    const as = { userId: other.id, email: "other@example.com", sessionId: session.id };
    const actor = tenantActor(one.t, { channel: "account", capabilities: ["ManageOwnAccount"], as });
    await expect(test.run(actor, removeOwnFactor, { factorId })).rejects.toMatchObject(refusal(404));
  });
});
