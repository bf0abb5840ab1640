import type { Ports } from "@/server/kernel/operation/ports";
import { hashSecret, newTenantClientId } from "@/server/kernel/http/client-id";
import { createStores } from "@/server/store/stores";
import type { Database } from "@/server/store/database";

/** Returns a function that inserts one row into a table of a tenant. */
const insertInto =
  ({ sql }: Pick<Database, "sql">, tenantId: number) =>
  async (table: string, values: Record<string, unknown>): Promise<number> => {
    const row = { tenant_id: tenantId, ...values };
    const columns = Object.keys(row).join(", ");
    const [inserted] = await sql.unsafe<{ id?: string }[]>(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::text::jsonb) returning *`,
      [JSON.stringify(row)],
    );
    return Number(inserted!.id ?? 0);
  };

/** Inserts an organization with two users, an app, a credential and recorded events. Returns its id and client ids. */
export async function smallOrganization(database: Database, slug = "acme") {
  const { sql } = database;
  const [tenant] = await sql<{ id: string }[]>`insert into tenants (slug) values (${slug}) returning id`;
  const tenantId = Number(tenant!.id);
  const insert = insertInto(database, tenantId);
  await insert("tenant_profiles", { name: "Acme" });
  const [clientId, credentialId] = [newTenantClientId(tenantId), newTenantClientId(tenantId)];
  const ada = await insert("users", { email: "ada@acme.example", name: "Ada", password_hash: "hash" });
  const bob = await insert("users", { email: "bob@acme.example", name: "Bob \u{1F600} ß ı" });
  await insert("administrators", { user_id: ada, role: "owner" });
  const app = await insert("apps", {
    name: "Portal",
    client_id: clientId,
    api_audience: "https://api.acme.example/v1",
    api_audience_key: "https://api.acme.example/v1",
  });
  await sql`
    insert into api_audiences (audience, tenant_id, host) values ('https://api.acme.example/v1', ${tenantId}, 'api.acme.example')
    on conflict do nothing`;
  await insert("app_secrets", { app_id: app, secret_hash: hashSecret("secret"), generation: 1 });
  await insert("credentials", {
    name: "Script",
    client_id: credentialId,
    secret_hash: hashSecret("secret"),
    capabilities: [],
  });
  await createStores(database)
    .tenant(tenantId)
    .write(async (_tx, journal) => {
      for (const userId of [ada, bob])
        await journal.append({
          action: "system.user_created",
          type: "user_created",
          target: `user:${userId}`,
          targetLabel: null,
          related: null,
          userId: null,
          userEmail: null,
          actorLabel: "Set-up",
          clientId: null,
          appId: null,
          ip: null,
          requestId: null,
          changes: { name: { from: null, to: "x" } },
        });
    });
  return { tenantId, clientId, credentialId, users: [ada, bob] as const, app };
}

/** Inserts rows into the tables that the demo's seed leaves empty. Returns the encrypted secrets in plain text. */
export async function fillRemaining(database: Database, tenantId: number, vault: Ports["vault"]) {
  const { sql } = database;
  const insert = insertInto(database, tenantId);
  const [user] = await sql<
    { id: string }[]
  >`select id from users where tenant_id = ${tenantId} order by id limit 1`;
  const [app] = await sql<
    { id: string }[]
  >`select id from apps where tenant_id = ${tenantId} order by id limit 1`;
  const [userId, appId] = [Number(user!.id), Number(app!.id)];
  const soon = new Date(Date.now() + 3_600_000);
  await insert("custom_domains", {
    domain: "id.acme.example",
    verify_token: "token",
    verified_at: new Date(),
    verified_key: "id.acme.example",
  });
  const source = await insert("role_sync_sources", {
    name: "Feed",
    connector_name: "json",
    secret_sealed: vault.encrypt("feed secret"),
  });
  await insert("role_sync_runs", { source_id: source, trigger: "schedule", status: "running" });
  await insert("app_exclusions", { app_id: appId, user_id: userId });
  const audience = "https://api.archived.example";
  const api = await insert("apis", {
    name: "Archived",
    audience,
    audience_key: audience,
    client_id: `t${tenantId}_${"a".repeat(22)}`,
    secret_hash: "hash of the API",
  });
  await sql`insert into api_audiences (audience, tenant_id, host) values (${audience}, ${tenantId}, 'api.archived.example')`;
  const scope = await insert("api_scopes", { api_id: api, name: "read", description: "Read" });
  const role = await insert("roles", { name: "Readers of the API" });
  await insert("api_apps", { api_id: api, app_id: appId, users_since: new Date() });
  await insert("api_machine_scopes", { app_id: appId, scope_id: scope });
  await insert("api_role_scopes", { role_id: role, scope_id: scope });
  const webhook = await insert("webhooks", {
    url: "https://hooks.example",
    secret_sealed: vault.encrypt("whsec_hook"),
    events: "*",
  });
  const delivery = await insert("webhook_deliveries", {
    webhook_id: webhook,
    message_id: "m1",
    event_type: "user.created",
    body: "{}",
    next_attempt_at: soon,
  });
  await insert("webhook_tries", { delivery_id: delivery, tried_at: new Date() });
  await insert("notification_choices", { user_id: userId, channels: ["email"] });
  await insert("saved_views", { user_id: userId, list: "users", name: "Mine", query: "?a=1" });
  const provider = await insert("identity_providers", {
    kind: "saml",
    name: "Directory",
    settings: { exact: "1.50" },
    secret_sealed: vault.encrypt("provider secret"),
  });
  await insert("identity_provider_keys", {
    provider_id: provider,
    use: "current",
    certificate: "pem",
    fingerprint: "f",
    key_sealed: vault.encrypt("private key"),
    expires_at: soon,
  });
  await insert("identities", { user_id: userId, provider_id: provider, subject: "ada" });
  await insert("used_assertions", { provider_id: provider, assertion_hash: "a", expires_at: soon });
  await insert("document_assets", { name: "logo", media_type: "image/png", size: 3, content: "AAAA" });
  const imported = await insert("user_imports", {
    file_name: "a.csv",
    header: ["a"],
    row_count: 1,
    columns: ["email"],
    status: "running",
    created_by_id: userId,
  });
  await insert("user_import_rows", { import_id: imported, line: 2, cells: ["x"] });
  const job = await insert("bulk_jobs", {
    action: { do: "suspend" },
    about: "",
    status: "running",
    created_by_id: userId,
  });
  await insert("bulk_job_people", { job_id: job, user_id: userId });
  return ["feed secret", "whsec_hook", "provider secret", "private key"];
}
