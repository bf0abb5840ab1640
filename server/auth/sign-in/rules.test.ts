import { textIn } from "../../kernel/texts/text";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAccessRule, setGeoRestriction } from "../../domain/access-rules/access-rules";
import { approveDevice, denyDevice, listDevices, listPendingDevices } from "../../domain/devices/devices";
import { updateSessionPolicy } from "../../domain/policies/policies";
import { listSecurityAlerts } from "../../domain/risk/alerts";
import { getUserRisk } from "../../domain/risk/risk";
import { createTag, setTagPolicy } from "../../domain/tags/tags";
import { tagUser } from "../../domain/tags/tagged";
import type { Located } from "../../kernel/operation/ports";
import { aUser, anApp } from "../../testing/factories";
import { testOperations, type TestOperations } from "../../testing/operations";
import { databaseKinds } from "../../testing/stores";
import { appSignIns, type Entry } from "../../testing/sign-in";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const HOUR = 3_600_000;
const PASSWORD = "correct horse battery staple 9";

/** Locations of the addresses of this test. */
const places: Record<string, Partial<Located>> = {
  "192.0.2.1": { country: "DE", place: "Germany" },
  "192.0.2.2": { country: "FR", place: "France" },
  "192.0.2.3": { country: "US", place: "United States", anonymizer: true },
};

describe.each(databaseKinds)("the decision about a sign-in, on %s", (kind) => {
  let test: TestOperations;
  let signIn: ReturnType<typeof appSignIns>["byPassword"];
  let tenant = 0;
  const start = new Date("2026-03-14T09:26:53.000Z");
  beforeAll(async () => {
    test = await testOperations(kind);
    const locate = (ip: string | null): Located => ({
      country: null,
      region: null,
      place: null,
      anonymizer: null,
      ...places[ip ?? ""],
    });
    signIn = appSignIns({ ...test, ports: { ...test.ports, locate } }).byPassword;
  });
  beforeEach(() => void (test.clock.now = start));
  afterAll(() => test.close());

  /** Creates a tenant with one user and one app, and a function that signs in. */
  async function setting() {
    const t = ++tenant;
    const { id: userId } = await aUser(test, t, {
      email: "ann@acme.example",
      passwordHash: `plain:${PASSWORD}`,
      createdAt: new Date(+start - 90 * 24 * HOUR),
    });
    const { id: appId } = await anApp(test, t);
    const enter = (how: Partial<Entry> = {}) =>
      signIn({
        tenantId: t,
        appId,
        email: "ann@acme.example",
        password: PASSWORD,
        ip: "192.0.2.1",
        userAgent: PHONE,
        deviceHash: "a".repeat(64),
        remember: false,
        ...how,
      });
    const records = () => test.stores.tenant(t).read((tx) => tx.signIns.list({}));
    const lastRecord = async () => {
      const last = (await records()).sort((one, other) => one.id - other.id).at(-1)!;
      return { ...last, explanation: last.explanation?.map((text) => textIn("en", text)) ?? null };
    };
    const live = async () => {
      const rows = await test.stores.tenant(t).read((tx) => tx.sessions.list({}));
      return rows
        .filter(({ revokedAt }) => revokedAt === null)
        .map(({ id }) => id)
        .sort((a, b) => a - b);
    };
    return { t, userId, appId, enter, lastRecord, live };
  }

  it("records the place and the device of a sign-in, and its score", async () => {
    const { t, userId, enter, lastRecord } = await setting();
    expect(await enter()).toMatchObject({ outcome: "signed_in", userId });
    expect(await lastRecord()).toMatchObject({
      outcome: "succeeded",
      country: "DE",
      place: "Germany",
      score: 0,
      tier: "low",
      explanation: null,
    });
    const { devices } = await test.run(t, listDevices, { userId });
    expect(devices).toMatchObject([{ label: "Safari on iOS", status: "registered", place: "Germany" }]);
  });

  it("refuses by country, with the reason only in the record and the audit log", async () => {
    const { t, enter, lastRecord } = await setting();
    await test.run(t, setGeoRestriction, { mode: "allow", countries: ["DE"] });
    expect(await enter()).toMatchObject({ outcome: "signed_in" });
    expect(await enter({ ip: "192.0.2.2" })).toEqual({ outcome: "denied" });
    expect(await lastRecord()).toMatchObject({
      outcome: "refused",
      country: "FR",
      sessionId: null,
      explanation: [expect.stringMatching(/^Country restriction: .*France/)],
    });
    expect((await test.events(t)).at(-1)).toMatchObject({ action: "account.sign_in_refused" });
    // A private address has no country, so no rule on countries refuses it.
    expect(await enter({ ip: "10.0.0.1" })).toMatchObject({ outcome: "signed_in" });
    // A wrong password reveals nothing about rules.
    expect(await enter({ ip: "192.0.2.2", password: "wrong" })).toEqual({ outcome: "refused" });
  });

  it("enforces the rules of person, tag, app and organization independently", async () => {
    const { t, userId, appId, enter, lastRecord } = await setting();
    const rule = (input: object) => test.run(t, createAccessRule, input);
    await rule({ scope: "app", appId, type: "ip", effect: "allow", cidrs: ["192.0.2.0/30"] });
    expect(await enter()).toMatchObject({ outcome: "signed_in" });
    expect(await enter({ ip: "198.51.100.1" })).toEqual({ outcome: "denied" });
    const { id } = await rule({ scope: "org", type: "anonymizer" });
    expect(await enter({ ip: "192.0.2.3" })).toEqual({ outcome: "denied" });
    expect((await lastRecord()).explanation).toEqual([
      expect.stringMatching(new RegExp(`^Rule ${id} \\(anonymizer\\)`)),
    ]);
    const { tagId } = await test.run(t, createTag, { name: "Night shift" });
    const hours = { days: [0, 1, 2, 3, 4, 5, 6], startTime: "22:00", endTime: "06:00", timeZoneId: "UTC" };
    await rule({ scope: "tag", tagId, type: "hours", ...hours });
    expect(await enter()).toMatchObject({ outcome: "signed_in" });
    await test.run(t, tagUser, { userId, tagId });
    expect(await enter()).toEqual({ outcome: "denied" });
    test.clock.now = new Date("2026-03-14T23:00:00.000Z");
    expect(await enter()).toMatchObject({ outcome: "signed_in" });
    await rule({ scope: "user", userId, type: "method", methods: ["webauthn"] });
    expect(await enter()).toEqual({ outcome: "denied" });
  });

  it("ends the oldest session above the limit, and no session exceeds the length of its rule", async () => {
    const { t, enter, live } = await setting();
    await test.run(t, createAccessRule, { scope: "org", type: "sessions", maxSessions: 2 });
    await test.run(t, createAccessRule, { scope: "org", type: "sessionlength", maxSessionMinutes: 30 });
    const begun: number[] = [];
    for (let minute = 0; minute < 3; minute++) {
      test.clock.now = new Date(+start + minute * 60_000);
      const outcome = await enter({ remember: true });
      if (outcome.outcome === "signed_in") begun.push(outcome.sessionId!);
    }
    expect(await live()).toEqual(begun.slice(1));
    const session = await test.stores.tenant(t).read((tx) => tx.sessions.get(begun[2]!));
    expect(+session!.expiresAt - +session!.createdAt).toBe(30 * 60_000);
  });

  it("remembers users as long as the session policy allows", async () => {
    const { t, enter } = await setting();
    const lasts = async (how: Partial<Entry>) => {
      const outcome = await enter(how);
      if (outcome.outcome !== "signed_in") throw new Error(outcome.outcome);
      const session = await test.stores.tenant(t).read((tx) => tx.sessions.get(outcome.sessionId!));
      return [outcome.remembered, (+session!.expiresAt - +start) / HOUR];
    };
    expect(await lasts({})).toEqual([false, 12]);
    expect(await lasts({ remember: true })).toEqual([true, 30 * 24]);
    await test.run(t, updateSessionPolicy, { defaultDurationHours: 5, rememberMeAllowed: false });
    expect(await lasts({ remember: true })).toEqual([false, 5]);
  });

  it("makes a device above the limit wait for an administrator", async () => {
    const { t, userId, enter, lastRecord } = await setting();
    await test.run(t, createAccessRule, { scope: "user", userId, type: "devices", maxDevices: 1 });
    expect(await enter()).toMatchObject({ outcome: "signed_in" });
    const second = { deviceHash: "b".repeat(64) };
    expect(await enter(second)).toEqual({ outcome: "device" });
    expect((await lastRecord()).explanation).toEqual([expect.stringMatching(/one more than the 1 device/)]);
    expect(await enter(second)).toEqual({ outcome: "device" });
    expect(await test.run(t, listPendingDevices, {})).toMatchObject([
      { waitReason: "An access rule limits how many devices they can have: 1." },
    ]);
    const { devices } = await test.run(t, listDevices, { userId });
    const pending = devices.filter(({ status }) => status === "pending");
    expect(pending).toHaveLength(1);
    await test.run(t, approveDevice, { userId, deviceId: pending[0]!.deviceId });
    expect(await enter(second)).toMatchObject({ outcome: "signed_in" });
    await test.run(t, denyDevice, { userId, deviceId: pending[0]!.deviceId });
    expect(await enter(second)).toEqual({ outcome: "denied" });
    expect(await enter()).toMatchObject({ outcome: "signed_in" });
  });

  it("requires the approval of new devices if a tag demands it", async () => {
    const { t, userId, enter } = await setting();
    const { tagId } = await test.run(t, createTag, { name: "Contractors" });
    await test.run(t, setTagPolicy, { tagId, policyKey: "requireDeviceApproval", value: true });
    await test.run(t, tagUser, { userId, tagId });
    expect(await enter()).toEqual({ outcome: "device" });
    expect(await test.run(t, listPendingDevices, {})).toMatchObject([
      { waitReason: "New devices need an approval, by the tag: Contractors." },
    ]);
  });

  it("does not remember users whose tag does not allow it", async () => {
    const { t, userId, enter } = await setting();
    for (const [name, value] of [
      ["Staff", true],
      ["Visitors", false],
    ]) {
      const { tagId } = await test.run(t, createTag, { name });
      await test.run(t, setTagPolicy, { tagId, policyKey: "allowRememberMe", value });
      expect(await enter({ remember: true })).toMatchObject({ outcome: "signed_in", remembered: true });
      await test.run(t, tagUser, { userId, tagId });
    }
    expect(await enter({ remember: true })).toMatchObject({ outcome: "signed_in", remembered: false });
  });

  it("scores unusual sign-ins, and notifies the administrators of the worst", async () => {
    const { t, userId, enter, lastRecord } = await setting();
    for (let day = 6; day > 0; day--) {
      test.clock.now = new Date(+start - day * 24 * HOUR);
      await enter();
    }
    test.clock.now = start;
    await enter();
    expect(await lastRecord()).toMatchObject({ score: 0 });
    for (let wrong = 0; wrong < 3; wrong++) await enter({ password: "wrong" });
    test.clock.now = new Date(+start + 30 * 60_000);
    // There is no second factor, so a sign-in with the highest risk is refused.
    expect(await enter({ ip: "192.0.2.3", deviceHash: "c".repeat(64) })).toEqual({ outcome: "denied" });
    expect(await lastRecord()).toMatchObject({
      outcome: "refused",
      tier: "critical",
      signals: { newDevice: 20, newCountry: 25, impossibleTravel: 35, anonymizer: 25, failedAttempts: 15 },
      score: 100,
    });
    const alerts = await test.run(t, listSecurityAlerts, {});
    expect(alerts).toMatchObject([
      { alertType: "risky_sign_in", severity: "critical", affectedUserCount: 1 },
    ]);
    expect(JSON.stringify(await test.run(t, getUserRisk, { userId }))).toContain("critical");
  });
});
