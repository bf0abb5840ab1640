import createClient from "openapi-fetch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { paths } from "@/server/testing/openapi-types";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";

/*
 * A client that is written from the OpenAPI document alone. A public generator creates its types (npm run openapi:types). A
 * compile error in this file shows an omission or an error in the document.
 */
describe.each(databaseKinds)("a client made from the OpenAPI document, on %s", (kind) => {
  let server: TestServer;
  let client: ReturnType<typeof createClient<paths>>;
  let platform: ReturnType<typeof createClient<paths>>;
  beforeAll(async () => {
    server = await startTestServer(kind);
    const clientOf = async (credential: { clientId: string; clientSecret: string }) =>
      createClient<paths>({
        baseUrl: server.url,
        headers: { authorization: `Bearer ${await server.token(credential)}` },
      });
    client = await clientOf(server.seed.tenants[0].credential);
    platform = await clientOf(server.seed.platform.credential);
  }, 120_000);
  afterAll(() => server.close());

  it("manages users and their roles", async () => {
    const { data: user } = await client.POST("/api/v1/users", { body: { email: "typed@acme.example" } });
    const { data: role } = await client.POST("/api/v1/roles", { body: { name: "Typed" } });
    const userId = user!.userId;
    const { roleId } = role!;
    const granted = await client.POST("/api/v1/users/{userId}/roles", {
      params: { path: { userId }, header: { "Idempotency-Key": "typed-1" } },
      body: { roleId },
    });
    expect(granted.response.status).toBeLessThan(300);
    const { data: members } = await client.GET("/api/v1/roles/{roleId}/members", {
      params: { path: { roleId } },
    });
    expect(members?.map((member) => member.userId)).toEqual([userId]);
    const { data: page } = await client.GET("/api/v1/users", {
      params: { query: { search: "typed@", limit: 10 } },
    });
    expect(page?.users.map(({ email }) => email)).toEqual(["typed@acme.example"]);
    const lock = await client.POST("/api/v1/users/{userId}/lock", {
      params: { path: { userId } },
      body: { durationMinutes: 5, reason: "typed" },
    });
    expect(lock.data).toMatchObject({ locked: true, indefinite: false });
  });

  it("registers an app, restricts it, and admits one user", async () => {
    const { data: app } = await client.POST("/api/v1/apps", {
      body: { name: "Typed", redirectUris: ["https://typed.example/callback"] },
    });
    expect(app?.clientSecret).toEqual(expect.any(String));
    const { appId } = app!;
    await client.PUT("/api/v1/apps/{appId}/access", {
      params: { path: { appId } },
      body: { restricted: true },
    });
    const { userId } = server.seed.fixtures.plainUser;
    await client.POST("/api/v1/apps/{appId}/access/users/{userId}", {
      params: { path: { appId, userId } },
    });
    const { data: access } = await client.GET("/api/v1/apps/{appId}/access", { params: { path: { appId } } });
    expect(access).toMatchObject({ restricted: true });
    expect(access!.grantedUserIds).toContain(userId);
  });

  it("sets policies and rules, and reads the events", async () => {
    const policy = await client.PATCH("/api/v1/session-policy", { body: { defaultDurationHours: 10 } });
    expect(policy.data?.defaultDurationHours).toBe(10);
    const rule = await client.POST("/api/v1/geo-rules", {
      body: { scope: "org", type: "anonymizer", reason: "typed" },
    });
    expect(rule.response.status).toBe(201);
    const { data: log } = await client.GET("/api/v1/audit-events", { params: { query: { limit: 5 } } });
    expect(log?.events.map(({ action }) => action).join(" ")).toMatch(/rule.*policy/);
  });

  it("gets the error from a refusal", async () => {
    const { error, response } = await client.POST("/api/v1/users", { body: { email: "no address" } });
    expect(response.status).toBe(400);
    expect(error).toMatchObject({ error: "invalid_request" });
    expect(error?.error_description).toMatch(/email/);
  });

  it("creates an organization", async () => {
    const { data: tenant } = await platform.POST("/api/v1/tenants", {
      body: {
        tenantName: "Typed",
        adminEmail: "owner@typed.example",
        password: "a long and uncommon one",
      },
    });
    const { data: found } = await platform.GET("/api/v1/tenants/{tenantId}", {
      params: { path: { tenantId: tenant!.tenantId } },
    });
    expect(found?.status).toBe("active");
  });
});
