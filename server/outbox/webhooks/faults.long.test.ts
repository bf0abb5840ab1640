import { setTimeout as sleep } from "node:timers/promises";
import type { TransactionSql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { replayFailed } from "@/server/domain/webhooks/deliveries";
import { updateWebhook } from "@/server/domain/webhooks/webhooks";
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

  it("continues with an endpoint after its secret could not be read", async () => {
    let broken = true;
    const webhookId = await rig.endpoint();
    await rig.role("Unreadable");
    rig.start({
      decrypt: (sealed) => {
        if (broken) throw new Error("the key is another");
        return sealed;
      },
    });
    await expect.poll(async () => (await rig.deliveries(webhookId))[0]?.status).toBe("failed");
    broken = false;
    await rig.role("Readable");
    await rig.settled(webhookId, 2);
    expect(new Set(rig.receiving.labels("/hook"))).toEqual(new Set(["Unreadable", "Readable"]));
  });

  it("continues with an endpoint that could not be disabled", async () => {
    rig.receiving.answers((_request, response) => void response.writeHead(410).end());
    const webhookId = await rig.endpoint();
    let tries = 0;
    rig.start({ disable: () => ((tries += 1), Promise.reject(new Error("no database"))) });
    await rig.role("First");
    await expect.poll(() => tries).toBeGreaterThan(0);
    rig.receiving.answers((_request, response) => void response.writeHead(204).end());
    await rig.role("Second");
    await rig.settled(webhookId, 2);
    expect(rig.receiving.labels("/hook")).toContain("Second");
  });

  it("sends nothing more to an endpoint that answered 410, and keeps the answer", async () => {
    rig.receiving.answers((_request, response) => void response.writeHead(410).end("gone"));
    const webhookId = await rig.endpoint();
    await rig.waiting(webhookId, 20);
    rig.start({ retryScale: 1 });
    await rig.settled(webhookId, 20);
    const [first, ...others] = await rig.deliveries(webhookId);
    expect(first).toMatchObject({
      status: "disabled",
      httpStatus: 410,
      responseBody: "gone",
      attemptCount: 1,
    });
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set(["disabled"]));
    expect(rig.receiving.got).toHaveLength(1);
  });

  it.each([
    [6, false],
    [4, true],
  ])("leaves an endpoint that has failed for %i days enabled: %s", async (days, enabled) => {
    rig.receiving.answers((_request, response) => void response.writeHead(500).end());
    const webhookId = await rig.endpoint();
    const since = new Date(Date.now() - days * 86_400_000);
    await rig.test.write(rig.tenant, (tx) => tx.webhooks.update(webhookId, { failingSince: since }));
    await rig.role("Still failing");
    rig.start({ retryScale: 1 });
    await expect.poll(async () => (await rig.deliveries(webhookId))[0]?.httpStatus).toBe(500);
    await expect.poll(async () => (await rig.webhook(webhookId))?.enabled).toBe(enabled);
    expect((await rig.webhook(webhookId))?.disabledAt === null).toBe(enabled);
    const alerts = await rig.test.write(rig.tenant, (tx) => tx.securityAlerts.list());
    expect(alerts).toHaveLength(enabled ? 0 : 1);
    expect((await rig.deliveries(webhookId))[0]?.status).toBe(enabled ? "failed" : "disabled");
    if (enabled) return;
    await rig.test.run(rig.tenant, updateWebhook, { webhookId, enabled: true });
    expect(await rig.webhook(webhookId)).toMatchObject({ failingSince: null, disabledAt: null });
  });

  it("stores results later if they could not be stored, and does not send again", async () => {
    const webhookId = await rig.endpoint();
    await rig.role("Once");
    let refusals = 2;
    /** Refuses the statement that stores results. No other one contains this column. */
    const refusing = (transaction: TransactionSql) =>
      new Proxy(transaction, {
        apply: (target, self, args: unknown[]) => {
          const writes = Array.isArray(args[0]) && String(args[0].join("")).includes("delivered_at");
          if (writes && refusals-- > 0) return Promise.reject(new Error("connection lost"));
          return Reflect.apply<unknown, unknown[], unknown>(
            target as (...all: unknown[]) => unknown,
            self,
            args,
          );
        },
      });
    const { sql: original } = rig.test.database;
    const begin = (work: (transaction: TransactionSql) => Promise<unknown>) =>
      original.begin((transaction) => work(refusing(transaction)));
    const sql = new Proxy(original, {
      get: (target, name) => (name === "begin" ? begin : (Reflect.get(target, name) as unknown)),
    });
    rig.start({ database: { ...rig.test.database, sql } });
    await rig.settled(webhookId, 1);
    expect(refusals).toBeLessThan(0);
    expect((await rig.deliveries(webhookId))[0]).toMatchObject({ status: "delivered", attemptCount: 1 });
    expect(rig.receiving.got).toHaveLength(1);
  });

  it.runIf(kind === "postgres")(
    "attack: a long transaction on an endpoint does not delay the results of other endpoints",
    async () => {
      const { sql } = rig.test.database;
      const held = await rig.endpoint("/held");
      const other = await rig.endpoint("/other");
      await sql`update webhooks set failing_since = now() where id in (${held}, ${other})`;
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      let holding: Promise<unknown> = Promise.resolve();
      const isHeld = new Promise<void>((resolve) => {
        rig.receiving.answers((request, response) => {
          if (request.url === "/held")
            holding = sql.begin(async (tx) => {
              await tx`select from webhooks where id = ${held} for no key update`;
              resolve();
              response.end();
              await released;
            });
          else void isHeld.then(() => response.end());
        });
      });
      rig.start();
      await rig.role("Delivered");
      try {
        await expect.poll(async () => (await rig.deliveries(other))[0]?.status).toBe("delivered");
        await expect.poll(async () => (await rig.deliveries(held))[0]?.status).toBe("delivered");
        expect((await rig.webhook(other))?.failingSince).toBeNull();
      } finally {
        release();
        await holding;
      }
      // The success during the lock is stored with the next result.
      expect((await rig.webhook(held))?.failingSince).not.toBeNull();
      await rig.waiting(other, 1);
      await expect.poll(async () => (await rig.webhook(held))?.failingSince).toBeNull();
    },
  );

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

  it("repeats all failed deliveries of any number, each once", async () => {
    const webhookId = await rig.endpoint();
    await rig.waiting(webhookId, 1_500);
    const { sql } = rig.test.database;
    await sql`update webhook_deliveries set status = 'exhausted', attempt_count = 11, next_attempt_at = null where tenant_id = ${rig.tenant}`;
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const replay = () => rig.test.run(rig.tenant, replayFailed, { webhookId, since });
    let replayed = 0;
    for (let calls = 0; calls < 3; calls++) replayed += (await replay()).replayed;
    expect(replayed).toBe(1_500);
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
});
