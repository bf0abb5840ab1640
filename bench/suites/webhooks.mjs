// Deliveries to a local receiver during the creation of the events.
import { createServer } from "node:http";
import { say, scale } from "../lib/report.mjs";
import { accessToken, freshDatabase, startServer } from "../lib/server.mjs";

const ENDPOINTS = 20;

export async function webhooks() {
  const events = 1_000 / scale;
  const database = await freshDatabase();
  // The receiver runs in this process, on another core than the server.
  let received = 0;
  const delays = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      received++;
      delays.push(Date.now() - Date.parse(JSON.parse(body).timestamp));
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => receiver.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (receiver.address());

  const server = await startServer({
    databaseUrl: database.url,
    env: { WEBHOOK_ALLOW_PRIVATE: "1" },
  });
  const token = await accessToken(server.url, server.seed.tenants[0].credential);
  const post = async (path, body) => {
    const response = await fetch(server.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  };
  for (let index = 0; index < ENDPOINTS; index++)
    await post("/api/v1/webhooks", { url: `http://127.0.0.1:${port}/${index}`, events: "user.created" });

  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < events) await post("/api/v1/users", { email: `hook${next++}@bench.example` });
    }),
  );
  const made = performance.now();
  const all = events * ENDPOINTS;
  while (received < all && performance.now() - made < 120_000)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const took = (performance.now() - started) / 1_000;
  delays.sort((a, b) => a - b);
  say(`\nWebhooks on PostgreSQL: ${events} users made, ${ENDPOINTS} endpoints`);
  say(
    `  ${received} of ${all} delivered at ${Math.round(received / took)}/s, beside ${Math.round(events / ((made - started) / 1_000))} POST /users a second; ` +
      `from event to receiver p50 ${delays[Math.floor(delays.length / 2)]} ms; resident memory ${await server.memory()} MB`,
  );
  await server.stop();
  receiver.closeAllConnections();
  receiver.close();
  await database.drop();
}
