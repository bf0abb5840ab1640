// Restarts three instances one after another under load, behind a load balancer that requests /readyz each second.
import { balancer, startInstances } from "../lib/instances.mjs";
import { accessToken } from "../lib/server.mjs";

const CLIENTS = 12;

/** @returns {Promise<{ failed: number, line: string }>} */
export async function restart() {
  const cluster = await startInstances(3, { SHUTDOWN_DELAY: "3" });
  const token = await accessToken(cluster.instances[0].url, cluster.seed.tenants[0].credential);
  const front = balancer(cluster.instances.map(({ url }) => url));
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  /** @type {Map<string | number, number>} */
  const outcomes = new Map();
  let over = false;
  const client = async (_, at) => {
    for (let sent = 0; !over; sent++) {
      const outcome =
        sent % 4 === 0
          ? await front.send(
              "POST",
              "/api/v1/users",
              headers,
              JSON.stringify({ email: `r${at}-${sent}@load.example` }),
            )
          : await front.send("GET", "/api/v1/users?limit=5", headers);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  for (let index = 0; index < 3; index++) {
    await cluster.restart(index);
    // Waits until the balancer sends requests to the instance again, before the next instance stops.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  over = true;
  await Promise.all(clients);
  front.stop();
  await cluster.stop();
  const all = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  const failed = all - (outcomes.get(200) ?? 0) - (outcomes.get(201) ?? 0);
  const others = [...outcomes].filter(([outcome]) => outcome !== 200 && outcome !== 201);
  return {
    failed,
    line: `three restarts under load: ${failed} of ${all} requests failed ${failed > 0 ? JSON.stringify(others) : ""}`,
  };
}
