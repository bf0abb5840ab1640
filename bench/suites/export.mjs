// Streams a whole organization of a million users.
import postgres from "postgres";
import { say, scale } from "../lib/report.mjs";
import { addUsers } from "../lib/rows.mjs";
import { accessToken, freshDatabase, startServer } from "../lib/server.mjs";

export async function dataExport() {
  const count = 1_000_000 / scale;
  const database = await freshDatabase();
  // Live data stays at about 75 MB. Without a limit, V8 keeps garbage as long as the machine has memory.
  const heapMb = 256;
  const env = { NODE_OPTIONS: `--max-old-space-size=${heapMb}` };
  const server = await startServer({ databaseUrl: database.url, env });
  const tenant = server.seed.tenants[0];
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await addUsers(sql, tenant.tenantId, count);
  await sql.end();
  const token = await accessToken(server.url, tenant.credential);
  let peak = await server.memory();
  const before = peak;
  const watch = setInterval(() => void server.memory().then((now) => (peak = Math.max(peak, now))), 100);
  const started = performance.now();
  const response = await fetch(`${server.url}/api/v1/data-export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok || !response.body) throw new Error(`GET /data-export: ${response.status}`);
  let bytes = 0;
  for await (const piece of response.body) bytes += piece.length;
  clearInterval(watch);
  const took = (performance.now() - started) / 1_000;
  say(`\nData export of ${count} users: ${Math.round(bytes / 1e6)} MB in ${took.toFixed(1)} s`);
  say(`  resident memory: ${before} MB before, ${peak} MB at most while it ran, with a heap of ${heapMb} MB`);
  await server.stop();
  await database.drop();
}
