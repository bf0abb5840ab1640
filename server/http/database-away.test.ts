import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { startTestServer, type TestServer } from "@/server/testing/server";

describe.each(databaseKinds)("while the database is unavailable, on %s", (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer(kind);
    token = await server.token(server.seed.tenants[0].credential);
    await server.container.database.sql.end({ timeout: 1 });
  }, 120_000);
  afterAll(() => server.close());

  const credential = () => server.seed.tenants[0].credential;
  const form = () =>
    new URLSearchParams({
      grant_type: "client_credentials",
      client_id: credential().clientId,
      client_secret: credential().clientSecret,
      token,
    });
  const requests: [string, () => Promise<Response>][] = [
    ["a read", () => fetch(`${server.url}/api/v1/users`, { headers: { authorization: `Bearer ${token}` } })],
    [
      "a write",
      () =>
        fetch(`${server.url}/api/v1/users`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({ email: "new@acme.example" }),
        }),
    ],
    ["a token", () => fetch(`${server.url}/token`, { method: "POST", body: form() })],
    ["an introspection", () => fetch(`${server.url}/introspect`, { method: "POST", body: form() })],
    [
      "a document",
      () =>
        fetch(`${server.url}/api/render/pdf`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ template: { type: "base64", content: "eA==" } }),
        }),
    ],
    [
      "SCIM",
      () =>
        fetch(`${server.url}/scim/v2/${server.seed.tenants[0].slug}/Users`, {
          headers: { authorization: `Bearer ${server.seed.tenants[0].scimToken}` },
        }),
    ],
  ];

  it.each(requests)("%s is answered 503 with Retry-After", async (_, send) => {
    const answer = await send();
    expect({ status: answer.status, body: await answer.text() }).toMatchObject({
      status: 503,
      body: expect.stringMatching(/not available right now/) as string,
    });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
