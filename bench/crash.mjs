// Kills the server repeatedly with SIGKILL under write load, and searches for defects: a lost write that was
// acknowledged, a user without audit event or outbox row, an event without its user, an audit chain that is
// not intact.
//
//   node bench/crash.mjs [--rounds=10]            on the embedded database
//   scripts/with-postgres.sh node bench/crash.mjs on PostgreSQL
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { accessToken, freshDatabase, root, startServer } from "./lib/server.mjs";

const rounds = Number(process.argv.find((argument) => argument.startsWith("--rounds="))?.split("=")[1] ?? 10);
const onPostgres = Boolean(process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL);
const database = onPostgres ? await freshDatabase() : null;
const dataDir = await mkdtemp(path.join(os.tmpdir(), "castellan-crash-"));
const start = () => startServer({ dataDir, ...(database && { databaseUrl: database.url }) });

/** @type {Map<number, string>} */
const acknowledged = new Map();
let lost = 0;
let halfDone = 0;
let broken = 0;

let server = await start();
for (let round = 1; round <= rounds; round++) {
  const token = await accessToken(server.url, server.seed.tenants[0].credential);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  let killed = false;
  const { slug, scimToken } = server.seed.tenants[0];
  // Two of the writers create users in bulk: many events in one statement.
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let sent = 0; !killed; sent++) {
      const email = `crash-${round}-${writer}-${sent}@load.example`;
      if (writer < 2) {
        const made = await createInBulk(`${server.url}/scim/v2/${slug}/Bulk`, scimToken, email);
        if (made === null) return;
        for (const userId of made) acknowledged.set(userId, email);
        continue;
      }
      const response = await fetch(`${server.url}/api/v1/users`, {
        method: "POST",
        headers,
        body: JSON.stringify({ email }),
      }).catch(() => null);
      if (response?.status !== 201) return;
      const body = await response.json().catch(() => null);
      if (body) acknowledged.set(body.userId, email);
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000 + Math.random() * 1_500));
  await server.kill();
  killed = true;
  await Promise.allSettled(writers);

  const intact = verifyChains();
  if (!intact) broken++;
  server = await start();
  const again = await accessToken(server.url, server.seed.tenants[0].credential);
  const users = await everyUser(server.url, again);
  const events = await everyCreation(server.url, again);
  for (const [userId] of acknowledged) if (!users.has(userId)) lost++;
  for (const [userId, email] of users) if (email.startsWith("crash-") && !events.has(userId)) halfDone++;
  for (const userId of events) if (!users.has(userId)) halfDone++;
  console.log(
    `kill ${round}: ${acknowledged.size} acknowledged so far, ${lost} lost, ${halfDone} half-done, audit chain ${intact ? "intact" : "NOT INTACT"}`,
  );
}
await server.stop();
if (!verifyChains()) broken++;
await rm(dataDir, { recursive: true, force: true });
await database?.drop();
console.log(
  `${onPostgres ? "PostgreSQL" : "PGlite"}: ${rounds} kills, ${acknowledged.size} acknowledged writes, ${lost} lost, ${halfDone} half-done, ${broken} times an audit chain was not intact`,
);
process.exit(lost + halfDone + broken > 0 || acknowledged.size === 0 ? 1 : 0);

/** Verifies the audit chains of all organizations without a running server. */
function verifyChains() {
  const { status } = spawnSync(process.execPath, ["dist/commands/verify-audit.js"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      DATABASE_URL: database?.url ?? "",
      BASE_URL: "http://localhost",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return status === 0;
}

/** Returns the ids of 20 users that a SCIM Bulk request created; null without an answer. */
async function createInBulk(address, token, email) {
  const response = await fetch(address, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
    body: JSON.stringify({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:BulkRequest"],
      Operations: Array.from({ length: 20 }, (_, index) => ({
        method: "POST",
        path: "/Users",
        bulkId: `${index}`,
        data: { userName: email.replace("@", `-${index}@`) },
      })),
    }),
  }).catch(() => null);
  const body = response?.status === 200 ? await response.json().catch(() => null) : null;
  return body && body.Operations.map(({ location }) => Number(location.split("/").pop()));
}

async function everyUser(url, token) {
  const users = new Map();
  for (let cursor = null; ;) {
    const response = await fetch(`${url}/api/v1/users?limit=200${cursor ? `&cursor=${cursor}` : ""}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = await response.json();
    for (const user of body.users) users.set(user.userId, user.email);
    if ((cursor = body.nextCursor) === null) return users;
  }
}

/** Returns the ids of all users whose creation the audit log contains. */
async function everyCreation(url, token) {
  const ids = new Set();
  for (const action of ["management_api.user_created", "scim.user_created"])
    for (let page = 1; ; page++) {
      const response = await fetch(`${url}/api/v1/audit-events?action=${action}&limit=200&page=${page}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { events } = await response.json();
      for (const { target } of events) ids.add(Number(target.split(":")[1]));
      if (events.length < 200) break;
    }
  return ids;
}
