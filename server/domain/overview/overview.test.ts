import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import { aCredential, anApp, aRole, aServiceAccount, aSession, aUser } from "@/server/testing/factories";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { requestConnectorApproval } from "../connectors/requests";
import { createRole } from "../roles/roles";
import { updateTenantConfig } from "../tenant-config/tenant-config";
import { getOverview } from "./overview";
import { getSignInHistory } from "./sign-in-history";

describe.each(databaseKinds)("the overview on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("counts the records of this tenant only", async () => {
    for (const t of [1, 2]) {
      await aUser(test, t);
      await aUser(test, t, { status: "suspended" });
      await aServiceAccount(test, t);
      await aCredential(test, t);
      await aCredential(test, t, { revokedAt: new Date() });
      await aRole(test, t, { appId: (await anApp(test, t)).id });
    }
    for (let i = 0; i < 11; i++) await test.run(1, createRole, { name: `Role number ${i}` });
    const overview = await test.run(1, getOverview, {});
    expect(overview).toMatchObject({
      users: { active: 1, suspended: 1 },
      roles: 11,
      credentials: 1,
      serviceAccounts: 1,
    });
    expect(overview.recentEvents.map(({ targetLabel }) => targetLabel)).toEqual(
      Array.from({ length: 10 }, (_, i) => `Role number ${10 - i}`),
    );
  });

  it("counts live and pending records, and reports the completed set-up", async () => {
    const fresh = await test.run(3, getOverview, {});
    expect(fresh).toMatchObject({
      activeSessions: 0,
      pending: { mfaResets: 0, devices: 0, actAs: 0, connectors: 0 },
      openAlerts: 0,
    });
    expect(Object.values(fresh.setup)).not.toContain(true);

    const [one, other] = [await aUser(test, 3), await aUser(test, 3)];
    const later = new Date(test.clock.now.getTime() + 3_600_000);
    const before = new Date(test.clock.now.getTime() - 3_600_000);
    await aSession(test, 3, one.id, { expiresAt: later });
    await aSession(test, 3, one.id, { expiresAt: before });
    await aSession(test, 3, one.id, { expiresAt: later, revokedAt: new Date() });
    const app = await anApp(test, 3);
    await test.run(3, updateTenantConfig, { tagline: "Hello" });
    const { sql } = test.database;
    await sql`insert into administrators (tenant_id, user_id, role) values (3, ${one.id}, 'owner'), (3, ${other.id}, 'owner')`;
    await sql`insert into mfa_reset_requests (tenant_id, user_id, expires_at) values (3, ${one.id}, ${later.toISOString()}), (3, ${one.id}, ${before.toISOString()})`;
    await sql`insert into devices (tenant_id, user_id, token_hash, label, status)
      values (3, ${one.id}, 'a', 'A', 'pending'), (3, ${one.id}, 'b', 'B', 'registered')`;
    await sql`insert into act_as_requests (tenant_id, requester_id, user_id, reason, minutes, status, expires_at)
      select 3, r, u, 'Look', 30, s, e from (values
        (${one.id}::bigint, ${other.id}::bigint, 'pending', ${later.toISOString()}::timestamptz),
        (${one.id}, ${other.id}, 'pending', ${before.toISOString()}),
        (${one.id}, ${other.id}, 'approved', ${later.toISOString()}),
        (${other.id}, ${one.id}, 'approved', ${later.toISOString()})) as asked(r, u, s, e)`;
    await sql`insert into connector_requests (tenant_id, app_id, name, requester_id, reason, expires_at)
      values (3, ${app.id}, 'EmailOtp', ${one.id}, 'No phones', ${later.toISOString()}),
        (3, ${app.id}, 'SmsOtp', ${one.id}, 'No mail', ${before.toISOString()})`;
    await sql`insert into security_alerts (tenant_id, alert_type, severity, summary, acknowledged_at)
      values (3, 'x', 'low', 'Open', null), (3, 'y', 'low', 'Seen', now())`;
    const reader = tenantActor(3, { as: { userId: one.id, email: one.email! } });
    expect(await test.run(reader, getOverview, {})).toMatchObject({
      activeSessions: 1,
      pending: { mfaResets: 1, devices: 1, actAs: 2, connectors: 1 },
      openAlerts: 1,
      setup: { people: true, secondOwner: true, app: true, branding: true, domain: false },
    });
  });

  it("counts the requests that the administrator may decide", async () => {
    const person = await aUser(test, 6);
    const app = await anApp(test, 6);
    const asAdmin = tenantActor(6, {
      as: { userId: person.id, email: person.email! },
      capabilities: [...administratorCapabilities.admin],
    });
    const request = { appId: app.id, name: "EmailOtp", reason: "No telephones" };
    await test.run(asAdmin, requestConnectorApproval, request);
    expect((await test.run(asAdmin, getOverview, {})).pending.connectors).toBe(0);
    expect((await test.run(6, getOverview, {})).pending.connectors).toBe(1);
  });

  it("counts the sign-ins of each of the last 14 days", async () => {
    const { id } = await aUser(test, 4);
    const { sql } = test.database;
    for (const t of [4, 5]) {
      await sql`insert into sign_ins (tenant_id, user_id, at, outcome) select ${t}, ${t === 4 ? id : null}, ${test.clock.now.toISOString()}::timestamptz - make_interval(days => d), o
        from (values (0, 'succeeded'), (0, 'succeeded'), (0, 'failed'), (0, 'stepped_up'), (3, 'refused'), (13, 'succeeded'), (14, 'succeeded')) as at(d, o)`;
    }
    const history = await test.run(4, getSignInHistory, {});
    expect(history).toHaveLength(14);
    expect(history.at(-1)).toEqual({ date: "2026-03-14", succeeded: 2, refused: 1 });
    expect(history.map(({ succeeded, refused }) => `${succeeded}/${refused}`).join(" ")).toBe(
      "1/0 0/0 0/0 0/0 0/0 0/0 0/0 0/0 0/0 0/0 0/1 0/0 0/0 2/1",
    );
  });

  it("refuses credentials", async () => {
    const actor = tenantActor(1, { capabilities: ["ManageUsers"] });
    await expect(test.run(actor, getOverview, {})).rejects.toMatchObject({ status: 403 });
  });
});
