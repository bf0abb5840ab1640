import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessions } from "@/db/tenant/sessions";
import { addOwnCodeFactor, askOwnCodeFactor } from "@/server/domain/factors/code-factors";
import { addCodeFactor } from "@/server/domain/factors/kinds/codes";
import { listOwnFactors, removeOwnFactor } from "@/server/domain/factors/own-factors";
import { makeRecoveryCodes } from "@/server/domain/factors/kinds/recovery-codes";
import { approveMfaReset } from "@/server/domain/mfa-resets/mfa-resets";
import { requestMfaReset } from "@/server/domain/mfa-resets/request";
import { changeProvisioned } from "@/server/domain/provisioning/people";
import type { ProvisionedPerson } from "@/server/domain/provisioning/people.schema";
import { requestPasswordReset, resetPassword } from "@/server/domain/recovery/password-reset";
import { systemSubject } from "@/server/kernel/operation/actor";
import { createExecute } from "@/server/kernel/operation/execute";
import { fieldsIn, userFieldNames } from "@/server/kernel/user-fields";
import { refusal, tenantActor, type TestOperations } from "@/server/testing/operations";
import { credentials, EMAIL, page, signInScene } from "@/server/testing/sign-in-scene";
import { databaseKinds } from "@/server/testing/stores";

const NEW_PASSWORD = "another horse battery staple 9";

describe.each(databaseKinds)("trust in place of a second factor, on %s", (kind) => {
  let scene: Awaited<ReturnType<typeof signInScene>>;
  let setting: (typeof scene)["setting"];
  beforeAll(async () => {
    scene = await signInScene(kind);
    ({ setting } = scene);
  });
  afterAll(() => scene.close());

  type Setting = Awaited<ReturnType<typeof setting>>;
  const run: TestOperations["run"] = (...operation) => scene.test.run(...operation);

  /** Creates a user with an authenticator app who trusts this device. */
  async function trusting() {
    const made = await setting();
    const code = await made.totp();
    const visit = made.browser();
    await visit.step("sign-in", credentials);
    expect(await visit.step("factor", { code: code(), trust: "on" })).toMatchObject({ to: "app" });
    scene.later(60 * 60_000);
    return { ...made, code };
  }
  /** Signs in with the password alone. Returns the session and the user. */
  async function byPasswordAlone({ t, userId, browser, store }: Setting, strong = false) {
    const visit = browser({ strong });
    const result = await visit.step("sign-in", credentials);
    if (result?.to !== "app") return { visit, result };
    const { sessionId } = result;
    const session = (await store.read((tx) => tx.sessions.find(eq(sessions.id, sessionId))))!;
    const actor = tenantActor(t, { as: { userId, email: EMAIL, sessionId } });
    return { visit, result, session, actor };
  }

  it("a sign-in that a trusted device shortened allows no change of factors within fifteen minutes", async () => {
    const made = await trusting();
    const { actor, session } = await byPasswordAlone(made);
    expect(session).toMatchObject({ methods: ["password"], secondByTrust: true });
    const { factors, recent } = await run(actor!, listOwnFactors, {});
    expect(recent).toBe(false);
    await expect(run(actor!, removeOwnFactor, { factorId: factors[0]!.factorId })).rejects.toMatchObject(
      refusal(403),
    );
    // A new sign-in for a change of factors demands the factor, also on a trusted device.
    const again = await byPasswordAlone(made, true);
    expect(again.result).toEqual(page());
    const done = await again.visit.step("factor", { code: made.code() });
    const { sessionId } = done as { sessionId: number };
    const fresh = tenantActor(made.t, { as: { userId: made.userId, email: EMAIL, sessionId } });
    expect((await run(fresh, listOwnFactors, {})).recent).toBe(true);
  });

  it("a device that was trusted before an MFA reset demands the new factor", async () => {
    const made = await trusting();
    const { t, store, userId } = made;
    const own = tenantActor(t, { as: { userId, email: EMAIL } });
    const { requestId } = await run(own, requestMfaReset, {});
    await run(t, approveMfaReset, { requestId });
    expect((await store.read((tx) => tx.sessions.list({}))).some(({ isTrusted }) => isTrusted)).toBe(false);
    await made.totp();
    expect((await byPasswordAlone(made)).result).toEqual(page());
  });

  it("the trust in a device ends with the factor that granted it", async () => {
    const made = await trusting();
    const { t, userId, store } = made;
    const now = scene.test.clock.now;
    await store.write((tx) => addCodeFactor(tx, { userId, kind: "email", address: EMAIL }, now));
    const again = await byPasswordAlone(made, true);
    const { sessionId } = (await again.visit.step("factor", { code: made.code() })) as { sessionId: number };
    const fresh = tenantActor(t, { as: { userId, email: EMAIL, sessionId } });
    const app = (await run(fresh, listOwnFactors, {})).factors.find(({ kind }) => kind === "totp")!;
    await run(fresh, removeOwnFactor, { factorId: app.factorId });
    expect((await made.sessions()).some(({ isTrusted }) => isTrusted)).toBe(false);
    expect((await byPasswordAlone(made)).result).toEqual(page());
  });

  const movedByScim = (t: number, userId: number, email: string) =>
    scene.test.run(t, changeProvisioned, {
      userId,
      change: ({ externalId, active, attributes, ...person }: ProvisionedPerson) => ({
        ...fieldsIn(person, userFieldNames),
        externalId,
        active,
        attributes,
        email,
      }),
      versions: null,
    });

  it("no second-factor code is sent to an address set by a SCIM token, until its owner proves it", async () => {
    const { t, userId, store, browser, mail } = await setting();
    const now = scene.test.clock.now;
    await store.write((tx) => addCodeFactor(tx, { userId, kind: "email", address: EMAIL }, now));
    const moved = "mallory@evil.example";
    await movedByScim(t, userId, moved);
    const visit = browser();
    expect(await visit.step("sign-in", { ...credentials, email: moved })).toEqual(page());
    expect(await visit.view()).toMatchObject({ step: "second", second: ["email"] });
    await visit.step("send", { method: "email" });
    const sent = (await mail())!;
    expect(sent).toMatchObject({ to: EMAIL, template: "email_code" });
    const done = await visit.step("code", { code: sent.code! });
    const { sessionId } = done as { sessionId: number };
    // In that session, the user can prove the new address. Codes are sent to it only after that.
    const own = tenantActor(t, { as: { userId, email: moved, sessionId } });
    const { stores, ports } = scene.test;
    const execute = createExecute(stores, { ...ports, channels: { email: true, sms: true } });
    await execute(own, askOwnCodeFactor, { kind: "email" });
    const asked = (await mail())!;
    expect(asked).toMatchObject({ to: moved, template: "factor_code" });
    expect(await execute(own, addOwnCodeFactor, { kind: "email", code: asked.code! })).toMatchObject({
      outcome: "proven",
    });
    scene.later(31_000);
    const next = browser();
    await next.step("sign-in", { ...credentials, email: moved });
    await next.step("send", { method: "email" });
    expect((await mail())!.to).toBe(moved);
  });

  it("a code is refused if the address was changed after it was sent", async () => {
    const { t, userId, browser, mail } = await setting(["EmailOtp"]);
    const visit = browser();
    await visit.step("identify", { email: EMAIL });
    await visit.step("send", { method: "EmailOtp" });
    const { code } = (await mail())!;
    await movedByScim(t, userId, "moved@acme.example");
    expect(await visit.step("code", { code: code! })).toEqual(page("code_wrong"));
  });

  /** Resets the password with the mail to the user's address. */
  async function reset({ t, mail }: Setting) {
    const visitor = { ...tenantActor(t), subject: systemSubject("Link in a mail") };
    await run(visitor, requestPasswordReset, { email: EMAIL });
    const token = new URL((await mail())!.url!).searchParams.get("token")!;
    await run(visitor, resetPassword, { token, password: NEW_PASSWORD });
  }

  it("a password reset ends all sessions and opens nothing; the second factor is still demanded", async () => {
    const made = await trusting();
    await byPasswordAlone(made);
    await reset(made);
    const kept = await made.sessions();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    expect(await made.browser().step("sign-in", credentials)).toEqual(page("refused"));
    const visit = made.browser();
    expect(await visit.step("sign-in", { ...credentials, password: NEW_PASSWORD })).toEqual(page());
    expect(await visit.view()).toMatchObject({ step: "second", second: ["totp"], enrol: [] });
  });

  it("the mailbox that has just set the password cannot be the second factor", async () => {
    const made = await setting(["EmailOtp"]);
    const { store, userId, browser, mail } = made;
    const now = scene.test.clock.now;
    const codes = await store.write(async (tx) => {
      await addCodeFactor(tx, { userId, kind: "email", address: EMAIL }, now);
      return makeRecoveryCodes(tx, userId, now);
    });
    await reset(made);
    const visit = browser();
    await visit.step("sign-in", { ...credentials, password: NEW_PASSWORD });
    expect(await visit.view()).toMatchObject({ step: "second", second: ["recovery_code"], enrol: [] });
    expect(await visit.step("send", { method: "email" })).toEqual(page("again"));
    const mailbox = browser();
    await mailbox.step("identify", { email: EMAIL });
    await mailbox.step("send", { method: "EmailOtp" });
    expect(await mailbox.step("code", { code: (await mail())!.code! })).toEqual(page());
    expect(await mailbox.view()).toMatchObject({ step: "second", second: ["recovery_code"], enrol: [] });
    expect(
      await visit.step("factor", { method: "recovery_code", code: codes[0]! }),
      "another factor opens it",
    ).toMatchObject({ to: "app" });
  });
});
