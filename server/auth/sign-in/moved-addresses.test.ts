import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addCodeFactor } from "@/server/domain/factors/kinds/codes";
import { updateUser } from "@/server/domain/users/users";
import { credentials, EMAIL, page, signInScene } from "@/server/testing/sign-in-scene";
import { databaseKinds } from "@/server/testing/stores";

const BOSS = "boss@corp.example";

describe.each(databaseKinds)("an attacker who gives an account another person's address, on %s", (kind) => {
  let scene: Awaited<ReturnType<typeof signInScene>>;
  beforeAll(async () => void (scene = await signInScene(kind)));
  afterAll(() => scene.close());

  /** Creates the attacker's account. `move` changes its address as a user manager. */
  async function attacker(connectors: string[] = []) {
    const made = await scene.setting(connectors);
    const { t, userId, store } = made;
    return {
      ...made,
      move: (email: string) => scene.test.run(t, updateUser, { userId, email }),
      user: async () => (await store.read((tx) => tx.users.get(userId)))!,
      events: async () => (await scene.test.events(t)).map(({ action }) => action),
    };
  }

  it("does not verify it by the second-factor code to the old address", async () => {
    const { userId, store, browser, mail, move, user, events } = await attacker();
    const now = scene.test.clock.now;
    await store.write((tx) => addCodeFactor(tx, { userId, kind: "email", address: EMAIL }, now));
    await move(BOSS);
    const visit = browser();
    await visit.step("sign-in", { ...credentials, email: BOSS });
    await visit.step("send", { method: "email" });
    const { to, code } = (await mail())!;
    expect(to).toBe(EMAIL);
    expect(await visit.step("code", { code: code! })).toMatchObject({ to: "app", acr: "2fa" });
    expect((await user()).emailVerifiedAt).toBeNull();
    expect(await events()).not.toContain("account.email_verified");
    // The code verifies the attacker's own address, and the audit log records it.
    await move(EMAIL);
    scene.later(31_000);
    const own = browser();
    await own.step("sign-in", credentials);
    await own.step("send", { method: "email" });
    await own.step("code", { code: (await mail())!.code! });
    expect((await user()).emailVerifiedAt).not.toBeNull();
    expect(await events()).toContain("account.email_verified");
  });

  it("neither signs in nor verifies it with a first-factor code sent to the old address before the change", async () => {
    const { browser, mail, move, user, requireMfa } = await attacker(["EmailOtp"]);
    await requireMfa();
    const visit = browser();
    await visit.step("identify", { email: EMAIL });
    await visit.step("send", { method: "EmailOtp" });
    expect(await visit.step("code", { code: (await mail())!.code! })).toEqual(page());
    expect(await visit.view()).toMatchObject({ proved: true });
    await move(BOSS);
    expect(await visit.step("continue")).toEqual(page("refused"));
    expect(await visit.view()).toMatchObject({ proved: false });
    expect((await user()).emailVerifiedAt).toBeNull();
  });

  it("does not sign in with a first-factor code sent to a number that the account no longer has", async () => {
    const { browser, mail, store, userId } = await attacker(["SmsOtp"]);
    await store.write((tx) => addCodeFactor(tx, { userId, kind: "email", address: EMAIL }, new Date()));
    const visit = browser();
    await visit.step("identify", { email: EMAIL });
    await visit.step("send", { method: "SmsOtp" });
    expect(await visit.step("code", { code: (await mail())!.code! })).toEqual(page());
    await store.write((tx) => tx.users.update(userId, { phone: "+49 30 7654321" }));
    expect(await visit.step("continue")).toEqual(page("refused"));
  });
});
