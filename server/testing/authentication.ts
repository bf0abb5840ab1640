import { randomBytes } from "node:crypto";
import { createCounters } from "@/server/kernel/concurrency/counters";
import { countsOf } from "@/server/store/counts";
import { pino } from "pino";
import type { administrators, users } from "@/db/tenant/users";
import { createAuthentication, type Authentication } from "@/server/auth/authentication";
import {
  hashSecret,
  newClientSecret,
  newPlatformClientId,
  newTenantClientId,
} from "@/server/kernel/http/client-id";
import type { Ports } from "@/server/kernel/operation/ports";
import { savedSettings, type PlatformSettings } from "@/server/kernel/settings";
import type { WriteTx } from "@/server/kernel/operation/store";
import { createVault } from "@/server/ports/vault";
import type { Database } from "@/server/store/database";
import { createStores } from "@/server/store/stores";
import { cheapPasswords } from "./passwords";
import { anyReach, quietWorld } from "./ports";
import { freshDatabase } from "./stores";

export const BASE_URL = "http://castellan.test";

export interface TestCredential {
  clientId: string;
  clientSecret: string;
  tenantId: number;
  serviceAccountId: number;
}

/** Creates authentication over a new database without HTTP, with the rows that its tests need. */
export async function authenticationWorld(kind: Database["kind"]) {
  const database = await freshDatabase(kind);
  const stores = createStores(database);
  const masterKey = randomBytes(32);
  let settings = savedSettings(null);
  let offset = 0;
  const ports: Ports = {
    clock: () => new Date(Date.now() + offset),
    passwords: cheapPasswords(),
    settings: async () => settings,
    ...quietWorld,
    vault: createVault(masterKey),
  };
  const log = pino({ level: process.env["LOG_LEVEL"] ?? "silent" });
  const counters = createCounters(countsOf(database));
  /** Creates another instance on the same database. */
  const instance = (baseUrl = BASE_URL, certificateHeader?: string): Promise<Authentication> =>
    createAuthentication({
      config: { BASE_URL: baseUrl, CLIENT_CERTIFICATE_HEADER: certificateHeader },
      database,
      counters,
      stores,
      ports,
      masterKey,
      reach: anyReach,
      log,
    });
  const { sql } = database;

  let numbered = 0;
  const tenant = async () => {
    const slug = `tenant${(numbered += 1)}`;
    const [row] = await sql<{ id: string }[]>`insert into tenants (slug) values (${slug}) returning id`;
    const tenantId = Number(row!.id);
    await sql`insert into tenant_profiles (tenant_id, name) values (${tenantId}, ${`Tenant ${slug}`})`;
    return { tenantId, slug };
  };
  const inTenant = <T>(tenantId: number, work: (tx: WriteTx) => Promise<T>) =>
    stores.tenant(tenantId).write(work);

  return {
    database,
    stores,
    ports,
    instance,
    tenant,
    inTenant,
    set: (changes: Partial<PlatformSettings>) => void (settings = { ...settings, ...changes }),
    /** Advances the clock of the ports. The database's clock is unchanged. */
    pass: (milliseconds: number) => void (offset += milliseconds),
    credential: async (
      tenantId: number,
      capabilities: string[] = ["ManageUsers", "ManageRoles"],
    ): Promise<TestCredential> => {
      const clientSecret = newClientSecret();
      const clientId = newTenantClientId(tenantId);
      const serviceAccountId = await inTenant(tenantId, async (tx) => {
        const account = await tx.users.insert({ kind: "service_account", name: "Sync" });
        await tx.credentials.insert({
          name: "Sync",
          clientId,
          secretHash: hashSecret(clientSecret),
          capabilities,
          serviceAccountId: account.id,
        });
        return account.id;
      });
      return { clientId, clientSecret, tenantId, serviceAccountId };
    },
    platformCredential: async (capabilities = ["CreateTenants", "SearchTenants"]) => {
      const clientSecret = newClientSecret();
      const clientId = newPlatformClientId();
      await sql`insert into platform_credentials (name, client_id, secret_hash, capabilities)
        values ('Portal', ${clientId}, ${hashSecret(clientSecret)}, ${JSON.stringify(capabilities)}::jsonb)`;
      return { clientId, clientSecret };
    },
    administrator: async (
      tenantId: number,
      email: string,
      password: string,
      role: "owner" | "admin" = "owner",
    ) => {
      const passwordHash = await ports.passwords.hash(password);
      return inTenant(tenantId, async (tx) => {
        const user = await tx.users.insert({ email, name: "Ada", passwordHash } satisfies Partial<
          typeof users.$inferInsert
        >);
        await tx.administrators.insert({ userId: user.id, role } satisfies Partial<
          typeof administrators.$inferInsert
        >);
        return user.id;
      });
    },
    platformAdministrator: async (email: string, password: string) => {
      const hash = await ports.passwords.hash(password);
      await sql`insert into platform_administrators (email, name, password_hash) values (${email}, 'Pat', ${hash})`;
    },
    close: () => database.close(),
  };
}

export type AuthenticationWorld = Awaited<ReturnType<typeof authenticationWorld>>;

export interface OAuthAnswer<Value = unknown> {
  status: number;
  headers: Headers;
  body: Record<string, Value>;
}

/** Posts a form to one of the OAuth endpoints. */
export async function post(
  { main }: Authentication,
  path: string,
  form: Record<string, string> | string,
  headers: Record<string, string> = {},
  ip = "192.0.2.1",
): Promise<OAuthAnswer> {
  const body = typeof form === "string" ? form : new URLSearchParams(form).toString();
  const request = new Request(BASE_URL + path, {
    method: "POST",
    body,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
  return answerOf(await main.oidc(request, { ip }));
}

export async function get(
  { main }: Authentication,
  path: string,
  headers: Record<string, string> = {},
): Promise<OAuthAnswer> {
  return answerOf(await main.oidc(new Request(BASE_URL + path, { headers }), { ip: "192.0.2.1" }));
}

/** Returns an answer with its body: the fields of JSON, or the text. `Value` is the expected type of the fields. */
export async function answerOf<Value = unknown>(response: Response): Promise<OAuthAnswer<Value>> {
  const { status, headers } = response;
  const text = await response.text();
  const body: unknown = text.startsWith("{") ? JSON.parse(text) : { text };
  // A test that expects other fields fails by its assertions.
  return { status, headers, body: body as Record<string, Value> };
}

/** Returns a token of this credential. */
export async function tokenOf(
  auth: Authentication,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  scope?: string,
) {
  const answer = await post(auth, "/token", {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope !== undefined && { scope }),
  });
  if (answer.status !== 200) throw new Error(`POST /token: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body["access_token"] as string;
}
