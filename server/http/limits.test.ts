import { createRequestLimit } from "./limits";
import { countsOf } from "@/server/store/counts";
import { freshDatabase } from "@/server/testing/stores";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestServer, type TestServer } from "@/server/testing/server";

describe("the request limit, over HTTP", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await server.database.sql`
      insert into platform_settings (value) values ('{"requestsPerMinute":10}'::jsonb)
      on conflict (id) do update set value = platform_settings.value || excluded.value`;
  }, 120_000);
  afterAll(() => server.close());

  it.each([["/api/v1/users"], [`/scim/v2/acme/Users`]])(
    "%s answers a request over the limit with Retry-After",
    async (path) => {
      const token = path.startsWith("/scim")
        ? server.seed.tenants[0].scimToken
        : await server.token(server.seed.tenants[0].credential);
      // The server caches settings for one second.
      const answer = await vi.waitFor(
        async () => {
          const asked = await server.call(token, "GET", path);
          expect(asked.status).toBe(429);
          return asked;
        },
        { timeout: 10_000, interval: 20 },
      );
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer.headers.get("ratelimit-policy")).toBe('"default";q=10;w=60');
      expect(answer.headers.get("ratelimit")).toMatch(/^"default";r=0;t=\d+$/);
    },
  );
});

const postgresOnly = describe.skipIf(!process.env["TEST_DATABASE_URL"]);
postgresOnly("the request limit over three instances", () => {
  it("admits few requests more than the limit", async () => {
    const database = await freshDatabase("postgres");
    try {
      let reports: (() => Promise<void>)[] = [];
      const limit = () =>
        createRequestLimit(
          () => Promise.resolve(300),
          countsOf(database),
          (report) => void reports.push(report),
        );
      const instances = [limit(), limit(), limit()];
      let admitted = 0;
      // Three instances with counts of their own would admit all 900.
      for (let round = 0; round < 30; round++) {
        for (let request = 0; request < 30; request++)
          admitted += await instances[request % 3]!("credential").then(
            () => 1,
            () => 0,
          );
        // The instances report twice a second, and a round is a tenth of a second.
        if (round % 5 < 4) continue;
        const due = reports;
        reports = [];
        await Promise.all(due.map((report) => report()));
      }
      expect(admitted).toBeGreaterThanOrEqual(300);
      expect(admitted).toBeLessThan(600);
      await expect(instances[0]!("credential")).rejects.toMatchObject({
        reason: { code: "request.rate_limited" },
      });
      expect((await instances[1]!("other credential"))["ratelimit"]).toMatch(/^"default";r=299;t=\d+$/);
    } finally {
      await database.close();
    }
  });
});
