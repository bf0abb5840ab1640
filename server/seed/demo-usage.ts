import { credentialUsage, scimTokenUsage } from "@/db/tenant/credentials";
import { insertRows } from "./demo-rows";
import { ago, DAY, MINUTE, type Scene } from "./demo-scene";

const DAYS = 30;

/** Number of requests of each credential on a working day and on a day of the weekend. */
const habits: Record<string, [weekday: number, weekend: number]> = {
  "Back office": [140, 4],
  "Payroll sync": [320, 320],
  "SIEM export": [288, 288],
  "Help desk": [75, 0],
};

/** Adds the usage of the credentials and the SCIM token in the last month, by day. */
export async function addUsage({ deps: { database }, dice, tenant: { tenantId } }: Scene) {
  const { sql } = database;
  const credentials = await sql<{ id: string; name: string }[]>`
    select id, name from credentials where tenant_id = ${tenantId} and revoked_at is null`;
  const rows = credentials.flatMap(({ id, name }) =>
    Array.from({ length: DAYS }, (_, daysAgo) => {
      const at = ago(daysAgo * DAY);
      const [weekday, weekend] = habits[name] ?? [0, 0];
      const usual = at.getUTCDay() % 6 === 0 ? weekend : weekday;
      // Today is not complete.
      const passed = daysAgo === 0 ? (Date.now() % DAY) / DAY : 1;
      const requests = Math.round(usual * passed * (0.8 + dice() * 0.4));
      const refused = Math.floor(requests * dice() * 0.02);
      return { credentialId: Number(id), day: dateOf(at), requests, refused, limited: 0, failed: 0 };
    }).filter(({ requests }) => requests > 0),
  );
  await insertRows(sql, tenantId, credentialUsage, rows);
  for (const id of new Set(rows.map(({ credentialId }) => credentialId)))
    await sql`update credentials set last_used_at = ${ago((2 + dice() * 150) * MINUTE).toISOString()}
      where tenant_id = ${tenantId} and id = ${id}`;

  // The token's usage, from the provisioning log.
  const logged = await sql<{ tokenId: number; day: string; requests: number; refused: number }[]>`
    select token_id::int as "tokenId", to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as requests,
      (count(*) filter (where outcome = 'refused'))::int as refused
    from provisioning_log where tenant_id = ${tenantId} group by 1, 2`;
  const counted = logged.map((row) => ({ ...row, limited: 0, failed: 0 }));
  await insertRows(sql, tenantId, scimTokenUsage, counted);
}

const dateOf = (at: Date) => at.toISOString().slice(0, 10);
