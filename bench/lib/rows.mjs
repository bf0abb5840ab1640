// Creates many rows inside the database.

/**
 * Runs `work` while the table has only its unique indexes, and creates the other indexes afterwards. Building an index over all
 * rows is many times faster than updating it for each row.
 * @param {import("postgres").Sql} sql @param {string} table @param {() => Promise<void>} work
 */
async function withoutIndexes(sql, table, work) {
  const indexes =
    await sql`select indexname, indexdef from pg_indexes where tablename = ${table} and indexdef not like 'CREATE UNIQUE%'`;
  for (const { indexname } of indexes) await sql`drop index ${sql(indexname)}`;
  await work();
  await sql`set maintenance_work_mem = '1GB'`;
  for (const { indexdef } of indexes) await sql.unsafe(indexdef);
}

/** @param {import("postgres").Sql} sql @param {number} tenantId @param {number} count */
export async function addUsers(sql, tenantId, count) {
  const first = [
    "Ada",
    "Bruno",
    "Chloé",
    "Dmitri",
    "Elif",
    "Farah",
    "Goran",
    "Hana",
    "Ivo",
    "Jun",
    "Kofi",
    "Lena",
    "Mina",
    "Noor",
    "Olga",
    "Pavel",
    "Quinn",
    "Rosa",
    "Sven",
    "Tariq",
  ];
  const last = [
    "Almeida",
    "Becker",
    "Costa",
    "Dvořák",
    "Eriksen",
    "Ferrari",
    "García",
    "Haddad",
    "Ivanov",
    "Jensen",
    "Kowalski",
    "Lindqvist",
    "Moreau",
    "Nakamura",
    "Okafor",
    "Petrov",
    "Quist",
    "Rossi",
    "Schmidt",
    "Tanaka",
  ];
  await withoutIndexes(sql, "users", async () => {
    for (let from = 1; from <= count; from += 100_000) {
      const to = Math.min(count, from + 99_999);
      await sql`
        insert into users (tenant_id, email, name, created_at)
        select ${tenantId}, 'user' || n || '@' || substr(md5(n::text), 1, 6) || '.example',
          (${first}::text[])[1 + (n::bigint * 7919) % 20] || ' ' || (${last}::text[])[1 + (n::bigint * 104729 / 20) % 20] || ' ' || substr(md5(n::text), 1, 4),
          now() - (n || ' seconds')::interval
        from generate_series(${from}::int, ${to}::int) as n`;
    }
  });
  await sql`vacuum analyze users`;
}

/** @param {import("postgres").Sql} sql @param {number} tenantId @param {number} count */
export async function addAuditEvents(sql, tenantId, count) {
  const events = [
    "user_created",
    "user_updated",
    "user_suspended",
    "user_locked",
    "role_created",
    "role_granted",
    "role_revoked",
    "service_account_created",
  ];
  await withoutIndexes(sql, "audit_events", async () => {
    for (let from = 1; from <= count; from += 500_000) {
      const to = Math.min(count, from + 499_999);
      await sql`
        insert into audit_events (tenant_id, at, action, target, user_id, client_id, ip)
        select ${tenantId}, now() - (n || ' seconds')::interval,
          (array['management_api.', 'console.', 'scim.'])[1 + n % 3] || (${events}::text[])[1 + (n / 3) % 8],
          'user:' || (n % 100000), 1 + n % 500, 't1_bench', '192.0.2.' || n % 250
        from generate_series(${from}::int, ${to}::int) as n`;
    }
  });
  await sql`vacuum analyze audit_events`;
}
