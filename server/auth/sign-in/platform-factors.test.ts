import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleSessions, platformAdministrators } from "@/db/platform/sign-in";
import { makeRecoveryCodes } from "@/server/domain/factors/kinds/recovery-codes";
import { factorStoreOf } from "@/server/domain/factors/factor-store";
import { testAuthenticator } from "@/server/testing/authenticator";
import { BASE_URL } from "@/server/testing/authentication";
import { appWith, setUpApp } from "@/server/testing/authenticator-app";
import { consoleWorld, PASSWORD, type ConsoleWorld } from "@/server/testing/console-scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("a platform administrator's second factor, on %s", (kind) => {
  let world: ConsoleWorld["world"];
  let browser: ConsoleWorld["browser"];
  let entered: ConsoleWorld["entered"];
  beforeAll(async () => {
    ({ world, browser, entered } = await consoleWorld(kind));
  });
  afterAll(() => world.close());

  let people = 0;
  async function administrator() {
    const email = `pat${(people += 1)}@platform.example`;
    await world.platformAdministrator(email, PASSWORD);
    const [row] = await world.stores.platform.read(({ db }) =>
      db.select().from(platformAdministrators).where(eq(platformAdministrators.email, email)),
    );
    return { email, id: row!.id };
  }
  /** Sets up an authenticator app. Its current code is still valid for a sign-in. */
  async function enrol(userId: number) {
    const now = new Date();
    return world.stores.platform.write(async (tx) => {
      const codeAt = await setUpApp(tx, world.ports.vault, userId, now);
      return { code: () => codeAt(new Date()), recoveryCodes: await makeRecoveryCodes(tx, userId, now) };
    });
  }
  const actionsOf = async (email: string) =>
    (
      await world.database.sql<
        { action: string }[]
      >`select action from platform_audit_events where user_email = ${email} order by id`
    ).map(({ action }) => action);

  const mailsTo = async (email: string) =>
    (
      await world.database.sql<
        { template: string }[]
      >`select template from messages where tenant_id = 0 and recipient = ${email} and template <> 'second_factor_lost' order by id`
    ).map(({ template }) => template);

  it("is demanded as soon as one exists, and not before", async () => {
    const { email, id } = await administrator();
    const plain = browser();
    await plain.step("sign-in", { email, password: PASSWORD });
    expect(await entered(plain)).toMatchObject({ platformAdministratorId: id });

    const once = (await enrol(id)).code();
    const visit = browser();
    await visit.step("sign-in", { email, password: PASSWORD });
    expect(await visit.view()).toMatchObject({
      step: "second",
      second: ["totp", "recovery_code"],
      skippable: false,
    });
    await visit.step("skip");
    expect(await visit.enter()).toBeNull();
    await visit.step("factor", { code: once, trust: "on" });
    expect(await entered(visit)).toMatchObject({ platformAdministratorId: id });

    // The platform trusts no device: the factor is demanded at every sign-in, and a code is valid once.
    const again = browser();
    await again.step("sign-in", { email, password: PASSWORD });
    expect((await again.step("factor", { code: once })).trouble).toBe("code_wrong");
    expect(await again.enter()).toBeNull();
  });

  it("can be reported as lost: the other administrators are notified, and the report admits no one", async () => {
    const [{ email, id }, other] = [await administrator(), await administrator()];
    await enrol(id);
    const visit = browser();
    await visit.step("sign-in", { email, password: PASSWORD });
    expect((await visit.step("lost", { reason: "Left it on a train" })).trouble).toBe("reset_asked");
    expect(await visit.enter()).toBeNull();
    expect(await actionsOf(email)).toEqual(["account.second_factor_lost"]);
    const told = await world.database.sql<
      { recipient: string; reason: string | null }[]
    >`select recipient, data->>'reason' as reason from messages where tenant_id = 0 and template = 'second_factor_lost' and data->>'who' = ${email}`;
    expect(told[0]!.reason).toBe("Left it on a train");
    expect(told.map(({ recipient }) => recipient)).toContain(other.email);
    expect(told.map(({ recipient }) => recipient)).not.toContain(email);
    // Repeated reports do not fill the mailbox.
    for (let count = 0; count < 12; count += 1) await visit.step("lost");
    expect((await actionsOf(email)).length).toBeLessThanOrEqual(10);
  });

  it("cannot be reported as lost if it was not demanded", async () => {
    const { email, id } = await administrator();
    const { tenantId } = await world.tenant();
    await world.administrator(tenantId, email, PASSWORD);
    await enrol(id);
    const visit = browser();
    await visit.step("sign-in", { email, password: PASSWORD });
    expect((await visit.step("lost")).trouble).toBe("reset_asked");
    expect(await actionsOf(email)).toEqual(["account.second_factor_lost"]);
    expect(await world.inTenant(tenantId, (tx) => tx.mfaResetRequests.list({}))).toEqual([]);
  });

  it("can be replaced by a recovery code, once", async () => {
    const { email, id } = await administrator();
    const { recoveryCodes } = await enrol(id);
    const withCode = async () => {
      const visit = browser();
      await visit.step("sign-in", { email, password: PASSWORD });
      const { trouble } = await visit.step("factor", { method: "recovery_code", code: recoveryCodes[0]! });
      return { trouble, session: await entered(visit) };
    };
    expect(await withCode()).toMatchObject({ trouble: null, session: { platformAdministratorId: id } });
    expect(await mailsTo(email)).toEqual(["factor_changed"]);
    const [signedIn] = await world.database.sql<
      { changes: unknown }[]
    >`select changes from platform_audit_events where user_email = ${email} and action = 'account.signed_in'`;
    expect(signedIn!.changes).toEqual({ methods: { from: null, to: ["password", "recovery_code"] } });
    expect(await withCode()).toEqual({ trouble: "code_wrong", session: null });
  });

  /** Returns a sign-in at its last step, before the exchange for a session. */
  async function ready({ email }: { email: string }, fields: Record<string, string>) {
    const visit = browser();
    await visit.step("sign-in", { email, password: PASSWORD });
    await visit.step("factor", fields);
    expect((await visit.view()).ready).not.toBeNull();
    return visit;
  }

  it("admits no one after its removal, even with a proof of it", async () => {
    const pat = await administrator();
    const { code, recoveryCodes } = await enrol(pat.id);
    const waiting = [
      await ready(pat, { code: code() }),
      await ready(pat, { method: "recovery_code", code: recoveryCodes[0]! }),
    ];
    await world.stores.platform.write((tx) => factorStoreOf(tx).removeAll(pat.id));
    for (const visit of waiting) expect(await visit.enter()).toBeNull();
  });

  it("admits no one who extends a sign-in by further steps", async () => {
    const pat = await administrator();
    const visit = await ready(pat, { code: (await enrol(pat.id)).code() });
    world.pass(20 * 60_000);
    await visit.step("continue");
    expect((await visit.view()).ready).not.toBeNull();
    world.pass(20 * 60_000);
    expect(await visit.view()).toMatchObject({ step: "first", ready: null });
    world.pass(-40 * 60_000);
  });

  it("locks the account after wrong codes, like wrong passwords", async () => {
    const { email, id } = await administrator();
    const { code } = await enrol(id);
    world.set({ lockAfterFailures: 3 });
    const visit = browser();
    await visit.step("sign-in", { email, password: PASSWORD });
    for (let count = 0; count < 3; count += 1)
      expect((await visit.step("factor", { code: "000000" })).trouble).toBe("code_wrong");
    expect(await mailsTo(email)).toEqual(["account_locked"]);
    world.set({ lockAfterFailures: 10 });
    await visit.step("factor", { code: code() });
    expect(await visit.enter()).toBeNull();
    expect(await actionsOf(email)).toEqual([
      "account.sign_in_failed",
      "account.sign_in_failed",
      "account.sign_in_failed",
      "account.user_locked",
    ]);
  });

  it("is set up during the sign-in if the platform requires one", async () => {
    const { email, id } = await administrator();
    world.set({ administratorSecondFactor: true });
    const visit = browser();
    await visit.step("sign-in", { email, password: PASSWORD });
    expect(await visit.view()).toMatchObject({ step: "enrol", enrol: ["totp", "webauthn"], ready: null });
    expect(await visit.enter()).toBeNull();
    const s = consoleSessions;
    const before = { tokenHash: `before ${id}`, email, expiresAt: new Date("2100-01-01") };
    await world.stores.platform.write(({ db }) =>
      db.insert(s).values({ ...before, platformAdministratorId: id }),
    );
    await visit.step("enrol-app");
    const { app } = await visit.view();
    expect(app!.uri).toContain("Castellan");
    expect((await visit.step("enrol-totp", { code: "000000" })).trouble).toBe("code_wrong");
    await visit.step("enrol-totp", { code: appWith(app!.seed)(new Date()) });
    const [passed] = await world.stores.platform.read(({ db }) =>
      db.select().from(s).where(eq(s.tokenHash, before.tokenHash)),
    );
    expect(passed!.revokedAt, "what the password alone had opened").not.toBeNull();
    expect((await visit.view()).recoveryCodes).toHaveLength(10);
    expect(await visit.enter(), "the codes are seen first").toBeNull();
    await visit.step("acknowledge");
    expect(await entered(visit)).toMatchObject({ platformAdministratorId: id });
    world.set({ administratorSecondFactor: false });
    expect(await actionsOf(email)).toEqual(["account.factor_added", "account.signed_in"]);
    expect(await mailsTo(email)).toEqual(["factor_changed"]);
  });

  it("may be a passkey, which also replaces the password if it verified its user", async () => {
    const { email, id } = await administrator();
    const device = testAuthenticator();
    const { hostname: rpId, origin } = new URL(BASE_URL);
    type Options = { creation: { challenge: string; user: { id: string } }; request: { challenge: string } };
    const options = async (visit: ReturnType<typeof browser>) =>
      (await (await visit.step("passkey-options")).response.json()) as Options;
    world.set({ administratorSecondFactor: true });
    const first = browser();
    await first.step("sign-in", { email, password: PASSWORD });
    const { creation } = await options(first);
    const made = device.create({ challenge: creation.challenge, origin, rpId });
    await first.step("enrol-passkey", { response: JSON.stringify(made) });
    await first.step("acknowledge");
    expect(await entered(first)).toMatchObject({ platformAdministratorId: id });
    world.set({ administratorSecondFactor: false });

    const answered = async (visit: ReturnType<typeof browser>, userVerified: boolean, more: object = {}) => {
      const { challenge } = (await options(visit)).request;
      const asked = { challenge, origin, rpId, userHandle: creation.user.id, userVerified, ...more };
      return visit.step("passkey", { response: JSON.stringify(device.get(asked)) });
    };
    const known = browser();
    await answered(known, true);
    expect(await entered(known)).toMatchObject({ platformAdministratorId: id });
    const found = browser();
    expect((await answered(found, false)).trouble, "whoever found the key").toBe("passkey");
    const both = browser();
    await both.step("sign-in", { email, password: PASSWORD });
    expect(await both.view()).toMatchObject({ step: "second", second: ["webauthn", "recovery_code"] });
    await answered(both, false);
    expect(await entered(both)).toMatchObject({ platformAdministratorId: id });

    const copied = browser();
    expect((await answered(copied, true, { counter: 1 })).trouble).toBe("passkey");
    expect(await copied.enter()).toBeNull();
    expect(await actionsOf(email)).toContain("account.passkey_copied");
    expect(await mailsTo(email), "all of them are told").toContain("security_alert");
  });

  it("must be set up also if the same password opens an organization", async () => {
    const { email, id } = await administrator();
    const { tenantId, slug } = await world.tenant();
    await world.administrator(tenantId, email, PASSWORD);
    world.set({ administratorSecondFactor: true });
    const hasty = browser();
    await hasty.step("sign-in", { email, password: PASSWORD });
    expect(await hasty.view()).toMatchObject({ step: "enrol", skippable: true, ready: null });
    await hasty.step("skip");
    expect(await entered(hasty)).toMatchObject({ platformAdministrator: false, memberships: [{ slug }] });
    const careful = browser();
    await careful.step("sign-in", { email, password: PASSWORD });
    await careful.step("enrol-app");
    const { app } = await careful.view();
    await careful.step("enrol-totp", { code: appWith(app!.seed)(new Date()) });
    await careful.step("acknowledge");
    expect(await entered(careful)).toMatchObject({ platformAdministratorId: id, memberships: [{ slug }] });
    world.set({ administratorSecondFactor: false });
  });

  it("excludes only from the platform if the same password opens an organization", async () => {
    const { email, id } = await administrator();
    const { tenantId, slug } = await world.tenant();
    await world.administrator(tenantId, email, PASSWORD);
    const { code } = await enrol(id);
    const hasty = browser();
    await hasty.step("sign-in", { email, password: PASSWORD });
    expect(await hasty.view()).toMatchObject({ step: "second", skippable: true });
    await hasty.step("skip");
    expect(await entered(hasty)).toMatchObject({ platformAdministrator: false, memberships: [{ slug }] });
    const careful = browser();
    await careful.step("sign-in", { email, password: PASSWORD });
    await careful.step("factor", { code: code() });
    expect(await entered(careful)).toMatchObject({
      platformAdministratorId: id,
      memberships: [{ slug }],
    });
  });
});
