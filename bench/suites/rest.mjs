// Users over REST, compared with a bare node:http that sends the same statements.
import { spawn } from "node:child_process";
import postgres from "postgres";
import { compare, load } from "../lib/load.mjs";
import { row, say, scale, seconds, wanted } from "../lib/report.mjs";
import { addUsers } from "../lib/rows.mjs";
import { addRules } from "../lib/rules.mjs";
import { accessToken, freePort, freshDatabase, pinned, root, startServer } from "../lib/server.mjs";
import { ending } from "../lib/started.mjs";

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
  return { url: `http://127.0.0.1:${port}`, stop: ending(() => child.kill("SIGKILL")) };
}

export async function rest() {
  const count = 100_000 / scale;
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const tenant = server.seed.tenants[0];
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await addUsers(sql, tenant.tenantId, count);
  const token = await accessToken(server.url, tenant.credential);
  await addRules(server.url, token);
  const baseline = await startBaseline(database.url, tenant);
  const next = wanted("next")
    ? await startServer({
        script: ["node_modules/next/dist/bin/next", "start", "-p", "{port}"],
        databaseUrl: database.url,
        dataDir: server.directory,
        seed: "none",
        // The same issuer, so that both servers accept the same token.
        env: { BASE_URL: server.baseUrl },
      })
    : null;

  const get = (url) => () => load({ url, token, paths: ["/api/v1/users?limit=50"], seconds });
  const post = (url) => () =>
    load({ url, token, method: "POST", bodies: "user", paths: ["/api/v1/users"], seconds });
  say(
    `\nREST on PostgreSQL, ${count} users and 1,000 access rules in the tenant, 32 connections, server on one core`,
  );
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
  await baseline.stop();
  await next?.stop();
  await sql.end();
  await server.stop();
  await database.drop();
}

export async function pglite() {
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
