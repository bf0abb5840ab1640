import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aUser } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { acknowledgeAlert, listSecurityAlerts } from "./alerts";
import { thresholds, WINDOW_MINUTES } from "./attacks";
import { recordSignIn } from "./record-sign-in";

const MINUTE = 60_000;
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe.each(databaseKinds)("detection of attacks on %s", (kind) => {
  let world: TestOperations;
  let numbered = 0;
  beforeAll(async () => void (world = await testOperations(kind)));
  afterAll(() => world.close());

  async function scene(people = 0) {
    const slug = `attacked-${(numbered += 1)}`;
    const [row] = await world.database.sql<{ id: string }[]>`
      insert into tenants (slug) values (${slug}) returning id`;
    const tenantId = Number(row!.id);
    const users = [];
    for (const _ of times(people)) users.push(await aUser(world, tenantId));
    let at = +new Date("2026-03-14T09:00:00Z");
    type Attempt = Partial<Parameters<typeof recordSignIn>[1]>;
    /** Records a sign-in attempt. Each attempt is one second later than the previous one. */
    const attempt = (values: Attempt) =>
      world.write(tenantId, (tx) =>
        recordSignIn(tx, {
          at: new Date((at += 1_000)),
          outcome: "failed",
          method: "password",
          ip: "198.51.100.7",
          userId: null,
          ...values,
        }),
      );
    const alerts = async () =>
      (await world.run(tenantId, listSecurityAlerts, {})).filter(
        ({ acknowledgedAt }) => acknowledgedAt === null,
      );
    return { tenantId, users, attempt, alerts, pass: (milliseconds: number) => void (at += milliseconds) };
  }

  it("alerts once on password spraying from one address, with the accounts that it reached", async () => {
    const { users, attempt, alerts, pass } = await scene(thresholds.sprayedAccounts + 2);
    for (const user of users.slice(0, thresholds.sprayedAccounts - 1)) await attempt({ userId: user.id });
    expect(await alerts()).toEqual([]);
    await attempt({ userId: users[thresholds.sprayedAccounts - 1]!.id });
    expect(await alerts()).toMatchObject([
      { alertType: "password_spraying", severity: "high", affectedUserCount: thresholds.sprayedAccounts },
    ]);
    pass(MINUTE);
    for (const user of users.slice(-2)) await attempt({ userId: user.id });
    const raised = await alerts();
    expect(raised).toHaveLength(1);
    expect(raised[0]!.affectedUserCount).toBeGreaterThan(thresholds.sprayedAccounts);
  });

  it("reports password spraying from all addresses of one IPv6 /64 like that from one address", async () => {
    const { users, attempt, alerts } = await scene(thresholds.sprayedAccounts);
    for (const [index, user] of users.entries())
      await attempt({ userId: user.id, ip: `2001:db8:5:6:${(index + 1).toString(16)}::1` });
    expect(await alerts()).toMatchObject([
      {
        alertType: "password_spraying",
        summary: expect.stringContaining("From 2001:db8:5:6::/64 somebody") as string,
      },
    ]);
  });

  it("counts all addresses of one /64 at one account as one client", async () => {
    const { users, attempt, alerts } = await scene(1);
    for (const index of times(thresholds.addressesOfAccount + 3))
      await attempt({ userId: users[0]!.id, ip: `2001:db8:5:7::${index.toString(16)}` });
    expect(await alerts()).toEqual([]);
    for (const index of times(thresholds.addressesOfAccount))
      await attempt({ userId: users[0]!.id, ip: `2001:db8:5:${index.toString(16)}::1` });
    expect(await alerts()).toMatchObject([{ alertType: "credential_stuffing", affectedUserCount: 1 }]);
  });

  it("counts attempts with an unknown address as one client", async () => {
    const { users, attempt, alerts } = await scene(thresholds.sprayedAccounts);
    for (const [index, user] of users.entries())
      await attempt({ userId: user.id, ip: index % 2 ? null : "unreadable" });
    expect(await alerts()).toMatchObject([{ alertType: "password_spraying" }]);
  });

  it("does not alert on one user who forgot the password", async () => {
    const { users, attempt, alerts } = await scene(1);
    for (const _ of times(30)) await attempt({ userId: users[0]!.id });
    expect(await alerts()).toEqual([]);
  });

  it("ignores attempts that are older than its window", async () => {
    const { users, attempt, alerts, pass } = await scene(thresholds.sprayedAccounts);
    for (const user of users.slice(0, -1)) await attempt({ userId: user.id });
    pass(WINDOW_MINUTES * MINUTE);
    await attempt({ userId: users.at(-1)!.id });
    expect(await alerts()).toEqual([]);
  });

  it("alerts on credential stuffing from one address and from many", async () => {
    const one = await scene();
    for (const index of times(thresholds.unknownFromAddress))
      await one.attempt({ identifier: `leaked${index}@example.org`, outcome: "refused" });
    expect(await one.alerts()).toMatchObject([{ alertType: "credential_stuffing", affectedUserCount: 0 }]);
    const many = await scene();
    for (const index of times(thresholds.unknownFromAll))
      await many.attempt({
        identifier: `leaked${index}@example.org`,
        outcome: "refused",
        ip: `203.0.113.${index}`,
      });
    const [alert] = await many.alerts();
    expect(alert!.summary).toContain("from several addresses");
  });

  it("does not alert on the same unknown identifier, typed again and again", async () => {
    const { attempt, alerts } = await scene();
    for (const _ of times(thresholds.unknownFromAddress * 2))
      await attempt({ identifier: "typo@example.org", outcome: "refused" });
    expect(await alerts()).toEqual([]);
  });

  it("alerts on one account that is tried from many addresses, also while it is locked", async () => {
    const { users, attempt, alerts } = await scene(1);
    for (const index of times(thresholds.addressesOfAccount))
      await attempt({
        userId: users[0]!.id,
        ip: `203.0.113.${index}`,
        outcome: index < 2 ? "failed" : "refused",
      });
    expect(await alerts()).toMatchObject([{ alertType: "credential_stuffing", affectedUserCount: 1 }]);
  });

  it("does not count refusals after a proof of identity as guesses", async () => {
    const { users, attempt, alerts } = await scene(thresholds.sprayedAccounts);
    for (const user of users) await attempt({ userId: user.id, outcome: "refused", score: 0 });
    expect(await alerts()).toEqual([]);
  });

  it("alerts on MFA fatigue: prompts and wrong codes in a row, until one succeeds", async () => {
    const { users, attempt, alerts } = await scene(1);
    const userId = users[0]!.id;
    for (const index of times(thresholds.factorPrompts - 1))
      await attempt({ userId, ...(index % 2 ? { outcome: "stepped_up", score: 60 } : { method: "totp" }) });
    await attempt({ userId, outcome: "succeeded", score: 20 });
    await attempt({ userId, method: "totp" });
    expect(await alerts()).toEqual([]);
    for (const _ of times(thresholds.factorPrompts)) await attempt({ userId, method: "totp" });
    expect(await alerts()).toMatchObject([{ alertType: "mfa_fatigue", affectedUserCount: 1 }]);
  });

  it("raises a new alert after the previous one was acknowledged", async () => {
    const { tenantId, users, attempt, alerts } = await scene(thresholds.sprayedAccounts);
    for (const user of users) await attempt({ userId: user.id });
    const [first] = await alerts();
    await world.run(tenantId, acknowledgeAlert, { alertId: first!.alertId });
    await attempt({ userId: users[0]!.id });
    const [second] = await alerts();
    expect(second).toMatchObject({ alertType: "password_spraying" });
    expect(second!.alertId).not.toBe(first!.alertId);
  });

  it("belongs to one organization", async () => {
    const [one, other] = [await scene(thresholds.sprayedAccounts), await scene()];
    for (const user of one.users) await one.attempt({ userId: user.id });
    expect(await one.alerts()).toHaveLength(1);
    await other.attempt({ identifier: "x@example.org" });
    expect(await other.alerts()).toEqual([]);
  });
});
