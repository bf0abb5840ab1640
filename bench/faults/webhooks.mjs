// Nine clients make changes at three instances. Each endpoint must receive the events in the order of their ids.
import { createServer } from "node:http";
import { startInstances } from "../lib/instances.mjs";
import { accessToken } from "../lib/server.mjs";

const EVENTS = 600;
const CLIENTS = 9;

/** @returns {Promise<{ failed: number, line: string }>} */
export async function webhookOrder() {
  /** @type {number[]} */
  const got = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      got.push(JSON.parse(body).data.id);
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => receiver.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (receiver.address());
  const cluster = await startInstances(3, { WEBHOOK_ALLOW_PRIVATE: "1" });
  const token = await accessToken(cluster.instances[0].url, cluster.seed.tenants[0].credential);
  const post = async (at, path, body) => {
    const response = await fetch(cluster.instances[at % 3].url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  };
  await post(0, "/api/v1/webhooks", { url: `http://127.0.0.1:${port}/hook`, events: "user.created" });
  let next = 0;
  const client = async (_, at) => {
    while (next < EVENTS) await post(at, "/api/v1/users", { email: `order-${next++}@load.example` });
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  for (let waited = 0; got.length < EVENTS && waited < 60_000; waited += 50)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await cluster.stop();
  receiver.close();
  const wrong = got.filter((id, index) => index > 0 && id < got[index - 1]).length;
  const lost = EVENTS - new Set(got).size;
  return {
    failed: wrong + lost,
    line: `${EVENTS} events of ${CLIENTS} clients at three instances: ${wrong} out of order, ${lost} not delivered, ${got.length - EVENTS + lost} twice`,
  };
}
