// Sends a write with the same Idempotency-Key to three instances at once. Repeats each request that is answered with 409.
import { startInstances } from "../lib/instances.mjs";
import { accessToken } from "../lib/server.mjs";

const ROUNDS = 50;

/** @returns {Promise<{ failed: number, line: string }>} */
export async function idempotency() {
  const cluster = await startInstances(3);
  const token = await accessToken(cluster.instances[0].url, cluster.seed.tenants[0].credential);
  let running = 0;
  let failed = 0;
  const send = async (url, round) => {
    for (let tries = 0; tries < 100; tries++) {
      const response = await fetch(`${url}/api/v1/users`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "idempotency-key": `round-${round}`,
        },
        body: JSON.stringify({ email: `once-${round}@load.example` }),
      });
      const body = await response.json();
      if (response.status === 201) return body.userId;
      if (response.status !== 409 || response.headers.get("retry-after") === null)
        return `status ${response.status}`;
      running++;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return "409 for two seconds";
  };
  for (let round = 0; round < ROUNDS; round++) {
    const sent = cluster.instances.flatMap(({ url }) => [send(url, round), send(url, round)]);
    const ids = new Set(await Promise.all(sent));
    if (ids.size !== 1 || typeof [...ids][0] !== "number") failed++;
  }
  await cluster.stop();
  return {
    failed,
    line: `${ROUNDS} keys, each six times at once at three instances: ${ROUNDS - failed} done once with one answer for all, ${running} answers were 409 first`,
  };
}
