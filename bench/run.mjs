// `npm run bench`: what docs/performance.md reports, measured in one run on this machine. Figures are ratios to a bare
// baseline that does the same statements, because rates alone say more about the machine than about the server.
//
//   scripts/with-postgres.sh npm run bench -- --only=rest,pglite,search,audit,tenants,token,next --quick
import { spawn } from "node:child_process";
import postgres from "postgres";
import { compare, load } from "./lib/load.mjs";
import { addAuditEvents, addUsers } from "./lib/rows.mjs";
import { accessToken, freePort, freshDatabase, pinned, root, startServer } from "./lib/server.mjs";

const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const quick = process.argv.includes("--quick");
const only = option("only")?.split(",");
const wanted = (name) => !only || only.includes(name);
const scale = quick ? 10 : 1;
const seconds = quick ? 3 : 6;

/** @type {string[]} */
const report = [];
const say = (line = "") => {
  report.push(line);
  console.log(line);
};
const row = (name, figures, base) =>
  say(
    `  ${name.padEnd(44)} ${String(figures.rate).padStart(7)}/s  p50 ${String(figures.p50).padStart(4)} ms  p99 ${String(figures.p99).padStart(5)} ms` +
      (base ? `  ${Math.round((100 * figures.rate) / base.rate)} % of the baseline` : "") +
      (figures.errors ? `  ${figures.errors} ERRORS` : ""),
  );

async function startBaseline(databaseUrl, tenant) {
  const port = await freePort();
  const [command, ...args] = [...pinned(0), process.execPath, "bench/baseline.mjs"];
  const child = spawn(command, args, {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      CLIENT_ID: tenant.credential.clientId,
      TENANT_ID: String(tenant.tenantId),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill("SIGKILL") };
}

/** Sequential requests, each timed: for latencies under light load. */
async function latencies(paths, base, token, rounds) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    for (const path of paths) {
      const started = performance.now();
      const response = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      times.push(performance.now() - started);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share) =>
    Math.round(10 * times[Math.min(times.length - 1, Math.floor(times.length * share))]) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
const shown = ({ p50, p95, p99, max }) => `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max ${max} ms`;

async function rest() {
  const count = 100_000 / scale;
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const tenant = server.seed.tenants[0];
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await addUsers(sql, tenant.tenantId, count);
  const token = await accessToken(server.url, tenant.credential);
  const baseline = await startBaseline(database.url, tenant);
  const next = wanted("next")
    ? await startServer({
        script: ["node_modules/next/dist/bin/next", "start", "-p", "{port}"],
        databaseUrl: database.url,
        dataDir: server.directory,
        seed: "none",
        // The same issuer, so that both accept the same token.
        env: { BASE_URL: server.baseUrl },
      })
    : null;

  const get = (url) => () => load({ url, token, paths: ["/api/v1/users?limit=50"], seconds });
  const post = (url) => () =>
    load({ url, token, method: "POST", bodies: "user", paths: ["/api/v1/users"], seconds });
  say(`\nREST on PostgreSQL, ${count} users in the tenant, 32 connections, server on one core`);
  for (const [title, plan] of [
    ["GET /users (50 rows)", get],
    ["POST /users", post],
  ]) {
    const figures = await compare({
      baseline: plan(baseline.url),
      server: plan(server.url),
      ...(next && { next: plan(next.url) }),
    });
    say(` ${title}`);
    row("bare node:http, the same statements", figures.baseline);
    row("npm start", figures.server, figures.baseline);
    if (next) row("through a Next route handler", figures.next, figures.baseline);
  }
  say(`  resident memory: ${await server.memory()} MB`);
  baseline.stop();
  await next?.stop();
  await sql.end();
  await server.stop();
  await database.drop();
}

async function pglite() {
  const server = await startServer();
  const tenant = server.seed.tenants[0];
  const token = await accessToken(server.url, tenant.credential);
  say("\nREST on the embedded database (PGlite)");
  row(
    "GET /users (50 rows)",
    await load({ url: server.url, token, paths: ["/api/v1/users?limit=50"], seconds }),
  );
  row(
    "POST /users",
    await load({ url: server.url, token, method: "POST", bodies: "user", paths: ["/api/v1/users"], seconds }),
  );
  await server.stop();
}

async function token() {
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const { credential } = server.seed.tenants[0];
  const started = performance.now();
  let issued = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() - started < seconds * 1_000) {
        await accessToken(server.url, credential);
        issued++;
      }
    }),
  );
  say(
    `\nPOST /token (client_credentials): ${Math.round((issued * 1_000) / (performance.now() - started))}/s, 16 clients, load on the other core`,
  );
  await server.stop();
  await database.drop();
}

async function search() {
  const count = 1_000_000 / scale;
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const tenant = server.seed.tenants[0];
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await addUsers(sql, tenant.tenantId, count);
  const bearer = await accessToken(server.url, tenant.credential);
  say(`\nUser search over ${count} users in one tenant, through GET /users?search=`);
  const terms = {
    "one person's address": ["user123456@", "user999999@", "user500001@"],
    "rare (some hundred)": ["4a7f", "c0de", "beef"],
    "common (one in twenty)": ["okafor", "ferrari", "ada"],
    "common to all": ["example", "user", "@"],
    nobody: ["xyzzyq", "user0@", "qqqq"],
    "two characters": ["öö", "q1", "f7", "zq", "da"],
    "one character": ["x", "é", "~"],
    "punctuation only": ["%", "_", ".e", "@."],
  };
  for (const [name, list] of Object.entries(terms)) {
    const paths = list.map((term) => `/api/v1/users?search=${encodeURIComponent(term)}`);
    await latencies(paths, server.url, bearer, 2);
    say(`  ${name.padEnd(26)} ${shown(await latencies(paths, server.url, bearer, 30))}`);
  }
  const all = Object.values(terms)
    .flat()
    .map((term) => `/api/v1/users?search=${encodeURIComponent(term)}`);
  say(`  ${"all of these".padEnd(26)} ${shown(await latencies(all, server.url, bearer, 20))}`);
  await sql.end();
  await server.stop();
  await database.drop();
}

async function audit() {
  const count = 10_000_000 / scale;
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const tenant = server.seed.tenants[0];
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await addAuditEvents(sql, tenant.tenantId, count);
  const bearer = await accessToken(server.url, tenant.credential);
  say(`\nAudit log with ${count} events in one tenant, through GET /audit-events`);
  const queries = {
    "newest page": "",
    "page 100": "?page=100",
    "by prefix (a third)": "?action=management_api.",
    "by action": "?action=console.role_granted",
    "by actor": "?userId=77",
    "by actor and action": "?userId=77&action=console.role_granted",
    "since an hour ago": `?since=${new Date(Date.now() - 3_600_000).toISOString()}`,
    "nothing matches: action": "?action=account.nothing",
    "nothing matches: actor": "?userId=999999999",
    "nothing matches: since": "?since=2099-01-01T00:00:00Z",
    "nothing matches: both": "?userId=77&action=account.",
  };
  for (const [name, query] of Object.entries(queries)) {
    await latencies([`/api/v1/audit-events${query}`], server.url, bearer, 3);
    say(
      `  ${name.padEnd(26)} ${shown(await latencies([`/api/v1/audit-events${query}`], server.url, bearer, 30))}`,
    );
  }
  await sql.end();
  await server.stop();
  await database.drop();
}

async function tenants() {
  const count = 10_000 / scale;
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const { seed, url } = server;
  const platform = await accessToken(url, seed.platform.credential);
  const tenant = await accessToken(url, seed.tenants[0].credential);
  const cookie = await consoleCookie(url, seed.tenants[0].owner);
  const create = async (index) => {
    const response = await fetch(`${url}/api/v1/tenants`, {
      method: "POST",
      headers: { authorization: `Bearer ${platform}`, "content-type": "application/json" },
      body: JSON.stringify({
        tenantName: `Load Tenant ${index}`,
        adminEmail: `owner${index}@load.example`,
        password: `correct horse ${index} battery`,
      }),
    });
    if (response.status !== 201)
      throw new Error(`POST /tenants: ${response.status} ${await response.text()}`);
  };
  const measure = async () => ({
    users: await latencies(["/api/v1/users?limit=50"], url, tenant, 200),
    search: await latencies(
      ["/api/v1/tenants/search?q=load", "/api/v1/tenants/search?q=99", "/api/v1/tenants/search?q=acm"],
      url,
      platform,
      70,
    ),
    console: await pageLatencies(`${url}/${seed.tenants[0].slug}/users`, cookie, 40),
  });
  for (let index = 0; index < 8; index++) await create(index);
  await measure();
  const few = await measure();
  const started = performance.now();
  let next = 8;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < count) await create(next++);
    }),
  );
  const rate = (count - 8) / ((performance.now() - started) / 1_000);
  const many = await measure();
  say(`\nMany tenants: ${count} made through POST /api/v1/tenants at ${rate.toFixed(1)}/s`);
  for (const [key, name] of [
    ["users", "GET /users"],
    ["search", "tenant search"],
    ["console", "console's first page"],
  ]) {
    say(
      `  ${name.padEnd(22)} p95 ${few[key].p95} ms with 10 tenants, ${many[key].p95} ms with ${count}: ${(many[key].p95 / few[key].p95).toFixed(2)} times`,
    );
  }
  await server.stop();
  await database.drop();
}

async function pageLatencies(url, cookie, rounds) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return {
    p50: Math.round(times[Math.floor(rounds / 2)]),
    p95: Math.round(10 * times[Math.floor(rounds * 0.95)]) / 10,
  };
}

/** Signs in to the console as a browser does, and gives its cookies. */
export async function consoleCookie(url, { email, password }) {
  const jar = new Map();
  const keep = (response) => {
    for (const line of response.headers.getSetCookie()) jar.set(line.split("=")[0], line.split(";")[0]);
    return [...jar.values()].join("; ");
  };
  const csrf = await fetch(`${url}/api/auth/csrf`);
  let cookies = keep(csrf);
  const { csrfToken } = await csrf.json();
  const signedIn = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, email, password, json: "true", callbackUrl: url }),
  });
  cookies = keep(signedIn);
  if (![...jar.keys()].some((name) => name.includes("session")))
    throw new Error(`The console sign-in failed: ${signedIn.status}`);
  return cookies;
}

const phases = { rest, pglite, token, search, audit, tenants };
say(
  `Castellan bench, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}${quick ? ", quick: a tenth of the rows" : ""}`,
);
for (const [name, phase] of Object.entries(phases)) if (wanted(name)) await phase();
