import { authenticationWorld } from "/work/main/server/testing/authentication";
const w = await authenticationWorld("postgres"); const { sql } = w.database;
await w.instance();
await sql`insert into tenants (slug) select 'big' || g from generate_series(1, 5000) g`;
await sql`insert into users (tenant_id, kind, email) select t.id, 'person', 'p' || g || '@x' || t.id || '.example' from tenants t, generate_series(1, 40) g`;
await sql`insert into administrators (tenant_id, user_id, role) select tenant_id, id, 'owner' from users where email like 'p1@%'`;
await sql`insert into sessions (tenant_id, user_id, expires_at) select tenant_id, id, now() + interval '1 day' from users`;
await sql`insert into console_sessions (token_hash, email, expires_at) select 'h' || g, 'x', now() + interval '1 day' from generate_series(1, 20000) g`;
await sql`insert into console_memberships (console_session_id, tenant_id, user_id, session_id) select c.id, s.tenant_id, s.user_id, s.id from (select *, row_number() over (order by id) n from console_sessions) c join (select *, row_number() over (order by id) n from sessions) s using (n)`;
await sql`analyze`;
const plan = await sql.unsafe(`explain (analyze, costs off, timing off) select s.id, m.* from console_sessions s left join (
 select m.console_session_id, t.id as tenant_id, t.slug, p.name as tenant_name, a.role, u.id as user_id, u.email, u.name, x.id as session_id
 from console_memberships m join tenants t on t.id = m.tenant_id and t.status = 'active'
 join sessions x on x.tenant_id = m.tenant_id and x.id = m.session_id and x.revoked_at is null and x.expires_at > now()
 join users u on u.tenant_id = m.tenant_id and u.id = m.user_id and u.status = 'active'
 join administrators a on a.tenant_id = m.tenant_id and a.user_id = m.user_id
 left join tenant_profiles p on p.tenant_id = m.tenant_id) m on m.console_session_id = s.id
 where s.token_hash = 'h77' and s.revoked_at is null and s.expires_at > now() order by m.tenant_id`);
for (const r of plan) console.log(r["QUERY PLAN"]);
const p2 = await sql.unsafe(`explain (analyze, costs off, timing off) select u.id from users u join administrators a on a.tenant_id = u.tenant_id and a.user_id = u.id join tenants t on t.id = u.tenant_id where u.email_key = lower('P1@x77.example') and u.kind = 'person'`);
for (const r of p2) console.log(r["QUERY PLAN"]);
await w.close();
