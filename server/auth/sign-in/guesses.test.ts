import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIns } from "@/db/tenant/sign-ins";
import { hashSecret } from "@/server/kernel/http/client-id";
import { credentials, EMAIL, page, signInScene } from "@/server/testing/sign-in-scene";
import { databaseKinds } from "@/server/testing/stores";

/*
 * Wrong guesses count on the account, under any of its identifiers, and lock it (OWASP ASVS 5.0, 6.3.1;
 * ZITADEL CVE-2024-32868).
 */

const STRANGER = { deviceHash: hashSecret("a stranger's browser") };

describe.each(databaseKinds)("wrong answers under names of a directory, on %s", (kind) => {
  let scene: Awaited<ReturnType<typeof signInScene>>;
  /** A directory that maps `ann` to Ann, also in full-width characters. */
  const ann: { userId: number; password: string } = { userId: 0, password: "in the directory" };
  /** The passwords that the directory received. */
  const received: string[] = [];
  beforeAll(async () => {
    scene = await signInScene(kind, {
      byPassword: (_tenant, _app, identifier, password) => {
        received.push(password);
        return Promise.resolve(
          identifier.normalize("NFKC").toLowerCase() !== "ann"
            ? null
            : password === ann.password
              ? { userId: ann.userId, connector: "Ldap" as const }
              : { userId: ann.userId, wrong: true as const },
        );
      },
      redirects: () => Promise.resolve([]),
    });
  });
  afterAll(() => scene.close());

  async function setting() {
    const made = await scene.setting(["Ldap"]);
    ann.userId = made.userId;
    const user = async () => (await made.store.read((tx) => tx.users.get(made.userId)))!;
    let ip = 0;
    /** Creates a stranger's browser with its own address. */
    const stranger = () => made.browser({ ...STRANGER, ip: `198.51.100.${(ip += 1)}` });
    return { ...made, user, stranger };
  }

  it.each(["ann", "ａｎｎ", "ANN"])("lock the account at the tenth wrong code, typed as %s", async (name) => {
    const { stranger, totp, user, sessions } = await setting();
    const code = await totp();
    for (let guess = 0; guess < 10; guess += 1) {
      const visit = stranger();
      expect(await visit.step("sign-in", { email: name, password: ann.password })).toEqual(page());
      expect(await visit.step("factor", { code: `00000${guess}` })).toEqual(page("code_wrong"));
    }
    expect(await user()).toMatchObject({ lockCause: "guesses" });
    const late = stranger();
    expect(await late.step("sign-in", { email: name, password: ann.password })).toEqual(page("refused"));
    expect(await late.view(), "what was right is not told").toMatchObject({ step: "first", proved: false });
    await late.step("factor", { code: code() });
    expect(await sessions()).toEqual([]);
  });

  it("attack: the directory of an ordinary admin receives the passwords of an owner", async () => {
    const { stranger, user, store, userId } = await setting();
    const { email } = await user();
    await stranger().step("sign-in", { email: email!, password: "of an ordinary user" });
    expect(received).toContain("of an ordinary user");
    await store.write((tx) => tx.administrators.insert({ userId, role: "owner" }));
    await stranger().step("sign-in", { email: email!, password: "of an owner" });
    expect(received).not.toContain("of an owner");
  });

  it("lock the account also if it has no known address, and for recovery codes", async () => {
    const { stranger, totp, user, store, userId } = await setting();
    await totp();
    await store.write((tx) => tx.users.update(userId, { email: null }));
    for (let guess = 0; guess < 10; guess += 1) {
      const visit = stranger();
      await visit.step("sign-in", { email: "ann", password: ann.password });
      await visit.step("factor", { code: `00000${guess}` });
    }
    expect(await user()).toMatchObject({ lockCause: "guesses" });
  });

  it("count also on the account that a directory finds, if the password is wrong", async () => {
    const { stranger, user, store, userId } = await setting();
    for (const name of ["ann", "ａｎｎ"])
      for (let guess = 0; guess < 5; guess += 1)
        expect(await stranger().step("sign-in", { email: name, password: `no ${guess}` })).toEqual(
          page("refused"),
        );
    expect(await user()).toMatchObject({ lockCause: "guesses" });
    const records = await store.read((tx) => tx.signIns.list({ where: eq(signIns.userId, userId) }));
    expect(records).toHaveLength(10);
  });

  it("of concurrent second factors are checked only up to the limit, in any number of browsers", async () => {
    const { stranger, totp, user, t } = await setting();
    await totp();
    const visits = Array.from({ length: 15 }, stranger);
    for (const visit of visits) await visit.step("sign-in", credentials);
    await Promise.all(
      visits.map((visit, guess) => visit.step("factor", { code: String(guess).padStart(6, "0") })),
    );
    const { id } = await user();
    const failed = (await scene.test.events(t)).filter(
      ({ action, target }) => action === "account.sign_in_failed" && target === `user:${id}`,
    );
    expect(failed).toHaveLength(10);
    expect(await user()).toMatchObject({ lockCause: "guesses" });
  });

  it("do not include a code that is sent twice at once: it is accepted once", async () => {
    const { browser, totp } = await setting();
    const code = (await totp())();
    const visits = [browser(), browser(), browser()];
    for (const visit of visits) await visit.step("sign-in", credentials);
    const results = await Promise.all(visits.map((visit) => visit.step("factor", { code })));
    expect(results.filter((result) => result!.to === "app")).toHaveLength(1);
  });

  it("include codes of two steps ago", async () => {
    const { browser, totp } = await setting();
    const old = (await totp())();
    scene.later(61_000);
    const visit = browser();
    await visit.step("sign-in", credentials);
    expect(await visit.step("factor", { code: old })).toEqual(page("code_wrong"));
  });

  it("lock the account if they are answers to sent codes", async () => {
    const { store, userId, browser } = await scene.setting(["EmailOtp"]);
    let ip = 0;
    for (let round = 0; round < 2; round += 1) {
      const visit = browser({ ...STRANGER, ip: `203.0.113.${(ip += 1)}` });
      await visit.step("identify", { email: EMAIL });
      await visit.step("send", { method: "EmailOtp" });
      for (let guess = 0; guess < 5; guess += 1) await visit.step("code", { code: `00000${guess}` });
      scene.later(31_000);
    }
    expect((await store.read((tx) => tx.users.get(userId)))!.lockCause).toBe("guesses");
  });
});
