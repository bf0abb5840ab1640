import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listBounds } from "@/server/domain/provisioning/people-list";
import { listRoleMembersPage, memberBounds } from "@/server/domain/roles/console";
import { listUsersPage } from "@/server/domain/users/console";
import { tenantActor } from "@/server/testing/operations";
import { explained } from "@/server/testing/plans";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { everyDatabaseKind } from "@/server/testing/stores";

/*
 * Counts the rows that PostgreSQL reads for lists, filters, orders and searches in a large tenant. A new list needs an entry
 * below, or in list-plans.test.ts. The embedded database is not tested, because it does not count rows of functions.
 */

const USERS = 20_000;
/** Maximum number of rows that one statement may read. The function castellan_people_containing reads samples of 2,000 rows. */
const MOST_ROWS = 4_500;

/** A request, or a query of the console. `rows` replaces MOST_ROWS if the answer itself consists of more rows. */
interface Read {
  scim?: string;
  rest?: string;
  console?: (actor: ReturnType<typeof tenantActor>) => Promise<unknown>;
  rows?: number;
}

describe.runIf(everyDatabaseKind.includes("postgres"))("rows that are read in a large tenant", () => {
  let server: TestServer;
  const bounds = { people: { ...listBounds }, members: { ...memberBounds } };

  beforeAll(async () => {
    server = await startTestServer("postgres");
    const { tenantId, governedRoleId } = server.seed.tenants[0];
    const { sql } = server.database;
    await sql`
      insert into users (tenant_id, email, name, given_name, family_name, status, created_at, updated_at)
      select ${tenantId}, 'user' || n || '@' || substr(md5(n::text), 1, 6) || '.example', 'Given' || n % 50 || ' Family' || n / 7 % 40,
        'Given' || n % 50, 'Family' || n / 7 % 40, case when n % 50 = 0 then 'suspended' else 'active' end,
        now() - make_interval(mins => ${USERS} - n), now() - make_interval(mins => ${USERS} - n)
      from generate_series(1, ${USERS}::int) as n`;
    await sql`
      insert into role_grants (tenant_id, user_id, role_id)
      select tenant_id, id, ${governedRoleId} from users where tenant_id = ${tenantId} and kind = 'person' and id % 2 = 0`;
    await sql`vacuum analyze users, role_grants`;
    Object.assign(listBounds, { gathered: 1_000, counted: 1_500, walked: 2_000, mostWalked: 2_000 });
    Object.assign(memberBounds, { compared: 1_000, lookedUp: 500 });
  }, 180_000);

  afterAll(async () => {
    Object.assign(listBounds, bounds.people);
    Object.assign(memberBounds, bounds.members);
    await server.close();
  });

  const filters = [
    'emails co "example"',
    'emails co "c0de"',
    'emails sw "user12"',
    'emails eq "user5@e4da3b.example"',
    'emails[type eq "work" and value co "c0de"]',
    'userName co "user"',
    'userName co "c0de"',
    'userName sw "user12"',
    'userName ew "e.example"',
    'userName eq "user5@e4da3b.example"',
    'userName ne "x"',
    'name.givenName eq "Given7"',
    'name.givenName eq "Nobody"',
    'name.givenName co "ven7"',
    'name.familyName eq "Family7"',
    'name.familyName sw "Family1"',
    'name.familyName co "mily"',
    'name.familyName co "xyz"',
    'name.familyName gt "Family7"',
    'displayName co "given7 family7"',
    'displayName co "family"',
    'displayName sw "Given7 F"',
    'displayName eq "Given7 Family1"',
    'not (name.familyName eq "Family7")',
    "not (active eq true)",
    "active eq true",
    "active eq false",
    "externalId pr",
    "not (externalId pr)",
    'externalId sw "x"',
    'meta.lastModified gt "2020-01-01T00:00:00Z"',
    'meta.lastModified gt "2090-01-01T00:00:00Z"',
    'meta.created gt "2090-01-01T00:00:00Z"',
    'name.givenName eq "Given7" and name.familyName eq "Family7"',
    'name.givenName eq "Given7" or name.familyName eq "Family7"',
    'active eq false and displayName co "family7"',
    'id eq "5" and displayName co "a"',
  ];
  const orders = [
    "userName",
    "name.familyName",
    "name.givenName",
    "displayName",
    "emails",
    "id",
    "meta.created",
    "meta.lastModified",
  ];
  const role = () => server.seed.tenants[0].governedRoleId;
  const membersPage = (search?: string) => (actor: ReturnType<typeof tenantActor>) =>
    server.container.execute(actor, listRoleMembersPage, { roleId: role(), ...(search && { search }) });

  const usersByName = (query: object) => (actor: ReturnType<typeof tenantActor>) =>
    server.container.execute(actor, listUsersPage, { sort: "name", ...query });

  /**
   * Reads by name. The console's page shows the number of all members of a role, which requires reading a row for each member.
   */
  const reads: Record<string, () => Read> = {
    users: () => ({ scim: "/Users" }),
    "users, page 50": () => ({ scim: "/Users?startIndex=4901&count=100", rows: 7_500 }),
    ...Object.fromEntries(
      filters.map((filter) => [filter, () => ({ scim: `/Users?filter=${encodeURIComponent(filter)}` })]),
    ),
    "members of a group, as a filter": () => ({
      scim: `/Users?filter=${encodeURIComponent(`groups eq "${role()}"`)}`,
    }),
    ...Object.fromEntries(
      orders.map((order) => [`order ${order}`, () => ({ scim: `/Users?sortBy=${order}` })]),
    ),
    "order name.familyName, filtered": () => ({
      scim: `/Users?sortBy=name.familyName&filter=${encodeURIComponent('displayName co "given"')}`,
    }),
    "search of users, rare": () => ({ rest: "/api/v1/users?search=c0de" }),
    "search of users, common": () => ({ rest: "/api/v1/users?search=example" }),
    "search of users, nobody": () => ({ rest: "/api/v1/users?search=xyzzy" }),
    "users by name": () => ({ console: usersByName({}) }),
    "users by name, backwards": () => ({ console: usersByName({ direction: "desc" }) }),
    "users by name, common search": () => ({ console: usersByName({ search: "family" }) }),
    group: () => ({ scim: `/Groups/${role()}`, rows: 3 * USERS }),
    "group without members": () => ({ scim: `/Groups/${role()}?excludedAttributes=members`, rows: USERS }),
    "members of a role, part": () => ({ rest: `/api/v1/roles/${role()}/members?limit=100` }),
    "members of a role": () => ({ console: membersPage(), rows: USERS }),
    "members of a role, rare search": () => ({ console: membersPage("c0de"), rows: USERS }),
    "members of a role, common search": () => ({ console: membersPage("family"), rows: USERS }),
    "members of a role, nobody": () => ({ console: membersPage("xyzzy"), rows: USERS }),
  };

  it("are counted for a scan and for a function", async () => {
    const statements = [
      { text: `select "id" from "users" where lower("name") like $1`, parameters: ["%xyz%"] },
      { text: "select castellan_people_containing('text', $1, 100)", parameters: ["c0de"] },
    ];
    const { tenantId } = server.seed.tenants[0];
    const [scan, search] = await explained(server.database.sql, tenantId, statements, ["users"]);
    expect(scan!.rows).toBeGreaterThanOrEqual(USERS);
    expect(search!.rows).toBeGreaterThanOrEqual(2_000);
  });

  it.each(Object.keys(reads))("%s", async (name) => {
    const { scim, rest, console, rows: most = MOST_ROWS } = reads[name]!();
    const { tenantId, slug, scimToken, credential } = server.seed.tenants[0];
    await server.token(credential);
    server.database.takeSent();
    if (console) await console(tenantActor(tenantId));
    else {
      const [by, path] = scim === undefined ? [credential, rest!] : [scimToken, `/scim/v2/${slug}${scim}`];
      const { status, body } = await server.call(by, "GET", path);
      expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
    }
    const statements = await explained(server.database.sql, tenantId, server.database.takeSent(), [
      "users",
      "role_grants",
    ]);
    expect(statements.length).toBeGreaterThan(0);
    for (const { text, rows, plan } of statements) expect(rows, `${text}\n${plan}`).toBeLessThanOrEqual(most);
  });
});
