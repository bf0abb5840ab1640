// Several instances on one PostgreSQL, and a load balancer that reads /readyz.
import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { freePort, freshDatabase, startServer } from "./server.mjs";

/**
 * Starts instances with one database, one key and one public address.
 * @param {number} count
 * @param {Record<string, string>} [env]
 */
export async function startInstances(count, env = {}) {
  const database = await freshDatabase();
  const shared = {
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    BASE_URL: "http://castellan.localhost:3999",
    DATABASE_POOL: "8",
    ...env,
  };
  const start = (port) => startServer({ databaseUrl: database.url, env: shared, core: null, port });
  const instances = [];
  for (let index = 0; index < count; index++) instances.push(await start(await freePort()));
  return {
    instances,
    seed: instances[0].seed,
    /** Stops an instance by SIGTERM and starts it again on its port. */
    restart: async (index) => {
      const port = Number(new URL(instances[index].url).port);
      await instances[index].stop();
      instances[index] = await start(port);
    },
    stop: async () => {
      await Promise.all(instances.map((instance) => instance.stop()));
      await database.drop();
    },
  };
}

/**
 * Starts a load balancer with persistent connections. It requests /readyz of each instance every `probeMs` milliseconds. It sends
 * requests in turn to the instances whose last answer was 200. It never repeats a request.
 * @param {string[]} urls
 */
export function balancer(urls, { probeMs = 1_000, connections = 8 } = {}) {
  const agents = urls.map(() => new Agent({ keepAlive: true, maxSockets: connections }));
  const ready = urls.map(() => true);
  const probe = async (at) => {
    ready[at] = await fetch(`${urls[at]}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const timer = setInterval(() => urls.forEach((_, at) => void probe(at)), probeMs);
  let turn = 0;
  return {
    /** Sends a request. Returns its status, or the code of the error of the connection. */
    send: (method, path, headers = {}, body = "") =>
      new Promise((resolve) => {
        do turn++;
        while (ready.includes(true) && !ready[turn % urls.length]);
        const at = turn % urls.length;
        const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
        const sent = request(`${urls[at]}${path}`, {
          method,
          agent: agents[at],
          headers: { ...headers, ...length },
        });
        sent.on("response", (response) => {
          response.resume();
          response.on("end", () => resolve(response.statusCode));
          response.on("error", (error) => resolve(error.code));
        });
        sent.on("error", (error) => resolve(error.code));
        sent.end(body);
      }),
    stop: () => {
      clearInterval(timer);
      for (const agent of agents) agent.destroy();
    },
  };
}
