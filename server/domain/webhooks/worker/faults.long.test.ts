import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { webhookRig, type WebhookRig } from "@/server/testing/webhooks";

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

describe.each(databaseKinds)("webhook delivery after failures, on %s", (kind) => {
  let rig: WebhookRig;
  beforeAll(async () => void (rig = await webhookRig(kind)));
  afterAll(() => rig.close());
  beforeEach(() => rig.begin());
  afterEach(() => rig.reset());

  it.runIf(kind === "postgres")(
    "attack: a long transaction on an endpoint of one organization does not delay the events of others",
    async () => {
      const { sql } = rig.test.database;
      const held = await rig.endpoint("/held");
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      let holding: Promise<unknown> = Promise.resolve();
      await new Promise<void>((resolve) => {
        holding = sql.begin(async (tx) => {
          await tx`select from webhooks where id = ${held} for update`;
          resolve();
          await released;
        });
      });
      const holder = rig.tenant;
      // More events than a batch has.
      for (let count = 0; count < 510; count++) await rig.role(`Held ${count}`);
      rig.tenant += 1;
      const other = await rig.endpoint("/other");
      await rig.role("Free");
      rig.start();
      try {
        await rig.settled(other, 1, 5_000);
        // After some time, the dispatcher waits for the row. The events of the others still pass.
        await sleep(3_000);
        await rig.role("Still free");
        await rig.settled(other, 2, 5_000);
      } finally {
        release();
        await holding;
      }
      expect(rig.receiving.labels("/held")).toEqual([]);
      rig.tenant = holder;
      await rig.settled(held, 510, 20_000);
      rig.tenant += 1;
      expect(rig.receiving.labels("/held")[0]).toBe("Held 0");
    },
    60_000,
  );

  it("is not delayed by many unavailable receivers", async () => {
    rig.receiving.answers((request, response) => {
      if (request.url === "/quick") response.end();
    });
    const dead = [];
    for (let index = 0; index < 60; index++) dead.push(await rig.endpoint(`/dead${index}`));
    const quick = await rig.endpoint("/quick", "user.*");
    for (const webhookId of dead) await rig.waiting(webhookId, 40);
    rig.start({ retryScale: 1 });
    await expect.poll(() => rig.receiving.got.length, { timeout: 5_000 }).toBeGreaterThan(30);
    await rig.waiting(quick, 3);
    await rig.settled(quick, 3, 3_000);
  });

  it.skipIf(kind === "pglite")("keeps the order of an endpoint with two instances", async () => {
    const webhookId = await rig.endpoint();
    await rig.waiting(webhookId, 150);
    rig.receiving.answers((_request, response) => void setTimeout(() => response.end(), 5));
    rig.start();
    rig.start();
    await rig.settled(webhookId, 150);
    expect(rig.receiving.labels("/hook")).toEqual(numbered("Bulk", 150));
  });

  it.skipIf(kind === "pglite")("releases the unsent deliveries when it is stopped", async () => {
    const webhookId = await rig.endpoint();
    await rig.waiting(webhookId, 40);
    rig.receiving.answers((_request, response) => void setTimeout(() => response.end(), 20));
    const { stop } = rig.start();
    await expect.poll(() => rig.receiving.got.length).toBeGreaterThan(2);
    await stop();
    rig.start();
    await rig.settled(webhookId, 40, 5_000);
    expect(rig.receiving.labels("/hook")).toEqual(numbered("Bulk", 40));
  });

  it("creates deliveries of a full batch for many endpoints", async () => {
    const endpoints = 25;
    for (let index = 0; index < endpoints; index++) await rig.endpoint(`/all${index}`);
    rig.test.database.tampers();
    await rig.test.database.sql`
      insert into outbox_events (tenant_id, type, event_id, payload)
      select ${rig.tenant}, 'role_created', n, '{"targetLabel": "Many"}'::jsonb from generate_series(100001, 100500) n`;
    rig.receiving.answers(() => undefined);
    rig.start({ retryScale: 1 });
    await expect
      .poll(
        async () =>
          (
            await rig.test.database.sql<{ count: number }[]>`
              select count(*)::int as count from webhook_deliveries where tenant_id = ${rig.tenant} and event_type = 'role.created'`
          )[0]?.count,
        { timeout: 10_000 },
      )
      .toBe(500 * endpoints);
  });
});
