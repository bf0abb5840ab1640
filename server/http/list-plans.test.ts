import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listNamedAccessRules } from "@/server/domain/access-rules/access-rules";
import { listRulesOfPerson } from "@/server/domain/access-rules/of-person";
import { listAppPeople, listAppRows } from "@/server/domain/apps/console";
import { listAuditPage } from "@/server/domain/audit/audit-page";
import { EXACT_UP_TO } from "@/server/domain/counts/counts.schema";
import { listAllDevices, listPendingDevices } from "@/server/domain/devices/devices";
import { listTrustedDevices } from "@/server/domain/risk/device-trust";
import { listRoleMembersPage } from "@/server/domain/roles/console";
import { listSessionRows } from "@/server/domain/sessions/console";
import { listUsersPage } from "@/server/domain/users/console";
import { pageDeliveries } from "@/server/domain/webhooks/deliveries";
import { listWebhookStates } from "@/server/domain/webhooks/webhooks";
import { tenantActor } from "@/server/testing/operations";
import { explained } from "@/server/testing/plans";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { everyDatabaseKind } from "@/server/testing/stores";

/*
 * Counts the rows that PostgreSQL reads for the lists of audit events, sessions, devices, apps, access rules, webhooks, and for the
 * orders of users and role members. One organization has many rows, and ten others have some. plans.long.test.ts has more users, with
 * filters and searches.
 */

const ROWS = 20_000;
const PEOPLE = 100;
/** Users and members of one role in the large organization, besides. */
const CROWD = 2_000;
/** Numbers of an organization's apps, access rules in force and webhook endpoints. Their lists have no pages. */
const [APPS, RULES, WEBHOOKS] = [100, 100, 50];
/** Maximum number of rows that one statement may read: a page, and the records that it names. */
const MOST_ROWS = 300;

type Actor = ReturnType<typeof tenantActor>;
/** A request, or queries of the console. `rows` replaces MOST_ROWS if the answer itself consists of more rows. */
type Read = { rows?: number } & ({ rest: string } | { console: (actor: Actor) => Promise<unknown> });

describe.runIf(everyDatabaseKind.includes("postgres"))("rows that a list reads in a large tenant", () => {
  let server: TestServer;
  let execute: TestServer["container"]["execute"];
  /** A user with a quarter of all sessions and devices, and one without any. */
  let visitor: number;
  let newcomer: number;
  let app: number;
  /** Deliveries of the first endpoint succeeded, those of the second one did not. */
  let webhooks: [number, number];

  /** Returns the ids of the first two rows of the large tenant that this suite added to a table. */
  async function firstTwo(table: string, mark: string) {
    const { tenantId } = server.seed.tenants[0];
    const rows = await server.database.sql.unsafe<{ id: number }[]>(
      `select id::int from ${table} where tenant_id = $1 and ${mark} order by id limit 2`,
      [tenantId],
    );
    return rows.map(({ id }) => id) as [number, number];
  }

  beforeAll(async () => {
    server = await startTestServer("postgres");
    ({ execute } = server.container);
    server.database.tampers();
    const { sql } = server.database;
    const { tenantId, governedRoleId } = server.seed.tenants[0];
    await sql.begin(async (tx) => {
      // Triggers and foreign keys would take most of the time.
      await tx.unsafe(`
        set local session_replication_role = replica;
        insert into tenants (slug) select 'other' || n from generate_series(1, 9) n;
        create temporary table sizes on commit drop as
          select id as tenant_id, case when id = ${tenantId} then ${ROWS} else ${ROWS / 10} end as most from tenants;
        insert into users (tenant_id, email, status)
          select tenant_id, 'plans' || n, 'active' from sizes, generate_series(0, least(${PEOPLE}, most / 100) - 1) n;
        with crowd as (
          insert into users (tenant_id, email, name, status) select ${tenantId}, 'crowd' || n, 'Name' || n % 1500, 'active'
          from generate_series(1, ${CROWD}) n returning tenant_id, id)
        insert into role_grants (tenant_id, user_id, role_id) select tenant_id, id, ${governedRoleId} from crowd;
        create temporary table people on commit drop as
          select tenant_id, id as user_id, substr(email, 6)::int as n, count(*) over (partition by tenant_id) as among
          from users where email like 'plans%';
        insert into audit_events (tenant_id, action, target, user_id, at)
          select tenant_id, (array['console', 'management_api', 'scim'])[1 + i % 3] || case when i % 5000 = 17 then '.rare' else '.event_' || i % 20 end,
            'user:' || i % 500, case when i % 2 = 0 then 900001 else 900001 + i % 500 end, now() - make_interval(mins => most - i)
          from sizes, generate_series(1, most) i;
        create temporary table visits on commit drop as
          select tenant_id, user_id, i, most from sizes join people using (tenant_id), generate_series(1, most) i
          where people.n = case when i % 4 = 0 then 0 else i % among end;
        insert into devices (tenant_id, user_id, token_hash, label, status)
          select tenant_id, user_id, md5(i::text), 'Firefox', case when i % 500 = 0 then 'pending' when i % 4 = 1 then 'denied' else 'registered' end
          from visits order by i;
        insert into sessions (tenant_id, user_id, created_at, expires_at, revoked_at, is_trusted)
          select tenant_id, user_id, now() - make_interval(mins => most - i), now() + make_interval(days => case when i % 200 < 20 then 1 else -1 end),
            case when i % 3 = 0 then now() end, i % 20 = 0
          from visits order by i;
        insert into apps (tenant_id, name, client_id) select tenant_id, 'Plans' || n, 'plans' || n from sizes, generate_series(1, ${APPS}) n;
        create temporary table openings on commit drop as
          select tenant_id, id as app_id, substr(client_id, 6)::int - 1 as n from apps where client_id like 'plans%';
        insert into app_authorizations (tenant_id, user_id, app_id, grant_hash, active_until, revoked_at)
          select tenant_id, user_id, app_id, md5(i::text), now(), case when i % 3 = 0 then now() end
          from visits join openings using (tenant_id) where n = case when i % 2 = 0 then 0 else i % ${APPS} end;
        insert into access_rules (tenant_id, scope, type, user_id, app_id, definition, expires_at)
          select tenant_id, case when i % 2 = 0 then 'user' else 'app' end, 'country', case when i % 2 = 0 then user_id end,
            case when i % 2 = 1 then app_id end, '{"decision": "deny", "countries": ["FR"]}', case when i > ${RULES} then now() - interval '1 day' end
          from sizes join people using (tenant_id) join openings using (tenant_id), generate_series(1, most / 8) i
          where people.n = i / 2 % among and openings.n = i / 2 % ${APPS};
        insert into webhooks (tenant_id, url, secret_sealed, events)
          select tenant_id, 'https://plans.example/' || n, '', '*' from sizes, generate_series(0, ${WEBHOOKS - 1}) n;
        insert into webhook_deliveries (tenant_id, webhook_id, message_id, event_type, body, status, created_at)
          select w.tenant_id, w.id, 'm' || i, 'user_created', '{}', case when i % 2 = 1 then 'exhausted' else 'delivered' end, now() - make_interval(mins => most - i)
          from webhooks w join sizes using (tenant_id), generate_series(1, most) i where w.url = 'https://plans.example/' || i % 2`);
    });
    await sql`analyze audit_events, devices, sessions, apps, app_authorizations, access_rules, webhooks, webhook_deliveries, users, role_grants`;
    [visitor] = await firstTwo("users", "email like 'plans%'");
    newcomer = server.seed.fixtures.plainUser.userId;
    [app] = await firstTwo("apps", "client_id like 'plans%'");
    webhooks = await firstTwo("webhooks", "url like 'https://plans.example/%'");
  }, 120_000);
  afterAll(() => server.close());

  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

  /** Reads two pages of the console's log. */
  const auditPages = (filter: object) => async (actor: Actor) => {
    const { nextCursor } = await execute(actor, listAuditPage, filter);
    if (nextCursor !== null) await execute(actor, listAuditPage, { ...filter, cursor: nextCursor });
  };
  const audit = (query: string) => `/api/v1/audit-events?${query}`;
  /** Reads two pages of the console's users. */
  const userPages = (order: object) => async (actor: Actor) => {
    const { nextCursor } = await execute(actor, listUsersPage, order);
    await execute(actor, listUsersPage, { ...order, cursor: nextCursor! });
  };
  const devices = (input: object) => (actor: Actor) => execute(actor, listAllDevices, input);
  const deliveries =
    (input: { webhookId: number; status?: "exhausted"; cursor?: number }) => (actor: Actor) =>
      execute(actor, pageDeliveries, input);

  /** The number of matching events is exact up to a limit, which requires reading a row for each event. */
  const counted = EXACT_UP_TO + 1;
  /** The numbers of an app's users require reading a row for each authorization. */
  const authorized = ROWS + 2 * APPS;
  const reads: Record<string, () => Read> = {
    "audit events": () => ({ rest: audit(""), rows: counted }),
    "audit events, page 20": () => ({ rest: audit("page=20&limit=50"), rows: 1_050 }),
    "audit events by action": () => ({ rest: audit("action=console.event_12"), rows: 400 }),
    "audit events by rare action": () => ({ rest: audit("action=scim.rare") }),
    "audit events by actor": () => ({ rest: audit("userId=900008") }),
    "audit events by frequent actor": () => ({ rest: audit("userId=900001"), rows: counted }),
    "audit events by frequent actor and rare action": () => ({
      rest: audit("userId=900001&action=scim.rare"),
    }),
    "audit events by unknown actor": () => ({ rest: audit("userId=999999") }),
    "audit events since an hour": () => ({ rest: audit(`since=${ago(1)}`) }),
    "audit pages": () => ({ console: auditPages({}) }),
    "audit pages by channel": () => ({ console: auditPages({ channel: "scim" }) }),
    "audit pages by target": () => ({ console: auditPages({ target: "user:7" }) }),
    "audit pages before a time": () => ({ console: auditPages({ until: ago(300) }) }),
    "audit pages by frequent actor, target and action": () => ({
      console: auditPages({ actor: "900001", target: "user:8", action: "event_8" }),
    }),
    "sessions of a user": () => ({ rest: `/api/v1/users/${visitor}/sessions`, rows: 501 }),
    "session rows of a user": () => ({
      console: (actor) => execute(actor, listSessionRows, { userId: visitor }),
    }),
    "sessions of a user without sessions": () => ({ rest: `/api/v1/users/${newcomer}/sessions` }),
    "trusted devices": () => ({ console: (actor) => execute(actor, listTrustedDevices, {}) }),
    devices: () => ({ console: devices({}) }),
    "devices in a rare state": () => ({ console: devices({ status: "pending" }) }),
    "devices in a frequent state": () => ({ console: devices({ status: "denied" }) }),
    "devices by user": () => ({ console: devices({ userId: visitor }) }),
    "devices by user in a state": () => ({ console: devices({ userId: newcomer, status: "registered" }) }),
    "devices by user without devices": () => ({ console: devices({ userId: newcomer }) }),
    "devices of a user without devices": () => ({ rest: `/api/v1/users/${newcomer}/devices` }),
    "devices that await approval": () => ({ console: (actor) => execute(actor, listPendingDevices, {}) }),
    apps: () => ({ rest: "/api/v1/apps" }),
    "apps with their use": () => ({ console: (actor) => execute(actor, listAppRows, {}), rows: authorized }),
    "connected apps": () => ({ rest: "/api/v1/connected-apps", rows: authorized }),
    "connected apps of a user": () => ({ rest: `/api/v1/users/${newcomer}/connected-apps` }),
    "people of an app": () => ({
      console: (actor) => execute(actor, listAppPeople, { appId: app, limit: 5 }),
      rows: ROWS / 8,
    }),
    "access rules": () => ({ rest: "/api/v1/geo-rules" }),
    "access rules by user": () => ({ rest: `/api/v1/geo-rules?userId=${visitor}` }),
    "access rules by app": () => ({ rest: `/api/v1/geo-rules?appId=${app}` }),
    "access rules with names": () => ({
      console: (actor) => execute(actor, listNamedAccessRules, {}),
      rows: 400,
    }),
    "access rules of a user": () => ({
      console: (actor) => execute(actor, listRulesOfPerson, { userId: visitor }),
    }),
    users: () => ({ rest: "/api/v1/users" }),
    "user pages by id": () => ({ console: userPages({ sort: "id" }) }),
    "user pages by name": () => ({ console: userPages({ sort: "name" }) }),
    "user pages by name, backwards": () => ({ console: userPages({ sort: "name", direction: "desc" }) }),
    "user pages by address": () => ({ console: userPages({ sort: "email" }) }),
    "user pages in a state": () => ({ console: userPages({ sort: "id", status: "active" }) }),
    "members of a role": () => ({
      // The number of all holders requires reading a row for each holder.
      console: (actor) =>
        execute(actor, listRoleMembersPage, { roleId: server.seed.tenants[0].governedRoleId }),
      rows: CROWD + MOST_ROWS,
    }),
    webhooks: () => ({ rest: "/api/v1/webhooks" }),
    "webhooks with their state": () => ({ console: (actor) => execute(actor, listWebhookStates, {}) }),
    "deliveries of a webhook": () => ({ rest: `/api/v1/webhooks/${webhooks[0]}/deliveries` }),
    deliveries: () => ({ console: deliveries({ webhookId: webhooks[0] }) }),
    "deliveries in a state, later page": () => ({
      console: deliveries({ webhookId: webhooks[1], status: "exhausted", cursor: ROWS / 2 }),
    }),
    "deliveries in a state that only another webhook has": () => ({
      console: deliveries({ webhookId: webhooks[0], status: "exhausted" }),
    }),
  };
  const tables = [
    "audit_events",
    "devices",
    "sessions",
    "apps",
    "app_authorizations",
    "access_rules",
    "webhooks",
    "webhook_deliveries",
    "users",
    "role_grants",
  ];

  it.each(Object.keys(reads))("%s", async (name) => {
    const { rows: most = MOST_ROWS, ...read } = reads[name]!();
    const { tenantId, credential } = server.seed.tenants[0];
    await server.token(credential);
    server.database.takeSent();
    if ("console" in read) await read.console(tenantActor(tenantId));
    else {
      const { status, body } = await server.call(credential, "GET", read.rest);
      expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
    }
    const statements = await explained(server.database.sql, tenantId, server.database.takeSent(), tables);
    expect(statements.length).toBeGreaterThan(0);
    for (const { text, rows, plan } of statements) expect(rows, `${text}\n${plan}`).toBeLessThanOrEqual(most);
  });
});
