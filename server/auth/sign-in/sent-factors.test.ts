import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addCodeFactor } from "@/server/domain/factors/kinds/codes";
import { factorsOf } from "@/server/domain/factors/factors";
import { credentials, EMAIL, page, signInScene } from "@/server/testing/sign-in-scene";
import { databaseKinds } from "@/server/testing/stores";

/** Destinations of the codes in these tests. */
const to = { email: EMAIL, sms: "+49 30 1234567" };

describe.each(databaseKinds)("codes that are sent as second factors, on %s", (kind) => {
  let scene: Awaited<ReturnType<typeof signInScene>>;
  let setting: (typeof scene)["setting"];
  beforeAll(async () => {
    scene = await signInScene(kind);
    ({ setting } = scene);
  });
  afterAll(() => scene.close());

  it("are demanded by e-mail or text message after their setup, and their use is recorded", async () => {
    const { browser, mail, store, userId, sessions } = await setting();
    const kinds = ["email", "sms"] as const;
    const ids: number[] = [];
    for (const kind of kinds)
      ids.push(
        await store.write((tx) =>
          addCodeFactor(tx, { userId, kind, address: to[kind] }, scene.test.clock.now),
        ),
      );
    for (const [index, kind] of kinds.entries()) {
      const visit = browser();
      expect(await visit.step("sign-in", credentials)).toEqual(page());
      expect(await visit.view()).toMatchObject({ step: "second", second: ["email", "sms"], risky: false });
      await visit.step("send", { method: kind });
      const { to: sentTo, code } = (await mail())!;
      expect(sentTo).toBe(to[kind]);
      expect(await visit.step("code", { code: code === "000000" ? "000001" : "000000" })).toEqual(
        page("code_wrong"),
      );
      expect(await visit.step("code", { code: code! })).toMatchObject({ to: "app", acr: "2fa" });
      const used = (await store.read((tx) => factorsOf(tx, userId))).find(
        ({ factorId }) => factorId === ids[index],
      );
      expect(used!.lastUsedAt).toEqual(scene.test.clock.now);
    }
    expect((await sessions()).map(({ methods }) => methods)).toEqual(
      expect.arrayContaining([
        ["password", "email"],
        ["password", "sms"],
      ]),
    );
  });

  it("are accepted from a user without an address", async () => {
    const { browser, mail, store, userId } = await setting();
    await store.write((tx) =>
      addCodeFactor(tx, { userId, kind: "sms", address: to.sms }, scene.test.clock.now),
    );
    const visit = browser();
    await visit.step("sign-in", credentials);
    await store.write((tx) => tx.users.update(userId, { email: null }));
    await visit.step("send", { method: "sms" });
    expect(await visit.step("code", { code: (await mail())!.code! })).toMatchObject({
      to: "app",
      acr: "2fa",
    });
  });

  it("count a mailbox as one factor: the password is demanded if mail is the second factor", async () => {
    const { browser, mail, store, userId, requireMfa } = await setting(["EmailOtp"]);
    await store.write((tx) =>
      addCodeFactor(tx, { userId, kind: "email", address: to.email }, scene.test.clock.now),
    );
    const enter = async () => {
      const visit = browser();
      await visit.step("identify", { email: EMAIL });
      await visit.step("send", { method: "EmailOtp" });
      return { visit, result: await visit.step("code", { code: (await mail())!.code! }) };
    };
    const asked = await enter();
    expect(asked.result).toEqual(page());
    expect(await asked.visit.view()).toMatchObject({ step: "second", second: ["password"], enrol: [] });
    expect(await asked.visit.step("enrol-app")).toEqual(page("again"));
    expect(await asked.visit.step("password", { password: "wrong" })).toEqual(page("password_wrong"));
    expect(await asked.visit.step("password", credentials)).toMatchObject({ to: "app", acr: "2fa" });
    // A user with only the mailbox signs in by it, and must set up another factor if two are demanded.
    await store.write((tx) => tx.users.update(userId, { passwordHash: null, phone: null }));
    expect((await enter()).result).toMatchObject({ to: "app", acr: "1fa" });
    await requireMfa();
    const { visit, result } = await enter();
    expect(result).toEqual(page());
    expect(await visit.view()).toMatchObject({ step: "enrol", enrol: ["totp", "webauthn"] });
    expect(await visit.step("send", { method: "email" })).toEqual(page("again"));
  });

  it("are set up by e-mail during the sign-in, with the first code", async () => {
    const { browser, mail, store, userId, requireMfa, t } = await setting();
    await requireMfa();
    const visit = browser();
    await visit.step("sign-in", credentials);
    expect(await visit.view()).toMatchObject({ step: "enrol", enrol: ["totp", "webauthn", "email"] });
    expect(await visit.step("send", { method: "sms" })).toEqual(page("again"));
    expect(await visit.step("send", { method: "email" })).toEqual(page());
    const { to: sentTo, code } = (await mail())!;
    expect(sentTo).toBe(EMAIL);
    expect(await visit.step("code", { code: code === "000000" ? "000001" : "000000" })).toEqual(
      page("code_wrong"),
    );
    expect(await store.read((tx) => factorsOf(tx, userId))).toEqual([]);
    expect(await visit.step("code", { code: code! })).toEqual(page());
    expect((await visit.view()).recoveryCodes).toHaveLength(10);
    expect(await visit.step("acknowledge")).toMatchObject({ to: "app", acr: "2fa" });
    expect((await store.read((tx) => factorsOf(tx, userId))).map(({ kind }) => kind)).toEqual([
      "email",
      "recovery_codes",
    ]);
    expect((await scene.test.events(t)).map(({ action }) => action)).toContain("account.factor_added");
    expect(await browser().step("sign-in", credentials), "it is asked for from then on").toEqual(page());
  });
});
