// The effect of ten thousand organizations on the requests of each.
import { consoleVisitor } from "../lib/browser.mjs";
import { latencies, say, scale } from "../lib/report.mjs";
import { accessToken, freshDatabase, startServer } from "../lib/server.mjs";

export async function tenants() {
  const count = 10_000 / scale;
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const { seed, url, baseUrl } = server;
  const platform = await accessToken(url, seed.platform.credential);
  const tenant = await accessToken(url, seed.tenants[0].credential);
  const visitor = await consoleVisitor(baseUrl, seed.tenants[0].owner);
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
    console: await pageLatencies(visitor, `/${seed.tenants[0].slug}/users`, 40),
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

async function pageLatencies(visitor, page, rounds) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const response = await visitor.open(page);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${page}: ${response.status}`);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return {
    p50: Math.round(times[Math.floor(rounds / 2)]),
    p95: Math.round(10 * times[Math.floor(rounds * 0.95)]) / 10,
  };
}
