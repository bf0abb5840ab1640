import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proxiedDatabase, type DatabaseProxy } from "@/server/testing/database-proxy";
import { startTestServer, type TestServer } from "@/server/testing/server";

describe.runIf(process.env["TEST_DATABASE_URL"])("a database that fails", () => {
  let proxy: DatabaseProxy;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    proxy = await proxiedDatabase();
    server = await startTestServer("postgres", { database: proxy.database });
    token = await server.token(server.seed.tenants[0].credential);
  }, 120_000);
  afterAll(async () => {
    await proxy.restore();
    await server.close();
  }, 60_000);

  const ask = (path: string) => fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
  const statusOf = async (path: string) => (await ask(path)).status;

  it("that refuses connections: requests get 503, keys are served, and the server recovers by itself", async () => {
    await proxy.refuse();
    await expect.poll(() => statusOf("/readyz")).toBe(503);
    const refused = await ask("/api/v1/users");
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const path of ["/jwks", "/healthz"]) expect(await statusOf(path), path).toBe(200);
    await proxy.restore();
    await expect.poll(() => statusOf("/readyz")).toBe(200);
    expect(await statusOf("/api/v1/users")).toBe(200);
  });
});
