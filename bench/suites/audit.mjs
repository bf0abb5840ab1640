// Reads of an audit log of ten million events.
import postgres from "postgres";
import { latencies, say, scale, shown } from "../lib/report.mjs";
import { addAuditEvents } from "../lib/rows.mjs";
import { accessToken, freshDatabase, startServer } from "../lib/server.mjs";

export async function audit() {
  const count = 10_000_000 / scale;
  const database = await freshDatabase();
  const server = await startServer({ databaseUrl: database.url });
  const tenant = server.seed.tenants[0];
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await addAuditEvents(sql, tenant.tenantId, count);
  const bearer = await accessToken(server.url, tenant.credential);
  say(`\nAudit log with ${count} events in one tenant, through GET /audit-events`);
  const queries = {
    "newest page": "",
    "page 100": "?page=100",
    "by prefix (a third)": "?action=management_api.",
    "by action": "?action=console.role_granted",
    "by actor": "?userId=77",
    "by actor and action": "?userId=77&action=console.role_granted",
    "since an hour ago": `?since=${new Date(Date.now() - 3_600_000).toISOString()}`,
    "nothing matches: action": "?action=account.nothing",
    "nothing matches: actor": "?userId=999999999",
    "nothing matches: since": "?since=2099-01-01T00:00:00Z",
    "nothing matches: both": "?userId=77&action=account.",
  };
  for (const [name, query] of Object.entries(queries)) {
    await latencies([`/api/v1/audit-events${query}`], server.url, bearer, 3);
    say(
      `  ${name.padEnd(26)} ${shown(await latencies([`/api/v1/audit-events${query}`], server.url, bearer, 30))}`,
    );
  }
  await sql.end();
  await server.stop();
  await database.drop();
}
