import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAccessRule } from "../../domain/access-rules/access-rules";
import { updateRiskPolicy } from "../../domain/risk/risk-policy";
import { createTag, setTagPolicy } from "../../domain/tags/tags";
import { tagUser } from "../../domain/tags/tagged";
import { unlockUser } from "../../domain/users/locks";
import { createExecute } from "../../kernel/operation/execute";
import type { Located } from "../../kernel/operation/ports";
import { consoleWorld, type ConsoleWorld } from "../../testing/console-scene";
import { aSession, aUser, anApp } from "../../testing/factories";
import { tenantActor, testOperations, type TestOperations } from "../../testing/operations";
import { appSignIns } from "../../testing/sign-in";
import { databaseKinds } from "../../testing/stores";

const PASSWORD = "correct horse battery staple 9";
const HOUR = 3_600_000;

describe.each(databaseKinds)("effects of risk, on %s", (kind) => {
  let test: TestOperations;
  let signIns: ReturnType<typeof appSignIns>;
  let tenant = 0;
  const start = new Date("2026-03-14T09:26:53.000Z");
  beforeAll(async () => {
    test = await testOperations(kind);
    const locate = (ip: string | null): Located => ({
      country: ip === "192.0.2.1" ? "DE" : "US",
      region: null,
      place: null,
      anonymizer: ip !== "192.0.2.1",
    });
    signIns = appSignIns({ ...test, ports: { ...test.ports, locate } });
  });
  beforeEach(() => void (test.clock.now = start));
  afterAll(() => test.close());

  /** Creates a user with earlier sign-ins, and a stranger who has the user's password. */
  async function setting(policy: object) {
    const t = ++tenant;
    const { id: userId } = await aUser(test, t, {
      email: "ann@acme.example",
      passwordHash: `plain:${PASSWORD}`,
      createdAt: new Date(+start - 90 * 24 * HOUR),
    });
    const { id: appId } = await anApp(test, t);
    await test.run(t, updateRiskPolicy, policy);
    const enter = (ip: string, device: string) =>
      signIns.byPassword({
        tenantId: t,
        appId,
        email: "ann@acme.example",
        password: PASSWORD,
        ip,
        userAgent: null,
        deviceHash: device.repeat(64),
      });
    const own = () => enter("192.0.2.1", "a");
    const stranger = () => enter("198.51.100.9", "c");
    expect(await own()).toMatchObject({ outcome: "signed_in" });
    return { t, userId, own, stranger };
  }

  it("accepts the password alone if the policy never demands a second factor", async () => {
    const { t, stranger } = await setting({ stepUpFrom: "never" });
    expect(await stranger()).toMatchObject({ outcome: "signed_in" });
    const records = await test.stores.tenant(t).read((tx) => tx.signIns.list({}));
    expect(records.map(({ tier }) => tier)).toContain("critical");
  });

  it("refuses a critical sign-in without a second factor", async () => {
    const { stranger, own } = await setting({ stepUpFrom: "critical" });
    expect(await stranger()).toEqual({ outcome: "denied" });
    expect(await own()).toMatchObject({ outcome: "signed_in" });
  });

  it("locks the account by policy, records it, and an administrator can unlock it", async () => {
    const { t, userId, stranger, own } = await setting({ lockAfterCritical: 2, lockMinutes: null });
    await stranger();
    expect(await own()).toMatchObject({ outcome: "signed_in" });
    // The user's own sign-in reset the count.
    await stranger();
    await stranger();
    expect(await own()).toEqual({ outcome: "refused" });
    const locked = (await test.events(t)).filter(({ action }) => action === "account.user_locked");
    expect(locked).toMatchObject([{ changes: { lockReason: { to: "2 critical sign-ins within a day" } } }]);
    await test.run(t, unlockUser, { userId });
    expect(await own()).toMatchObject({ outcome: "signed_in" });
  });
});

describe.each(databaseKinds)("the console by the organization's rules, on %s", (kind) => {
  let world: ConsoleWorld["world"];
  let auth: ConsoleWorld["auth"];
  let browser: ConsoleWorld["browser"];
  let entered: ConsoleWorld["entered"];
  beforeAll(async () => {
    ({ world, auth, browser, entered } = await consoleWorld(kind));
  });
  afterAll(() => world.close());

  /** Creates an administrator who is not an owner (owners cannot be locked out), with a browser. */
  async function setting() {
    const { tenantId, slug } = await world.tenant();
    await world.administrator(tenantId, `owner@${slug}.example`, PASSWORD);
    const email = `admin@${slug}.example`;
    const userId = await world.administrator(tenantId, email, PASSWORD, "admin");
    const execute = createExecute(world.stores, world.ports);
    const run = ((operation: never, input: never) => execute(tenantActor(tenantId), operation, input)) as (
      operation: unknown,
      input: unknown,
    ) => Promise<never>;
    const enter = async (visit = browser()) => {
      const { trouble } = await visit.step("sign-in", { email, password: PASSWORD });
      return (await entered(visit)) ?? trouble;
    };
    const sessions = async () => {
      const rows = await world.inTenant(tenantId, (tx) => tx.sessions.list());
      return rows.filter((row) => row.userId === userId).sort((one, other) => one.id - other.id);
    };
    return { tenantId, userId, run, browser, enter, sessions };
  }

  it("enforces the number of sessions and their length", async () => {
    const { tenantId, userId, run, enter, sessions } = await setting();
    await run(createAccessRule, { scope: "org", type: "sessions", maxSessions: 1 });
    await run(createAccessRule, { scope: "user", userId, type: "sessionlength", maxSessionMinutes: 15 });
    // A session in which an owner acts as the user does not count towards the limit and is not ended.
    const owner = await world.inTenant(tenantId, (tx) => tx.administrators.list());
    const actorUserId = owner.find(({ role }) => role === "owner")!.userId;
    const acting = await aSession({ write: world.inTenant }, tenantId, userId, { actorUserId });
    expect(await enter()).toMatchObject({ memberships: [{ userId }] });
    expect(await enter()).toMatchObject({ memberships: [{ userId }] });
    const own = (await sessions()).filter(({ id }) => id !== acting.id);
    expect(own.map(({ revokedAt }) => revokedAt === null)).toEqual([false, true]);
    expect(+own[1]!.expiresAt - +own[1]!.createdAt).toBe(15 * 60_000);
    expect((await sessions()).find(({ id }) => id === acting.id)?.revokedAt).toBeNull();
  });

  it("counts devices: one above the limit, and one that a tag requires to be approved, wait", async () => {
    const { tenantId, userId, run, browser, enter } = await setting();
    await run(createAccessRule, { scope: "user", userId, type: "devices", maxDevices: 1 });
    const first = browser();
    expect(await enter(first)).toMatchObject({ memberships: [{ userId }] });
    expect(await enter(first)).toMatchObject({ memberships: [{ userId }] });
    expect(await enter()).toBeNull();
    const devices = await world.inTenant(tenantId, (tx) => tx.devices.list());
    expect(devices.map(({ status }) => status).sort()).toEqual(["pending", "registered"]);

    const strict = await setting();
    const { tagId } = (await strict.run(createTag, { name: "Strict" })) as { tagId: number };
    await strict.run(setTagPolicy, { tagId, policyKey: "requireDeviceApproval", value: true });
    await strict.run(tagUser, { userId: strict.userId, tagId });
    expect(await strict.enter()).toBeNull();
  });

  it("records the last use of a session with a precision of five minutes", async () => {
    const { tenantId, userId, browser, sessions } = await setting();
    const visit = browser();
    const email = (await world.inTenant(tenantId, (tx) => tx.users.get(userId)))!.email!;
    await visit.step("sign-in", { email, password: PASSWORD });
    const entry = await visit.enter();
    const use = () => auth.session(`${auth.cookieName}=${entry!.token}`);
    const seenAt = async () => +(await sessions())[0]!.lastSeenAt!;
    const before = await seenAt();
    await use();
    expect(await seenAt()).toBe(before);
    await world.inTenant(tenantId, async (tx) => {
      const [session] = await tx.sessions.list();
      await tx.sessions.update(session!.id, { lastSeenAt: new Date(before - 6 * 60_000) });
    });
    await use();
    expect(await seenAt()).toBeGreaterThanOrEqual(before);
  });
});
