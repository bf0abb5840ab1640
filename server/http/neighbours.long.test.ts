import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "@/server/testing/server";

/** Number of simultaneous clients of one organization. This number exceeds the number of connections in the pool. */
const CLIENTS = 12;

describe.skipIf(!process.env["TEST_DATABASE_URL"])("an organization beside another one", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer("postgres")), 120_000);
  afterAll(() => server.close());

  const [busy, other] = [0, 1] as const;
  const credentialOf = (at: 0 | 1) => server.seed.tenants[at].credential;

  it("starvation: is answered while a held row keeps all commands of the other one waiting", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { tenantId } = server.seed.tenants[busy];
    const { userId } = server.seed.fixtures.plainUser;
    await Promise.all([server.token(credentialOf(busy)), server.token(credentialOf(other))]);
    let onLocked = () => {};
    const locked = new Promise<void>((resolve) => (onLocked = resolve));
    const holding = server.database.sql.begin(async (tx) => {
      await tx`select from users where tenant_id = ${tenantId} and id = ${userId} for update`;
      onLocked();
      await held;
    });
    await locked;
    const path = `/api/v1/users/${userId}`;
    let waiting = 0;
    const commands = Array.from({ length: CLIENTS }, async (_, at) => {
      waiting += 1;
      const answer = await server.call<{ refusal: { code: string } }>(credentialOf(busy), "PATCH", path, {
        name: `Held ${at}`,
      });
      waiting -= 1;
      return answer;
    });
    await delay(500);
    for (let round = 0; round < 20; round++) {
      const read = await server.call(credentialOf(other), "GET", "/api/v1/users");
      const change = await server.call(credentialOf(other), "POST", "/api/v1/users", {
        email: `free${round}@globex.example`,
      });
      expect([read.status, change.status]).toEqual([200, 201]);
    }
    const ready = await fetch(`${server.url}/readyz`);
    expect(ready.status).toBe(200);
    // The requests of the first organization waited during all answers above.
    expect(waiting).toBeGreaterThan(0);

    const answers = await Promise.all(commands);
    release();
    await holding;
    for (const { status, headers, body } of answers) {
      expect({ status, body }).toMatchObject({ status: 503 });
      expect([
        "request.data_in_use",
        "request.took_too_long",
        "request.too_busy",
        "request.unavailable",
      ]).toContain(body.refusal.code);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    const after = await server.call(credentialOf(busy), "PATCH", path, { name: "Free" });
    expect(after.status).toBe(200);
  }, 90_000);
});
