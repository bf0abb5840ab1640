import type { TransactionSql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { replayFailed } from "@/server/domain/webhooks/deliveries";
import { updateWebhook } from "@/server/domain/webhooks/webhooks";
import { databaseKinds } from "@/server/testing/stores";
import { webhookRig, type WebhookRig } from "@/server/testing/webhooks";

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
});
