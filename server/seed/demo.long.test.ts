import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSeed, unseeded } from "@/server/testing/seeding";
import { databaseKinds, type TestDatabase } from "@/server/testing/stores";
import { verifyAuditLog } from "@/server/domain/audit/verify";
import type { Execute } from "@/server/kernel/operation/execute";
import { sealAuditEvents } from "@/server/domain/audit/worker/seals";
import { startDispatcher } from "@/server/outbox/dispatcher";
import { tenantSystem } from "./actors";
import { applySeed } from "./apply";
import type { SeedResult } from "./seed-file";

describe.each(databaseKinds)("the demo's seed on %s", (kind) => {
  let database: TestDatabase;
  let ask: Awaited<ReturnType<typeof unseeded>>["ask"];
  let seed: SeedResult;
  let run: Execute;
  beforeAll(async () => {
    const empty = await unseeded(kind);
    ({ database, ask } = empty);
    run = empty.deps.execute;
    seed = (await applySeed("demo", empty.deps))!;
  }, 300_000);
  afterAll(() => database.close());

  it("creates a realistic organization for the demo", async () => {
    await checkSeed(seed, ask);
    expect(seed.fixtures).toEqual({});

    const acme = seed.tenants[0]!.tenantId;
    const [is] = await ask(
      `select (select count(*) from users where tenant_id = $1 and kind = 'person')::int as people,
        (select count(*) from users where tenant_id = $1 and kind = 'service_account')::int as accounts,
        (select count(*) from users where tenant_id = $1 and status = 'suspended')::int as suspended,
        (select count(*) from users where tenant_id = $1 and locked_indefinitely)::int as locked,
        (select count(*) from roles where tenant_id = $1)::int as roles,
        (select count(*) from credentials where tenant_id = $1)::int as credentials,
        (select count(*) from audit_events where tenant_id = $1)::int as events,
        (select count(*) from users where tenant_id = $1 and name ~ '[^ -~]')::int as beyond_ascii`,
      acme,
    );
    expect(is).toMatchObject({ people: 320, accounts: 7, roles: 25, credentials: 4 });
    expect(is!["suspended"]).toBeGreaterThan(2);
    expect(is!["locked"]).toBeGreaterThan(0);
    expect(is!["beyond_ascii"]).toBeGreaterThan(20);
    expect(is!["events"]).toBeGreaterThan(5_000);
    expect(is!["events"]).toBeLessThan(8_000);
  });

  it("creates a history that fits the organization", async () => {
    const [acme, globex] = seed.tenants as [SeedResult["tenants"][0], SeedResult["tenants"][0]];
    const none = async (what: string) => expect(await ask(what)).toEqual([]);
    // General settings were made earlier.
    const past = `from audit_events e where e.action not like 'system.%' and e.target like 'user:%'`;
    await none(`select e.at ${past} and (e.at > now() or e.at < now() - interval '43 days') limit 3`);
    await none(`select e.ip ${past} and not (e.ip::inet <<= '192.0.2.0/24' or e.ip::inet <<= '198.51.100.0/24'
      or e.ip::inet <<= '203.0.113.0/24' or e.ip::inet <<= '2001:db8::/32') limit 3`);
    expect(await ask(`select 1 ${past} and e.ip like '2001:db8:%' limit 1`)).toHaveLength(1);
    // Events concern only existing users, and actors are administrators under their own names.
    await none(`select e.id, e.action, e.at, u.created_at from audit_events e
      join users u on u.tenant_id = e.tenant_id and e.target = 'user:' || u.id
      where e.action not like 'system.%' and e.at < u.created_at limit 3`);
    await none(`select e.actor_label, u.name from audit_events e join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      where e.user_email is not null and (e.actor_label <> u.name or e.user_email <> u.email) limit 3`);
    await none(`select e.action, e.user_id from audit_events e where e.action like 'console.%' and not exists
      (select from administrators a where a.tenant_id = e.tenant_id and a.user_id = e.user_id) limit 3`);
    await none(`select e.action, c.name from audit_events e join credentials c on c.tenant_id = e.tenant_id and c.client_id = e.client_id
      where not c.capabilities @> '["ManageUsers", "ManageRoles"]' limit 3`);
    // Most events are in working hours; joining on a weekend is the exception.
    const [hours] = await ask(`select avg((extract(isodow from e.at) < 6)::int)::float as working ${past}`);
    expect(hours!["working"]).toBeGreaterThan(0.95);
    // The owner of globex is also an administrator of acme: the console offers both.
    expect(
      await ask(
        `select a.role from administrators a join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
         where a.tenant_id = $1 and u.email = $2`,
        acme.tenantId,
        globex.owner.email,
      ),
    ).toEqual([{ role: "admin" }]);
  });

  it("fills every area of the console", async () => {
    const [acme, globex] = seed.tenants as [SeedResult["tenants"][0], SeedResult["tenants"][0]];
    const counts = async (tenantId: number) => {
      const [row] = await ask(
        `select (select count(*) from apps where tenant_id = $1)::int as apps,
          (select count(*) from apps where tenant_id = $1 and restricted)::int as restricted,
          (select count(*) from apps where tenant_id = $1 and client_type = 'public')::int as public,
          (select count(*) from apps where tenant_id = $1 and service_account_id is not null)::int as machines,
          (select count(*) from tags where tenant_id = $1)::int as tags,
          (select count(*) from custom_fields where tenant_id = $1)::int as fields,
          (select count(distinct type) from access_rules where tenant_id = $1)::int as rule_types,
          (select count(*) from document_templates where tenant_id = $1)::int as templates,
          (select count(*) from invitations where tenant_id = $1 and expires_at > now() and accepted_at is null)::int as invitations,
          (select count(*) from mfa_reset_requests where tenant_id = $1 and status = 'pending' and expires_at > now())::int as mfa_resets,
          (select count(*) from connector_requests where tenant_id = $1 and status = 'pending' and expires_at > now())::int as connectors,
          (select string_agg(status, ' ' order by status) from act_as_requests where tenant_id = $1 and expires_at > now()) as act_as,
          (select count(*) from devices where tenant_id = $1 and status = 'pending')::int as waiting_devices,
          (select string_agg(alert_type, ' ' order by alert_type) from security_alerts where tenant_id = $1 and acknowledged_at is null) as open_alerts,
          (select string_agg(alert_type, ' ') from security_alerts where tenant_id = $1 and acknowledged_at is not null) as closed_alerts`,
        tenantId,
      );
      return row;
    };
    expect(await counts(acme.tenantId)).toEqual({
      apps: 7,
      restricted: 1,
      public: 1,
      machines: 1,
      tags: 3,
      fields: 5,
      rule_types: 7,
      templates: 3,
      invitations: 3,
      mfa_resets: 2,
      connectors: 1,
      act_as: "approved pending",
      waiting_devices: 2,
      open_alerts: "mfa_fatigue password_spraying risky_sign_in",
      closed_alerts: "credential_stuffing",
    });
    // None of the data has the start time of the demo.
    for (const [table, at] of Object.entries({
      apps: "created_at",
      app_guests: "added_at",
      access_rules: "created_at",
    }))
      expect(await ask(`select 1 from ${table} where ${at} > now() - interval '2 days'`), table).toEqual([]);
    const none = { apps: 0, tags: 0, rule_types: 0, templates: 0, invitations: 0, waiting_devices: 0 };
    expect(await counts(globex.tenantId)).toMatchObject({ ...none, open_alerts: null });
    const [much] = await ask(
      `select (select count(*) from sign_ins where tenant_id = $1)::int as sign_ins,
        (select count(distinct tier) from sign_ins where tenant_id = $1)::int as tiers,
        (select count(distinct outcome) from sign_ins where tenant_id = $1)::int as outcomes,
        (select count(*) from sessions where tenant_id = $1 and expires_at > now())::int as sessions,
        (select count(distinct user_id) from app_authorizations where tenant_id = $1)::int as connected,
        (select count(*) from provisioning_log where tenant_id = $1)::int as provisioned,
        (select count(*) from custom_field_values where tenant_id = $1)::int as values,
        (select count(*) from user_tags where tenant_id = $1)::int as tagged,
        (select count(distinct credential_id) from credential_usage where tenant_id = $1)::int as credentials`,
      acme.tenantId,
    );
    expect(much).toMatchObject({ tiers: 4, outcomes: 4, credentials: 4 });
    expect(much!["sign_ins"]).toBeGreaterThan(3_000);
    for (const [what, least] of Object.entries({
      sessions: 40,
      connected: 200,
      provisioned: 60,
      values: 900,
      tagged: 40,
    }))
      expect(much![what], what).toBeGreaterThan(least);
    // No messages are queued, and nothing calls external systems.
    for (const table of ["messages", "webhooks", "role_sync_sources"])
      expect(await ask(`select 1 from ${table} limit 1`), table).toEqual([]);
  });

  it("records sign-ins that the organization's rules would allow", async () => {
    const none = async (what: string) =>
      expect(await ask(`select s.tenant_id, s.user_id ${what} limit 3`)).toEqual([]);
    const [{ owner }] = seed.tenants as [SeedResult["tenants"][0]];
    await none(`from sign_ins s where s.at > now() or s.at < now() - interval '43 days'`);
    await none(`from sign_ins s where not (s.ip::inet <<= '192.0.2.0/24' or s.ip::inet <<= '198.51.100.0/24'
      or s.ip::inet <<= '203.0.113.0/24' or s.ip::inet <<= '2001:db8::/32')`);
    await none(`from sign_ins s where s.user_id is not null and not exists
      (select from users u where u.tenant_id = s.tenant_id and u.id = s.user_id and u.created_at <= s.at)`);
    await none(`from sign_ins s where s.app_id is not null and not exists
      (select from apps a where a.tenant_id = s.tenant_id and a.id = s.app_id and a.created_at <= s.at)`);
    // Each score is the sum of its signals and has the matching tier; failed attempts have none.
    await none(`from sign_ins s where s.score is distinct from
      (select sum(points::int) from jsonb_each_text(s.signals) as found(name, points)) and s.signals <> '{}'`);
    await none(`from sign_ins s where s.tier is distinct from case when s.score < 25 then 'low' when s.score < 50 then 'medium'
      when s.score < 75 then 'high' when s.score >= 75 then 'critical' end`);
    await none(`from sign_ins s where (s.outcome = 'failed') <> (s.score is null)`);
    await none(`from sign_ins s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      where s.outcome = 'succeeded' and s.method = 'password' and u.password_hash is null`);
    await none(`from sign_ins s where s.outcome = 'succeeded' and s.method = 'webauthn' and not exists
      (select from factors f where f.tenant_id = s.tenant_id and f.user_id = s.user_id and f.kind = 'webauthn' and f.verified_at <= s.at)`);
    // The rules: contractors from some countries, Ledger from the office, Finance with a second factor.
    await none(`from sign_ins s join user_tags h using (tenant_id, user_id) join tags t on t.tenant_id = s.tenant_id and t.id = h.tag_id
      where s.outcome = 'succeeded' and t.name = 'Contractor' and (s.country not in ('DE', 'AT', 'PL', 'PT') or extract(isodow from s.at) > 5)`);
    await none(`from sign_ins s join apps a on a.tenant_id = s.tenant_id and a.id = s.app_id
      where s.outcome = 'succeeded' and a.name = 'Ledger' and not s.ip::inet <<= '192.0.2.0/24'`);
    await none(`from user_tags s join tags t on t.tenant_id = s.tenant_id and t.id = s.tag_id where t.name = 'Finance' and not exists
      (select from factors f where f.tenant_id = s.tenant_id and f.user_id = s.user_id)`);
    // Sessions: each has a sign-in and an approved device, and no blocked user has one.
    await none(
      `from sessions s where not exists (select from sign_ins i where i.tenant_id = s.tenant_id and i.session_id = s.id and i.user_id = s.user_id)`,
    );
    await none(
      `from sessions s join devices d on d.tenant_id = s.tenant_id and d.id = s.device_id where d.status <> 'registered' or d.user_id <> s.user_id`,
    );
    await none(`from sign_ins s where s.outcome = 'succeeded' and s.session_id is null`);
    const keptOut = `join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      where (u.status = 'suspended' or u.locked_indefinitely) and s.revoked_at is null`;
    await none(`from sessions s ${keptOut} and s.expires_at > now()`);
    await none(`from app_authorizations s ${keptOut}`);
    // The known passwords work without a second factor and without history.
    for (const table of ["factors", "sign_ins", "user_tags"])
      expect(await ask(`select 1 from ${table} where user_id = $1`, owner.userId), table).toEqual([]);
  });

  it("records all events so that the chain over the audit log is valid", async () => {
    const dispatcher = startDispatcher(database, [sealAuditEvents], pino({ level: "silent" }));
    try {
      const [{ tenantId }] = seed.tenants as [SeedResult["tenants"][0]];
      const verify = () => run(tenantSystem(tenantId), verifyAuditLog, {});
      await expect.poll(async () => (await verify()).waiting).toBe(0);
      const { problems, sealedEvents } = await verify();
      expect(problems).toEqual([]);
      expect(sealedEvents).toBeGreaterThan(60);
    } finally {
      await dispatcher.stop();
    }
  });
});
