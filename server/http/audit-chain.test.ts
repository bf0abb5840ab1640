import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyAuditChain } from "@/server/domain/audit/verify";
import { scimWorld, USER, type ScimWorld } from "@/server/testing/scim";
import { databaseKinds } from "@/server/testing/stores";
import { receiver } from "@/server/testing/webhooks";

const options = { workers: true, environment: { WEBHOOK_ALLOW_PRIVATE: "1" } };
const BULK = "urn:ietf:params:scim:api:messages:2.0:BulkRequest";

describe.each(databaseKinds)("the audit chain over HTTP on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => void (world = await scimWorld(kind, options)), 120_000);
  afterAll(() => world.close());

  const tenant = () => world.server.seed.tenants[0];
  const verify = () =>
    verifyAuditChain((work) => world.server.container.stores.tenant(tenant().tenantId).read(work));
  const settled = async () => {
    await expect.poll(async () => (await verify()).waiting, { timeout: 10_000 }).toBe(0);
    return verify();
  };
  const bulk = (name: string, size: number) =>
    world.send<{ Operations: { status: string }[] }>("POST", "/Bulk", {
      schemas: [BULK],
      Operations: Array.from({ length: size }, (_, index) => ({
        method: "POST",
        path: "/Users",
        bulkId: `${name}${index}`,
        data: { schemas: [USER], userName: `${name}${index}@bulk.example` },
      })),
    });

  it("an attacker hides changes behind a SCIM Bulk: each of its 20 events is sealed and named by its own id", async () => {
    const { tenantId, credential } = tenant();
    const { url, got, close } = await receiver();
    const hook = { url, events: "user.created" };
    const made = await world.server.call<{ webhookId: number }>(credential, "POST", "/api/v1/webhooks", hook);
    expect(made.status).toBe(201);
    for (let round = 0; round < 5; round++) {
      const { status, body } = await bulk(`round${round}-`, 20);
      expect(status).toBe(200);
      expect(body.Operations.map((told) => told.status)).toEqual(Array(20).fill("201"));
    }
    expect(await settled()).toMatchObject({ intact: true, problems: [] });
    await expect.poll(() => got.length, { timeout: 20_000 }).toBe(100);
    await world.server.call(credential, "DELETE", `/api/v1/webhooks/${made.body.webhookId}`);
    close();
    expect(new Set(got.map(({ id }) => id)).size).toBe(100);
    const { sql } = world.server.database;
    const events = await sql<{ id: string; target: string }[]>`
      select id, target from audit_events where tenant_id = ${tenantId} and action = 'scim.user_created'`;
    const targets = new Map(events.map(({ id, target }) => [Number(id), target]));
    for (const { id, body } of got) {
      const { data } = JSON.parse(body) as { data: { id: number; target: string } };
      expect(id).toBe(`msg_${tenantId}_${data.id}`);
      expect(targets.get(data.id)).toBe(data.target);
    }
  });

  it("an attacker changes an event of a SCIM Bulk: the log is not intact", async () => {
    const { tenantId } = tenant();
    await bulk("slipped-", 20);
    expect((await settled()).intact).toBe(true);
    const { sql } = world.server.database;
    await sql`update audit_events set target_label = 'somebody else' where tenant_id = ${tenantId}
      and id = (select min(id) from audit_events where tenant_id = ${tenantId} and target_label like 'slipped-%')`;
    expect((await verify()).problems).toEqual([expect.stringMatching(/was changed/)]);
    await sql`update audit_events set target_label = 'slipped-0@bulk.example' where tenant_id = ${tenantId} and target_label = 'somebody else'`;
    expect((await verify()).problems).toEqual([]);
  });

  it("a write over REST that changes nothing is recorded, and its event is sealed", async () => {
    const { credential, owner } = tenant();
    const before = await settled();
    const path = `/api/v1/users/${owner.userId}/reactivate`;
    expect((await world.server.call(credential, "POST", path)).status).toBe(200);
    const after = await settled();
    expect(after).toMatchObject({ problems: [], sealedEvents: before.sealedEvents + 1 });
  });
});
