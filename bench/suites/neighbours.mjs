// The effect of one organization's load on another one. 20 clients of a large organization send heavy reads, and one transaction
// locks a row of the organization. The bench compares the latencies of another organization, of /readyz and of /token with their
// values without load.
//
// BENCH_LARGE_URL and BENCH_LARGE_DATA name a database that is already filled, and the DATA_DIR of its server. The first organization is
// the large one. BENCH_SCRIPT names another build of the server.
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { addPast } from "../lib/past.mjs";
import { say, scale } from "../lib/report.mjs";
import { addUsers } from "../lib/rows.mjs";
import { accessToken, freshDatabase, startServer } from "../lib/server.mjs";

const USERS = 200_000 / scale;
const CLIENTS = 20;
/** Duration of each measurement in milliseconds. */
const MEASURED_MS = 30_000 / scale;
/** Time in milliseconds between two requests of a measurement. */
const PAUSE_MS = 50;

/** Name of a load with the requests of its clients. @type {Record<string, (slug: string) => { path: string, scim?: boolean }>} */
const loads = {
  "SCIM familyName co": (slug) => ({
    path: `/scim/v2/${slug}/Users?filter=${encodeURIComponent('name.familyName co "afo"')}`,
    scim: true,
  }),
  "credential health": () => ({ path: "/api/v1/credential-health" }),
};

async function openDatabase() {
  const { BENCH_LARGE_URL: url, BENCH_LARGE_DATA: dataDir } = process.env;
  if (url) return { url, dataDir, drop: async () => {}, isFilled: true };
  return { ...(await freshDatabase()), dataDir: undefined, isFilled: false };
}

export async function neighbours() {
  const database = await openDatabase();
  const server = await startServer({
    script: [process.env.BENCH_SCRIPT ?? "dist/main.js"],
    databaseUrl: database.url,
    core: null,
    env: { LOG_LEVEL: "fatal" },
    ...(database.dataDir && { dataDir: database.dataDir }),
  });
  const { seed, url } = server;
  const [large, other] = seed.tenants;
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  if (!database.isFilled) {
    await addUsers(sql, large.tenantId, USERS);
    await addPast(sql, large.tenantId);
    await sql`analyze`;
  }
  const tokens = {
    large: await accessToken(url, large.credential),
    other: await accessToken(url, other.credential),
  };
  const measured = {
    "GET /users": () =>
      fetch(`${url}/api/v1/users?limit=50`, { headers: { authorization: `Bearer ${tokens.other}` } }),
    "/readyz": () => fetch(`${url}/readyz`),
    "/token": () => fetch(`${url}/token`, { method: "POST", body: tokenForm(other.credential) }),
  };
  // Fills caches and compiles.
  await measure(measured, MEASURED_MS / 5);
  const calm = await measure(measured, MEASURED_MS);
  say(`\nNeighbours: another organization, calm\n${table(calm)}`);
  for (const [name, load] of Object.entries(loads)) {
    const { path, scim } = load(large.slug);
    const running = startLoad(url + path, scim ? large.scimToken : tokens.large);
    await delay(1_000);
    const figures = await measure(measured, MEASURED_MS);
    say(`\nwhile ${CLIENTS} clients ask for ${name}: ${await running.stop()}\n${table(figures, calm)}`);
    await delay(6_000);
  }
  const { userId } = seed.fixtures.plainUser;
  const held = await holdingUser(sql, { tenantId: large.tenantId, userId }, async () => {
    const running = startLoad(`${url}/api/v1/users/${userId}`, tokens.large, (at) => ({
      method: "PATCH",
      body: JSON.stringify({ name: `Held ${at}` }),
    }));
    await delay(1_000);
    const figures = await measure(measured, MEASURED_MS / 2);
    return { figures, answers: await running.stop() };
  });
  say(
    `\nwhile ${CLIENTS} clients wait for a row that a transaction holds: ${held.answers}\n${table(held.figures, calm)}`,
  );
  await sql.end();
  await server.stop();
  await database.drop();
}

/** @param {{ clientId: string, clientSecret: string }} credential */
const tokenForm = ({ clientId, clientSecret }) =>
  new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
  });

/**
 * Runs `work` while a transaction locks the row of a user.
 * @template T
 * @param {import("postgres").Sql} sql
 * @param {{ tenantId: number, userId: number }} user
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
const holdingUser = (sql, { tenantId, userId }, work) =>
  /** @type {Promise<T>} */ (
    sql.begin(async (tx) => {
      await tx`select from users where tenant_id = ${tenantId} and id = ${userId} for update`;
      return work();
    })
  );

/** Starts clients that send the same request repeatedly. After a refusal, a client waits a tenth of the time in Retry-After. */
function startLoad(address, token, init = (/** @type {number} */ _at) => ({})) {
  const stopping = new AbortController();
  /** @type {Map<number, number>} */
  const answers = new Map();
  let sent = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!stopping.signal.aborted) {
      const answer = await fetch(address, {
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...init((sent += 1)),
      });
      await answer.arrayBuffer();
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
      // Waits a tenth of Retry-After, because some clients ignore the header.
      if (!answer.ok) await delay(100 * Number(answer.headers.get("retry-after") ?? 1));
    }
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(clients);
      return [...answers].map(([status, count]) => `${count} answers ${status}`).join(", ");
    },
  };
}

/** @typedef {{ p50: number, p99: number, max: number, failed: number }} Latencies */

/** Sends the requests in parallel series for this time. */
async function measure(requests, ms) {
  const entries = await Promise.all(
    Object.entries(requests).map(async ([name, send]) => [name, await series(send, ms)]),
  );
  return /** @type {Record<string, Latencies>} */ (Object.fromEntries(entries));
}

/** @returns {Promise<Latencies>} */
async function series(send, ms) {
  const times = [];
  let failed = 0;
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const began = performance.now();
    const answer = await send();
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    if (!answer.ok) failed += 1;
    await delay(PAUSE_MS);
  }
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    Math.round(10 * times[Math.min(times.length - 1, Math.floor(times.length * share))]) / 10;
  return { p50: at(0.5), p99: at(0.99), max: at(1), failed };
}

/** @param {Record<string, Latencies>} figures @param {Record<string, Latencies>} [calm] */
const table = (figures, calm) =>
  Object.entries(figures)
    .map(([name, { p50, p99, max, failed }]) => {
      const limit = calm && 2 * calm[name].p99 + 50;
      const verdict = limit === undefined ? "" : p99 <= limit ? "  within 2x + 50 ms" : "  ABOVE 2x + 50 ms";
      return `  ${name.padEnd(12)} p50 ${p50} ms  p99 ${p99} ms  max ${max} ms${failed ? `  ${failed} FAILED` : ""}${verdict}`;
    })
    .join("\n");
