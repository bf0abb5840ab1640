/**
 * Adds the traces of daily use to a tenant whose users exist: names, factors, sessions, sign-ins and a large
 * governed role. Returns the id of the role, which a tenth of the users have.
 * @param {import("postgres").Sql} sql @param {number} tenantId
 */
export async function addPast(sql, tenantId) {
  await sql`
    update users set given_name = split_part(name, ' ', 1), family_name = split_part(name, ' ', 2),
      password_hash = case when id % 5 > 0 then 'bench' end, password_weak = id % 97 = 0,
      email_verified_at = case when id % 3 > 0 then created_at end, status = case when id % 50 = 0 then 'suspended' else 'active' end
    where tenant_id = ${tenantId} and kind = 'person' and email like '%.example' and name is not null and password_hash is null`;
  await sql`
    insert into factors (tenant_id, user_id, kind, verified_at)
    select ${tenantId}, id, (array['totp', 'webauthn', 'email', 'sms'])[1 + id % 4], now()
    from users where tenant_id = ${tenantId} and kind = 'person' and id % 3 = 0`;
  await sql`
    insert into sessions (tenant_id, user_id, ip, country, created_at, expires_at)
    select ${tenantId}, id, '192.0.2.' || id % 250, (array['DE', 'FR', 'US', 'BR'])[1 + (id / 5 + part) % 4], now(), now() + interval '1 day'
    from users, generate_series(1, 2) part where tenant_id = ${tenantId} and kind = 'person' and id % (5 * part) = 0`;
  // Three sign-ins per user within ninety days.
  for (let part = 0; part < 3; part++)
    await sql`
      insert into sign_ins (tenant_id, user_id, at, outcome, method, ip, network, country, score, tier, signals)
      select ${tenantId}, id, now() - interval '90 days' * ((id * 7919 + ${part} * 104729) % 1000003) / 1000003.0,
        (array['succeeded', 'succeeded', 'succeeded', 'failed', 'stepped_up'])[1 + (id + ${part}) % 5], 'password',
        '192.0.2.' || id % 250, '192.0.2.' || id % 250, 'DE', (id * 31 + ${part} * 17) % 101,
        case when (id * 31 + ${part} * 17) % 101 >= 85 then 'critical' when (id * 31 + ${part} * 17) % 101 >= 65 then 'high'
          when (id * 31 + ${part} * 17) % 101 >= 35 then 'medium' else 'low' end, '{"newDevice": 20}'::jsonb
      from users where tenant_id = ${tenantId} and kind = 'person'`;
  const [role] = await sql`
    insert into roles (tenant_id, name, governed) values (${tenantId}, 'Large role', true) returning id`;
  await sql`
    insert into role_grants (tenant_id, user_id, role_id)
    select ${tenantId}, id, ${role.id} from users where tenant_id = ${tenantId} and kind = 'person' and id % 10 = 0`;
  for (const table of ["users", "factors", "sessions", "sign_ins", "role_grants"])
    await sql.unsafe(`vacuum analyze ${table}`);
  return Number(role.id);
}
