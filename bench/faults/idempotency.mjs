// Sends a write with the same Idempotency-Key to three instances at once. Each request must get the answer of the first one.
import { startInstances } from "../lib/instances.mjs";
import { accessToken } from "../lib/server.mjs";

const ROUNDS = 50;

/** @returns {Promise<{ failed: number, line: string }>} */
export async function idempotency() {
  const cluster = await startInstances(3);
  const token = await accessToken(cluster.instances[0].url, cluster.seed.tenants[0].credential);
  let failed = 0;
  const send = async (url, round) => {
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
    return response.status === 201 ? body.userId : `status ${response.status}`;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const sent = cluster.instances.flatMap(({ url }) => [send(url, round), send(url, round)]);
    const ids = new Set(await Promise.all(sent));
    if (ids.size !== 1 || typeof [...ids][0] !== "number") failed++;
  }
  await cluster.stop();
  return {
    failed,
    line: `${ROUNDS} keys, each six times at once at three instances: ${ROUNDS - failed} done once with one answer for all`,
  };
}
