// Reads of REST, SCIM and the console in a tenant of 10,000 and in one of 1,000,000 users, with three sign-ins and four events of the
// audit log for each user. A read must not cost more in the larger tenant if its answer has the same size.
// GROWTH_USERS=10000,5000000 selects other sizes.
import postgres from "postgres";
import { consoleVisitor } from "../lib/browser.mjs";
import { addPast } from "../lib/past.mjs";
import { say, scale } from "../lib/report.mjs";
import { addAuditEvents, addUsers } from "../lib/rows.mjs";
import { accessToken, freshDatabase, startServer } from "../lib/server.mjs";

/** Sizes of the tenant, in users. */
const SIZES = (process.env.GROWTH_USERS ?? "10000,1000000").split(",").map(Number);

const scimFilters = {
  "emails co, common": 'emails co "example"',
  "emails co, rare": 'emails co "c0de"',
  "emails sw": 'emails sw "user12"',
  "userName co, common": 'userName co "user"',
  "userName sw": 'userName sw "user12"',
  "userName eq": 'userName eq "user5000@a35fe7.example"',
  "name.givenName eq": 'name.givenName eq "Lena"',
  "name.givenName eq, nobody": 'name.givenName eq "Zacharias"',
  "name.familyName eq": 'name.familyName eq "Okafor"',
  "name.familyName sw": 'name.familyName sw "Oka"',
  "name.familyName co": 'name.familyName co "afo"',
  "name.familyName co, nobody": 'name.familyName co "xyz"',
  "displayName co": 'displayName co "okafor"',
  "displayName sw": 'displayName sw "Lena O"',
  not: 'not (name.familyName eq "Okafor")',
  and: 'name.givenName eq "Lena" and name.familyName eq "Okafor"',
  or: 'name.givenName eq "Lena" or name.familyName eq "Okafor"',
  "eq and co": 'active eq false and displayName co "okafor"',
  "active eq": "active eq true",
  "meta.lastModified gt": 'meta.lastModified gt "2020-01-01T00:00:00Z"',
};

/** Reads by name: a path, or a procedure of the console with its input. */
const reads = (/** @type {string} */ slug, /** @type {number} */ roleId) => ({
  ...Object.fromEntries(
    Object.entries(scimFilters).map(([name, filter]) => [
      `scim ${name}`,
      { scim: `/scim/v2/${slug}/Users?filter=${encodeURIComponent(filter)}` },
    ]),
  ),
  "scim users": { scim: `/scim/v2/${slug}/Users` },
  "scim members of a group": {
    scim: `/scim/v2/${slug}/Users?filter=${encodeURIComponent(`groups eq "${roleId}"`)}`,
  },
  "scim sortBy userName": { scim: `/scim/v2/${slug}/Users?sortBy=userName` },
  "scim sortBy name.familyName": { scim: `/scim/v2/${slug}/Users?sortBy=name.familyName` },
  "scim sortBy givenName, last first": {
    scim: `/scim/v2/${slug}/Users?sortBy=name.givenName&sortOrder=descending`,
  },
  "scim page 1,000": { scim: `/scim/v2/${slug}/Users?startIndex=99901` },
  "scim group of a tenth": { scim: `/scim/v2/${slug}/Groups/${roleId}` },
  "rest users": { rest: "/api/v1/users" },
  "rest users?search": { rest: "/api/v1/users?search=okafor" },
  "scim group without members": { scim: `/scim/v2/${slug}/Groups/${roleId}?excludedAttributes=members` },
  "rest members of a role": { rest: `/api/v1/roles/${roleId}/members` },
  "rest members of a role, part": { rest: `/api/v1/roles/${roleId}/members?limit=1000` },
  "rest credential health": { rest: "/api/v1/credential-health" },
  ...Object.fromEntries(
    ["e", "q1", "example", "okafor", "c0de", "xyzzyq"].flatMap((search) => [
      [`users "${search}" by id`, { console: "users.page", input: { search } }],
      [`users "${search}" by name`, { console: "users.page", input: { search, sort: "name" } }],
    ]),
  ),
  "users by name": { console: "users.page", input: { sort: "name" } },
  "users by email, last first": { console: "users.page", input: { sort: "email", direction: "desc" } },
  "role members": { console: "roles.members", input: { roleId } },
  "role members, search": { console: "roles.members", input: { roleId, search: "okafor" } },
  "role members, rare search": { console: "roles.members", input: { roleId, search: "c0de" } },
  "risk events of 7 days": { console: "risk.events", input: { days: 7 } },
  "risk events of 30 days": { console: "risk.events", input: { days: 30 } },
  "risk events of 90 days": { console: "risk.events", input: { days: 90 } },
  "credential health": { console: "risk.credentialHealth", input: {} },
  "session intelligence": { console: "risk.sessions", input: {} },
  "recent sign-ins": { console: "risk.recent", input: {} },
  "trusted devices": { console: "risk.trustedDevices", input: {} },
  overview: { console: "overview.get", input: {} },
  "overview sign-ins": { console: "overview.signIns", input: {} },
  "audit log": { console: "audit.page", input: {} },
  "audit log of one event": { console: "audit.page", input: { action: "scim.user_created" } },
  "audit log of two days": {
    rest: `/api/v1/audit-events?since=${new Date(Date.now() - 172_800_000).toISOString()}`,
  },
  "access rules": { console: "accessRules.list", input: {} },
  "page /security": { page: `/${slug}/security` },
  "page /access-rules": { page: `/${slug}/access-rules` },
  "page /users": { page: `/${slug}/users` },
});

export async function growth() {
  /** @type {Map<string, number[]>} */
  const table = new Map();
  for (const size of SIZES) await measured(size / scale, table);
  say(
    `\nReads at ${SIZES.map((size) => size / scale).join(" and ")} users in the tenant, in ms: p50 and highest of 10`,
  );
  for (const [name, figures] of table)
    say(`  ${name.padEnd(34)} ${figures.map((figure) => String(Math.round(figure)).padStart(8)).join(" ")}`);
}

/** @param {number} size @param {Map<string, number[]>} table */
async function measured(size, table) {
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const tenant = server.seed.tenants[0];
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await addUsers(sql, tenant.tenantId, size);
  const roleId = await addPast(sql, tenant.tenantId);
  await addAuditEvents(sql, tenant.tenantId, 4 * size);
  await sql.end();
  const bearer = await accessToken(server.url, tenant.credential);
  const visitor = await consoleVisitor(server.baseUrl, tenant.owner);
  const send = async (read) => {
    const input = encodeURIComponent(JSON.stringify(read.input));
    const path = read.console ? `/api/trpc/${read.console}?tenant=${tenant.slug}&input=${input}` : "";
    const answer =
      read.console || read.page
        ? await visitor.open(read.page ?? path, { headers: { "x-castellan-tenant": tenant.slug } })
        : await fetch(server.url + (read.scim ?? read.rest), {
            headers: { authorization: `Bearer ${read.scim ? tenant.scimToken : bearer}` },
          });
    const text = await answer.text();
    return { status: answer.status, text };
  };
  for (const [name, read] of Object.entries(reads(tenant.slug, roleId))) {
    const times = [];
    let problem = null;
    for (let round = 0; round < 11 && times.reduce((sum, time) => sum + time, 0) < 20_000; round++) {
      const started = performance.now();
      const { status, text } = await send(read);
      if (status !== 200) problem = `${status} ${text.slice(0, 120)}`;
      // The first one warms up.
      if (round > 0 || size > 100_000) times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    const figures = problem ? [Number.NaN, Number.NaN] : [times[times.length >> 1], times.at(-1)];
    table.set(name, [...(table.get(name) ?? []), ...figures]);
    say(`  ${size} ${name.padEnd(34)} ${problem ?? figures.map(Math.round).join(" ")}`);
  }
  await server.stop();
  await database.drop();
}
