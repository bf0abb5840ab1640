// The baseline of sign-ins: bare node:http and postgres.js, without protocol and validation. Each path runs
// the cryptography of its part of a sign-in, and writes and reads rows of the same tables
// (bench/suites/sign-in.mjs).
import { verify } from "@node-rs/argon2";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer } from "node:http";
import postgres from "postgres";

const sql = postgres(process.env.DATABASE_URL, { max: 16, onnotice: () => {} });
const { TENANT_ID: tenantId, CLIENT_ID: clientId, APP_ID: appId, USER_ID: userId } = process.env;
const { privateKey } = generateKeyPairSync("ed25519");
const digest = (text) => createHash("sha256").update(text).digest("hex");

const client = () => sql`
  select k.secret_hash, a.redirect_uri, s.value from apps a join tenants t on t.id = a.tenant_id
  left join app_secrets k on k.tenant_id = a.tenant_id and k.app_id = a.id
  left join tenant_settings s on s.tenant_id = a.tenant_id and s.name = 'token-policy'
  where a.tenant_id = ${tenantId} and a.client_id = ${clientId}`;
const person = () => sql`
  select u.* from users u join tenants t on t.id = u.tenant_id where u.tenant_id = ${tenantId} and u.id = ${userId}`;
const keep = async (model, payload = { kind: model }) => {
  const id = randomBytes(32).toString("base64url");
  await sql`insert into oidc_payloads (model, id_hash, payload, client_id, account_id, expires_at)
    values (${`bench ${model}`}, ${digest(id)}, ${JSON.stringify(payload)}::text::jsonb, ${clientId}, ${userId}, now() + interval '1 hour')`;
  return id;
};
const find = (id) => sql`select payload, consumed_at from oidc_payloads where id_hash = ${digest(id)}`;
const standing = () => sql`
  select 1 from app_authorizations held join users u on u.tenant_id = held.tenant_id and u.id = held.user_id
  where held.tenant_id = ${tenantId} and held.user_id = ${userId} and held.app_id = ${appId} limit 1`;
const idToken = () => {
  const text = Buffer.from(JSON.stringify({ sub: userId, aud: clientId, iat: Date.now() })).toString(
    "base64url",
  );
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString("base64url")}`;
};

const paths = {
  /** A redirect of the protocol: reads client and user, and stores the state. */
  "/step": async () => {
    await client();
    await person();
    await keep("Interaction");
    await keep("Session");
    return {};
  },
  "/sign-in": async ({ password }) => {
    await client();
    const [user] = await person();
    if (!(await verify(user.password_hash, password))) throw new Error("wrong");
    await sql.begin(async (tx) => {
      const [session] = await tx`insert into sessions (tenant_id, user_id, expires_at)
        values (${tenantId}, ${userId}, now() + interval '1 hour') returning id`;
      await tx`insert into sign_ins (tenant_id, user_id, app_id, session_id, outcome, method, tier)
        values (${tenantId}, ${userId}, ${appId}, ${session.id}, 'succeeded', 'password', 'low')`;
      await tx`insert into audit_events (tenant_id, action, target) values (${tenantId}, 'account.signed_in', ${`user:${userId}`})`;
    });
    await keep("Interaction");
    return {};
  },
  "/token": async () => {
    await client();
    await person();
    await standing();
    const access = await keep("AccessToken");
    return { access, refresh: await keep("RefreshToken"), id: idToken() };
  },
  "/refresh": async ({ token }) => {
    await client();
    await find(token);
    await standing();
    await person();
    await sql`update oidc_payloads set consumed_at = now() where model = 'bench RefreshToken' and id_hash = ${digest(token)}`;
    const access = await keep("AccessToken");
    return { access, refresh: await keep("RefreshToken"), id: idToken() };
  },
  "/userinfo": async ({ token }) => {
    await find(token);
    await client();
    await standing();
    const [user] = await person();
    return { sub: userId, email: user.email, name: user.name };
  },
  "/introspect": async ({ token }) => {
    await client();
    const [row] = await find(token);
    await standing();
    return { active: Boolean(row) };
  },
};

createServer(async (request, response) => {
  try {
    let text = "";
    for await (const chunk of request) text += chunk;
    const form = Object.fromEntries(new URLSearchParams(text));
    const answer = await paths[request.url](form);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
