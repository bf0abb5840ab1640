// The requests of an identity provider: finds users by name and id, creates them one by one and in bulk,
// fills a group.
import postgres from "postgres";
import { load } from "../lib/load.mjs";
import { latencies, say, scale, shown } from "../lib/report.mjs";
import { addUsers } from "../lib/rows.mjs";
import { freshDatabase, startServer } from "../lib/server.mjs";

const BULK = 100;

export async function scim() {
  const count = 100_000 / scale;
  const pushed = 10_000 / scale;
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const tenant = server.seed.tenants[0];
  const base = `${server.url}/scim/v2/${tenant.slug}`;
  const token = tenant.scimToken;
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await addUsers(sql, tenant.tenantId, count);
  await sql`update users set external_id = 'ext-' || id where tenant_id = ${tenant.tenantId}`;
  await sql`vacuum analyze users`;
  const some =
    await sql`select email, external_id from users where tenant_id = ${tenant.tenantId} order by random() limit 20`;
  await sql.end();

  const send = async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  };
  const finding = (attribute, column) =>
    some.map((row) => `/Users?filter=${encodeURIComponent(`${attribute} eq "${row[column]}"`)}`);

  say(`\nSCIM on PostgreSQL, ${count} users in the tenant`);
  for (const [attribute, column] of [
    ["userName", "email"],
    ["externalId", "external_id"],
  ]) {
    const paths = finding(attribute, column);
    // Warms up the server, because a provider sends such requests constantly. The 99th percentile needs a
    // thousand requests.
    await latencies(paths, base, token, 25);
    say(`  ${`${attribute} eq`.padEnd(26)} ${shown(await latencies(paths, base, token, 50))}`);
  }

  const single = await load({
    url: server.url,
    token,
    method: "POST",
    bodies: "scim",
    paths: [`/scim/v2/${tenant.slug}/Users`],
    connections: 16,
    seconds: 6,
  });
  say(
    `  POST /Users one by one     ${single.rate}/s, p99 ${single.p99} ms${single.errors ? `, ${single.errors} ERRORS` : ""}`,
  );

  const started = performance.now();
  const ids = [];
  for (let from = 0; from < pushed; from += BULK) {
    const { Operations } = await send("POST", "/Bulk", {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:BulkRequest"],
      Operations: Array.from({ length: BULK }, (_, index) => ({
        method: "POST",
        path: "/Users",
        bulkId: `b${from + index}`,
        data: person(`bulk${from + index}@bench.example`),
      })),
    });
    for (const { location, status } of Operations) {
      if (String(status) !== "201") throw new Error(`Bulk: ${status}`);
      ids.push(location.split("/").pop());
    }
  }
  const rate = Math.round(pushed / ((performance.now() - started) / 1_000));
  say(
    `  POST /Bulk, ${BULK} in each      ${rate} users/s: ${(rate / single.rate).toFixed(1)} times one by one`,
  );

  const times = [];
  for (let from = 0; from < ids.length; from += BULK) {
    const start = performance.now();
    await send("PATCH", `/Groups/${tenant.governedRoleId}?excludedAttributes=members`, {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
      Operations: [
        { op: "add", path: "members", value: ids.slice(from, from + BULK).map((value) => ({ value })) },
      ],
    });
    times.push(performance.now() - start);
  }
  const mean = (list) => list.reduce((sum, time) => sum + time, 0) / list.length;
  const tenth = Math.ceil(times.length / 10);
  say(
    `  PATCH of a group, ${BULK} members each, until it has ${ids.length}: first tenth ${mean(times.slice(0, tenth)).toFixed(0)} ms, last tenth ${mean(times.slice(-tenth)).toFixed(0)} ms a request`,
  );
  await server.stop();
  await database.drop();
}

const person = (userName) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  userName,
  externalId: `ext-${userName}`,
  name: { givenName: "Bench", familyName: "Person" },
  emails: [{ value: userName, type: "work", primary: true }],
  active: true,
});
