// Users' sign-ins to an app, refreshes, introspections and userinfo, compared with a bare node:http with the same
// cryptography and rows.
import { hash } from "@node-rs/argon2";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import postgres from "postgres";
import { loadBrowser } from "../lib/browser.mjs";
import { say, seconds } from "../lib/report.mjs";
import { freePort, freshDatabase, pinned, root, startServer } from "../lib/server.mjs";
import { ending } from "../lib/started.mjs";

const PASSWORD = "correct horse battery staple";
const REDIRECT = "https://shop.example/cb";
/** Same as in server/ports/passwords.ts. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CLIENTS = 8;
/** Requests of a sign-in besides the password and the tokens. */
const STEPS = 4;

async function addPerson(sql, tenantId) {
  const [user] = await sql`insert into users (tenant_id, email, name, password_hash, email_verified_at)
    values (${tenantId}, 'bench@shop.example', 'Bench', ${await hash(PASSWORD, COST)}, now()) returning id`;
  const clientId = `t${tenantId}_${randomBytes(17).toString("base64url").slice(0, 22)}`;
  const clientSecret = `cs_${randomBytes(24).toString("base64url")}`;
  const secretHash = createHash("sha256").update(clientSecret).digest("hex");
  const [app] = await sql`insert into apps (tenant_id, name, client_id, redirect_uri)
    values (${tenantId}, 'Bench', ${clientId}, ${REDIRECT}) returning id`;
  await sql`insert into app_secrets (tenant_id, app_id, secret_hash, generation)
    values (${tenantId}, ${app.id}, ${secretHash}, 1)`;
  return { userId: user.id, appId: app.id, clientId, clientSecret };
}

async function startBaseline(databaseUrl, { tenantId, clientId, appId, userId }) {
  const port = await freePort();
  const [command, ...args] = [...pinned(0), process.execPath, "bench/sign-in-baseline.mjs"];
  const env = {
    PORT: port,
    DATABASE_URL: databaseUrl,
    TENANT_ID: tenantId,
    CLIENT_ID: clientId,
    APP_ID: appId,
    USER_ID: userId,
  };
  const child = spawn(command, args, {
    cwd: root,
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return { url: `http://127.0.0.1:${port}`, stop: ending(() => child.kill("SIGKILL")) };
}

/** Returns the number of completed runs per second of several clients. */
async function rateOf(work) {
  const started = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      while (performance.now() - started < seconds * 1_000) {
        await work(client);
        done++;
      }
    }),
  );
  return (done * 1_000) / (performance.now() - started);
}

const form = async (url, fields) => {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams(fields) });
  const body = await response.json();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(body)}`);
  return body;
};

export async function signIn() {
  const createBrowser = await loadBrowser();
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const [{ tenantId }] = server.seed.tenants;
  const added = { tenantId, ...(await addPerson(sql, tenantId)) };
  const baseline = await startBaseline(database.url, added);
  const { clientId, clientSecret } = added;
  const app = { clientId, clientSecret, redirectUri: REDIRECT };
  const person = { email: "bench@shop.example", password: PASSWORD };
  const browser = () => createBrowser(server.baseUrl, (request) => fetch(request));
  const secret = { client_id: clientId, client_secret: clientSecret };

  const tokens = await Promise.all(Array.from({ length: CLIENTS }, () => browser().signIn(app, person)));
  const bare = await Promise.all(Array.from({ length: CLIENTS }, () => form(`${baseline.url}/token`, {})));
  const suites = [
    [
      "sign-ins with a password (6 requests)",
      async () => void (await browser().signIn(app, person)),
      async () => {
        for (let step = 0; step < STEPS; step++) await form(`${baseline.url}/step`, {});
        await form(`${baseline.url}/sign-in`, { password: PASSWORD });
        await form(`${baseline.url}/token`, {});
      },
    ],
    [
      "token refreshes",
      async (client) => {
        const { refresh_token } = tokens[client];
        tokens[client] = await form(`${server.url}/token`, {
          grant_type: "refresh_token",
          refresh_token,
          ...secret,
        });
      },
      async (client) => {
        bare[client] = await form(`${baseline.url}/refresh`, { token: bare[client].refresh });
      },
    ],
    [
      "introspections",
      async (client) => {
        const answer = await form(`${server.url}/introspect`, {
          token: tokens[client].access_token,
          ...secret,
        });
        if (!answer.active) throw new Error("a token is not active");
      },
      (client) => form(`${baseline.url}/introspect`, { token: bare[client].access }),
    ],
    [
      "userinfo",
      async (client) => {
        const headers = { authorization: `Bearer ${tokens[client].access_token}` };
        const answer = await (await fetch(`${server.url}/userinfo`, { headers })).json();
        if (!answer.sub) throw new Error("a token has no user");
      },
      (client) => form(`${baseline.url}/userinfo`, { token: bare[client].access }),
    ],
  ];
  say(`\nPeople on PostgreSQL, ${CLIENTS} clients, server on one core`);
  for (const [name, ours, floor] of suites) {
    const rates = { ours: [], floor: [] };
    for (let round = 0; round < 3; round++) {
      rates.floor.push(await rateOf(floor));
      rates.ours.push(await rateOf(ours));
    }
    const middle = (list) => list.sort((one, other) => one - other)[1];
    const [a, b] = [middle(rates.ours), middle(rates.floor)];
    say(
      `  ${name.padEnd(40)} ${a.toFixed(1).padStart(7)}/s  bare ${b.toFixed(1).padStart(7)}/s  ${Math.round((100 * a) / b)} %`,
    );
  }
  await baseline.stop();
  await server.stop();
  await sql.end();
  await database.drop();
}
