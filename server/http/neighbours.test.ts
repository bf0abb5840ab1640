import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { timeLimits } from "@/server/store/transaction";
import { startTestServer, type TestServer } from "@/server/testing/server";

/** Number of simultaneous clients of one organization. This number exceeds the number of connections in the pool. */
const CLIENTS = 12;

describe.skipIf(!process.env["TEST_DATABASE_URL"])("an organization beside another one", () => {
  let server: TestServer;
  const usual = { ...timeLimits.interactive };
  beforeAll(async () => {
    // The commands wait until the row is free, however long the other answers take.
    Object.assign(timeLimits.interactive, { statementMs: 60_000, lockMs: 60_000 });
    server = await startTestServer("postgres");
  }, 120_000);
  afterAll(async () => {
    Object.assign(timeLimits.interactive, usual);
    await server.close();
  });

  it("starvation: is answered before the commands of the other one that wait for a held row", async () => {
    const [busy, other] = server.seed.tenants;
    const { userId } = server.seed.fixtures.plainUser;
    await Promise.all([server.token(busy.credential), server.token(other.credential)]);
    const holder = server.database.connectOne();
    try {
      await holder`begin`;
      await holder`select from users where tenant_id = ${busy.tenantId} and id = ${userId} for update`;
      let answered = 0;
      const commands = Array.from({ length: CLIENTS }, async (_, at) => {
        const body = { name: `Held ${at}` };
        const { status } = await server.call(busy.credential, "PATCH", `/api/v1/users/${userId}`, body);
        answered += 1;
        return status;
      });
      const waiters = async () => {
        const [row] = await holder<{ count: number }[]>`
          select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return row!.count;
      };
      await expect.poll(waiters).toBeGreaterThan(0);
      const read = await server.call(other.credential, "GET", "/api/v1/users");
      const email = "free@globex.example";
      const change = await server.call(other.credential, "POST", "/api/v1/users", { email });
      expect([read.status, change.status]).toEqual([200, 201]);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      expect(answered).toBeLessThan(CLIENTS);
      await holder`rollback`;
      await Promise.all(commands);
    } finally {
      await holder.end();
    }
    const last = await server.call(busy.credential, "PATCH", `/api/v1/users/${userId}`, { name: "Free" });
    expect(last.status).toBe(200);
  });
});
