import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listProvisioningLog } from "@/server/domain/provisioning/log";
import type { ProvisioningEntry } from "@/server/domain/provisioning/log.schema";
import { createScimToken } from "@/server/domain/scim-tokens/scim-tokens";
import { createLog } from "@/server/ports/log";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import type { ProvisioningRecord } from "./record";
import { createProvisioningLog, trimProvisioningLog } from "./worker";

describe.each(databaseKinds)("the provisioning log on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());

  it("records each request with its outcome and subject, and no secret", async () => {
    const [{ slug, scimToken, tenantId }] = server.seed.tenants;
    const call = (method: string, path: string, body?: object, token = scimToken) =>
      server.call<{ id: string }>(token, method, `/scim/v2/${slug}${path}`, body);
    const person = { userName: "logged@acme.example", password: "a secret that nobody reads" };
    const { body } = await call("POST", "/Users", person);
    await call("POST", "/Users", person);
    await call("DELETE", `/Users/${body.id}`);
    await call("GET", `/Users?filter=${encodeURIComponent('userName eq "x"')}&access_token=stray`);
    await call("POST", "/Bulk", {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:BulkRequest"],
      Operations: [
        { method: "POST", path: "/Users", bulkId: "1", data: { userName: "bulk@acme.example" } },
        { method: "PUT", path: "/Users/999999", data: { userName: "nobody@acme.example" } },
      ],
    });
    for (let i = 0; i < 3; i++) await call("GET", "/Users", undefined, "stray-token");

    const list = (input: object) =>
      server.container.execute(tenantActor(tenantId), listProvisioningLog, input) as Promise<{
        entries: ProvisioningEntry[];
        nextCursor: number | null;
      }>;
    await expect.poll(async () => (await list({})).entries.length, { timeout: 15_000 }).toBe(6);
    const { entries } = await list({});
    expect(entries.map(({ method, path, status, outcome }) => [method, path, status, outcome])).toEqual([
      ["GET", "/Users", 401, "refused"],
      ["POST", "/Bulk", 200, "refused"],
      ["GET", '/Users?filter=userName eq "x"', 200, "succeeded"],
      ["DELETE", `/Users/${body.id}`, 204, "succeeded"],
      ["POST", "/Users", 409, "refused"],
      ["POST", "/Users", 201, "succeeded"],
    ]);
    const [stranger, bulk, , gone, twice, created] = entries;
    expect(gone).toMatchObject({ target: `user:${body.id}` });
    expect(stranger).toMatchObject({ token: null });
    expect(stranger!.detail).toMatch(/not valid here/);
    expect(bulk).toMatchObject({ about: "2 operations" });
    expect(bulk!.detail).toMatch(/^1 of 2 operations were refused\. The first: ./);
    const german = await server.container.execute(
      tenantActor(tenantId),
      listProvisioningLog,
      {},
      { locale: "de" },
    );
    expect(german.entries[1]).toMatchObject({ about: "2 Operationen" });
    expect(german.entries[1]!.detail).toMatch(
      /^1 von 2 Operationen wurden abgelehnt\. Die erste: Diesen Benutzer/,
    );
    expect(twice).toMatchObject({ about: person.userName, target: null });
    expect(created).toMatchObject({ about: person.userName, target: `user:${body.id}`, detail: null });
    expect(JSON.stringify(entries)).not.toMatch(/a secret|stray|scim_/);

    expect((await list({ outcome: "refused" })).entries).toHaveLength(3);
    expect((await list({ changesOnly: true })).entries).toHaveLength(4);
    const first = await list({ limit: 2 });
    expect((await list({ limit: 5, cursor: first.nextCursor })).entries).toHaveLength(4);
    const other = server.seed.tenants[1].tenantId;
    expect(await server.container.execute(tenantActor(other), listProvisioningLog, {})).toMatchObject({
      entries: [],
    });
  });

  it("stores records beside one whose text was cut inside a character", async () => {
    const [{ slug, scimToken, tenantId }] = server.seed.tenants;
    const half = { userName: "half \ud83d" };
    expect((await server.call(scimToken, "POST", `/scim/v2/${slug}/Users`, half)).status).toBe(400);
    const abouts = async () =>
      (await server.container.execute(tenantActor(tenantId), listProvisioningLog, {})).entries.map(
        ({ about }) => about,
      );
    await expect.poll(abouts, { timeout: 15_000 }).toContain("half \ufffd");
  });
});

describe.each(databaseKinds)("the records of the provisioning log on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("are deleted after 30 days, and beyond the maximum number of a tenant", async () => {
    const { sql } = test.database;
    await sql`insert into tenants (id, slug) values (1, 'one'), (2, 'two') on conflict do nothing`;
    const log = createProvisioningLog({ sql }, createLog("silent"));
    const tokens = await Promise.all([1, 2].map((t) => test.run(t, createScimToken, { name: "Provider" })));
    const record = (tenantId: number, daysAgo: number): ProvisioningRecord => ({
      tenant: { id: tenantId, tokenId: tokens[tenantId - 1]!.tokenId },
      at: new Date(Date.now() - daysAgo * 86_400_000),
      method: "GET",
      path: "/Users",
      about: null,
      target: null,
      outcome: "succeeded",
      status: 200,
      detail: null,
      durationMs: 1,
      requestId: null,
    });
    for (let i = 0; i < 5; i++) log.record(record(1, 1));
    for (let i = 0; i < 2; i++) log.record(record(2, 1));
    log.record(record(2, 31));
    await log.flush();
    await trimProvisioningLog({ sql }, 3);
    const kept = async (t: number) => (await test.run(t, listProvisioningLog, {})).entries.length;
    expect([await kept(1), await kept(2)]).toEqual([3, 2]);
    await log.stop();
  });
});
