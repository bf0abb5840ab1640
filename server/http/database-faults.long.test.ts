import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proxiedDatabase, type DatabaseProxy } from "@/server/testing/database-proxy";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { connectionKinds } from "@/server/testing/stores";

/*
 * The limits below are several times as long as the measured times, because other processes may use the machine of the tests.
 */

/** A matcher for the status codes of success. */
const success: unknown = expect.toSatisfy((status: number) => status >= 200 && status < 300);

/** Maximum time in milliseconds of each answer while the database cannot be reached. A wait for the database takes longer. */
const PROMISED_MS = 3_000;
/**
 * Time in milliseconds after which the server treats a silent database as unreachable. Includes a reserve for a busy machine.
 */
const NOTICED_MS = 1_200;

const kinds = process.env["TEST_DATABASE_URL"] ? connectionKinds : [];

describe.each(kinds)("a database that fails (%s)", (kind) => {
  let proxy: DatabaseProxy;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    proxy = await proxiedDatabase(kind);
    server = await startTestServer("postgres", { database: proxy.database, workers: true });
    token = await server.token(server.seed.tenants[0].credential);
  }, 120_000);
  afterAll(async () => {
    await proxy.restore();
    await server.close();
  }, 60_000);

  const authorization = () => ({ authorization: `Bearer ${token}` });

  async function ask(path: string, init?: RequestInit) {
    const began = performance.now();
    const answer = await fetch(server.url + path, init);
    const text = await answer.text();
    return {
      status: answer.status,
      retryAfter: Number(answer.headers.get("retry-after")),
      text,
      ms: performance.now() - began,
    };
  }

  const read = () => ask("/api/v1/users", { headers: authorization() });
  const write = () =>
    ask("/api/v1/users", {
      method: "POST",
      headers: { ...authorization(), "content-type": "application/json" },
      body: JSON.stringify({ email: `${Math.random()}@acme.example` }),
    });
  const tokenRequest = () =>
    ask("/token", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: server.seed.tenants[0].credential.clientId,
        client_secret: server.seed.tenants[0].credential.clientSecret,
      }),
    });

  /** Sends 40 reads, 40 writes and 10 requests for tokens at once. */
  const many = () =>
    Promise.all([
      ...Array.from({ length: 40 }, read),
      ...Array.from({ length: 40 }, write),
      ...Array.from({ length: 10 }, tokenRequest),
    ]);

  async function expectRefusals() {
    for (const { status, retryAfter, ms } of await many()) {
      expect(status).toBe(503);
      expect(retryAfter).toBeGreaterThan(0);
      expect(ms).toBeLessThan(PROMISED_MS);
    }
    const ready = await ask("/readyz");
    expect(ready.status).toBe(503);
    for (const path of ["/jwks", "/healthz", "/.well-known/openid-configuration"]) {
      const { status, ms } = await ask(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(ms).toBeLessThan(PROMISED_MS);
    }
  }

  async function expectRecovery() {
    await proxy.restore();
    await expect.poll(async () => (await ask("/readyz")).status, { timeout: 5_000 }).toBe(200);
    for (const { status, text } of await many()) expect({ status, text }).toMatchObject({ status: success });
  }

  const modes: [string, () => Promise<void> | void][] = [
    ["that refuses connections", () => proxy.refuse()],
    ["that ends each connection", () => proxy.drop()],
    ["that accepts connections and does not answer", () => proxy.stall()],
  ];

  it.each(modes)(
    "%s: each request gets 503 soon, keys are served, and the server recovers by itself",
    async (_, fail) => {
      for (const { status, text } of await many())
        expect({ status, text }).toMatchObject({ status: success });
      await fail();
      // The server answers these first requests within a few seconds.
      for (const { status, ms } of await many()) {
        expect(status).toBe(503);
        expect(ms).toBeLessThan(4_000);
      }
      await delay(NOTICED_MS);
      await expectRefusals();
      // The answers stay the same while the database is unreachable.
      await delay(2_000);
      await expectRefusals();
      await expectRecovery();
    },
    60_000,
  );

  it("is reached again by the next request after it ended all connections once", async () => {
    await many();
    await proxy.direct.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await delay(500);
    // Sends only one request of each kind. On a busy machine, the connections for many simultaneous requests can take too long.
    for (const { status, text } of await Promise.all([read(), write(), tokenRequest()]))
      expect({ status, text }).toMatchObject({ status: success });
  }, 60_000);
});
