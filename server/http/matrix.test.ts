import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { createCredential } from "@/server/domain/credentials/credentials";
import { platformCapabilityNames, tenantCapabilityNames } from "@/server/kernel/capabilities";
import { createPlatformCredential } from "@/server/platform/credentials";
import { platformSystem, tenantSystem } from "@/server/seed/actors";
import { databaseKinds } from "@/server/testing/stores";
import { startTestServer, type Credential, type TestServer } from "@/server/testing/server";
import type { WriteTx } from "@/server/kernel/operation/store";
import type { Endpoint } from "./endpoints";
import { endpointGroups } from "./endpoints";
import { pathNames } from "./input";

const endpoints = endpointGroups.flatMap(({ prefix, endpoints }) =>
  endpoints.map((endpoint) => ({ ...endpoint, prefix })),
);
type Mounted = (typeof endpoints)[number];

/** Returns the endpoint's path with this id. */
const pathOf = ({ prefix, path }: Mounted, id: number | string) =>
  prefix + path.replace(/\{\w+\}/g, String(id));
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const bodyOf = ({ method }: Endpoint) => (method === "GET" || method === "DELETE" ? undefined : {});

describe.each(databaseKinds)("every endpoint on %s", (kind) => {
  let server: TestServer;
  /** Ids of one record of each kind in the organization globex, by the name of the path parameter. */
  let foreign: Record<string, number | string>;
  /** Credentials that have every capability but one, by its name. */
  let allBut: Record<string, Credential>;
  beforeAll(async () => {
    server = await startTestServer(kind);
    const globex = server.seed.tenants[1];
    const store = server.container.stores.tenant(globex.tenantId);
    foreign = await store.write((tx) => oneOfEach(tx, globex.owner.userId));
    foreign["roleId"] = globex.governedRoleId;
    allBut = await credentialsForAllBut(server);
  }, 120_000);
  afterAll(() => server.close());

  const credentialsOf = (scope: "tenant" | "platform") =>
    scope === "tenant"
      ? server.seed.fixtures.capabilityCredentials
      : server.seed.fixtures.platformCapabilityCredentials;

  it.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    "%s admits exactly its declared capability",
    async (_name, endpoint) => {
      const { scope, capability } = endpoint.operation;
      const ask = (by: Credential) =>
        server.call(by, endpoint.method, pathOf(endpoint, 999_999_999), bodyOf(endpoint));
      const admitted = await ask(credentialsOf(scope)[capability!]!);
      expect([200, 201, 204, 400, 404], JSON.stringify(admitted.body)).toContain(admitted.status);
      expect(await ask(allBut[capability!]!)).toMatchObject({
        status: 403,
        body: { error: "insufficient_scope" },
      });
    },
  );

  it.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    "%s refuses a missing token, a bad one, and one of the other scope",
    async (_name, endpoint) => {
      const path = pathOf(endpoint, 1);
      const none = await server.call(null, endpoint.method, path, bodyOf(endpoint));
      expect(none).toMatchObject({ status: 401, body: { error: "invalid_request" } });
      expect(none.headers.get("www-authenticate")).toMatch(/^Bearer /);
      const bad = await server.call("not-a-token", endpoint.method, path, bodyOf(endpoint));
      expect(bad).toMatchObject({ status: 401, body: { error: "invalid_token" } });
      expect(bad.headers.get("www-authenticate")).toContain('error="invalid_token"');
      const other =
        endpoint.operation.scope === "tenant"
          ? server.seed.platform.credential
          : server.seed.tenants[0].credential;
      expect(await server.call(other, endpoint.method, path, bodyOf(endpoint))).toMatchObject({
        status: 403,
        body: { error: "insufficient_scope" },
      });
    },
  );

  const withIds = endpoints.filter(
    ({ operation, path }) => operation.scope === "tenant" && pathNames(path).length > 0,
  );
  it.each(withIds.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    "%s does not find another tenant's ids",
    async (_name, endpoint) => {
      const [acme, globex] = server.seed.tenants;
      for (const name of pathNames(endpoint.path))
        expect(foreign, `a ${name} of globex`).toHaveProperty(name);
      const path =
        endpoint.prefix + endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => String(foreign[name]));
      const before = await server.call(globex.credential, "GET", `/api/v1/users/${globex.owner.userId}`);
      const answer = await server.call(acme.credential, endpoint.method, path, exampleBody(endpoint, server));
      expect(answer, JSON.stringify(answer.body)).toMatchObject({
        status: 404,
        body: { error: "not_found" },
      });
      expect(
        await server.call(globex.credential, "GET", `/api/v1/users/${globex.owner.userId}`),
      ).toMatchObject({ body: before.body });
    },
  );

  it.each(withIds.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    "%s answers 404 to an invalid id",
    async (_name, endpoint) => {
      for (const id of [
        "0",
        "-1",
        "1.5",
        "abc",
        "9007199254740993",
        "99999999999999999999",
        "1e3",
        "%00",
        "007",
      ]) {
        expect(
          (
            await server.call(
              server.seed.tenants[0].credential,
              endpoint.method,
              pathOf(endpoint, id),
              exampleBody(endpoint, server),
            )
          ).status,
          id,
        ).toBe(404);
      }
    },
  );
});

async function credentialsForAllBut({ container, seed }: TestServer) {
  const { execute } = container;
  const made: Record<string, Credential> = {};
  for (const name of tenantCapabilityNames) {
    const capabilities = tenantCapabilityNames.filter((other) => other !== name);
    const actor = tenantSystem(seed.tenants[0].tenantId);
    made[name] = await execute(actor, createCredential, { name: `All but ${name}`, capabilities });
  }
  for (const name of platformCapabilityNames) {
    const capabilities = platformCapabilityNames.filter((other) => other !== name);
    made[name] = await execute(platformSystem, createPlatformCredential, {
      name: `All but ${name}`,
      capabilities,
    });
  }
  return made;
}

/** Inserts one record of each kind for the other tenant, directly into the database. */
async function oneOfEach(tx: WriteTx, userId: number): Promise<Record<string, number | string>> {
  const later = new Date("2030-01-01T00:00:00Z");
  const app = await tx.apps.insert({ name: "Foreign", clientId: "foreign" });
  const api = await tx.apis.insert({
    name: "Foreign",
    audience: "https://foreign.example",
    audienceKey: "https://foreign.example",
    clientId: "foreign-api",
    secretHash: "foreign",
  });
  const rows = {
    appId: app,
    apiId: api,
    scopeId: await tx.apiScopes.insert({ apiId: api.id, name: "read", description: "Foreign" }),
    secretId: await tx.appSecrets.insert({ appId: app.id, generation: 1, secretHash: "foreign" }),
    tagId: await tx.tags.insert({ name: "Foreign" }),
    deviceId: await tx.devices.insert({ userId, tokenHash: "foreign", label: "Foreign", status: "pending" }),
    sessionId: await tx.sessions.insert({ userId, expiresAt: later, isTrusted: true }),
    ruleId: await tx.accessRules.insert({ scope: "org", type: "anonymizer" }),
    invitationId: await tx.invitations.insert({
      email: "x@y.example",
      tokenHash: "foreign",
      expiresAt: later,
    }),
    alertId: await tx.securityAlerts.insert({ alertType: "test", severity: "low", summary: "Foreign" }),
    requestId: await tx.mfaResetRequests.insert({ userId, expiresAt: later }),
    sourceId: await tx.roleSyncSources.insert({ name: "Foreign", connectorName: "DirectoryFeed" }),
    webhookId: await tx.webhooks.insert({ url: "https://x.example", secretSealed: "x", events: "*" }),
  };
  await tx.customFields.insert({
    entity: "user",
    fieldName: "foreign_field",
    displayLabel: "Foreign",
    fieldType: "text",
    visibility: "admin_only",
  });
  const ids = Object.entries(rows).map(([name, { id }]) => [name, id] as const);
  return { ...Object.fromEntries(ids), userId, fieldName: "foreign_field" };
}

/** Returns a body that the endpoint would accept, so that only its target can cause a refusal. */
function exampleBody({ method, operation, path, rawBody }: Mounted, server: TestServer) {
  if (method === "GET" || method === "DELETE") return undefined;
  const examples: Record<string, unknown> = {
    name: "Example",
    email: "example@matrix.example",
    roleId: server.seed.tenants[0].governedRoleId,
    durationMinutes: 5,
    restricted: true,
    allowedOrigins: [],
    claims: [],
    method: "client_secret",
    enabled: false,
    audience: "https://example.example",
    description: "Example",
    forUsers: true,
    forItself: false,
    scopes: [],
    policyKey: "requireMfa",
    value: true,
  };
  if (rawBody !== null) return examples[rawBody];
  const fields = Object.entries(operation.input.shape).filter(([name]) => !pathNames(path).includes(name));
  const wanted = fields.filter(
    ([name, schema]) => name === "durationMinutes" || !(schema as z.ZodType).safeParse(undefined).success,
  );
  return Object.fromEntries(wanted.map(([name]) => [name, examples[name]]));
}
