import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anApp } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { pageDeliveries } from "./deliveries";
import { createWebhook, listWebhookStates } from "./webhooks";

describe.each(databaseKinds)("webhooks in the console on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("pages through deliveries of one endpoint, and filters them by state", async () => {
    const app = await anApp(test, 1, { name: "Shop" });
    const create = (t: number, more: object = {}) =>
      test.run(t, createWebhook, { url: "https://hooks.example.com/x", events: "user.*", ...more });
    const { webhookId } = await create(1, { appId: app.id });
    const other = await create(1);
    await create(2);
    const now = test.clock.now;
    for (let i = 0; i < 5; i++)
      await test.write(1, (tx) =>
        tx.webhookDeliveries.insert({
          webhookId,
          messageId: `msg_${i}`,
          eventType: "user.created",
          body: "{}",
          status: i % 2 === 0 ? "delivered" : "exhausted",
          createdAt: now,
        }),
      );
    const first = await test.run(1, pageDeliveries, { webhookId, limit: 3 });
    const second = await test.run(1, pageDeliveries, { webhookId, limit: 3, cursor: first.nextCursor });
    const ids = [...first.deliveries, ...second.deliveries].map(({ deliveryId }) => deliveryId);
    expect(ids).toEqual([...ids].sort((one, two) => two - one));
    expect(new Set(ids).size).toBe(5);
    expect(second.nextCursor).toBeNull();
    const exhausted = await test.run(1, pageDeliveries, { webhookId, status: "exhausted" });
    expect(exhausted.deliveries).toHaveLength(2);
    expect((await test.run(1, pageDeliveries, { webhookId: other.webhookId })).deliveries).toEqual([]);
    await expect(test.run(2, pageDeliveries, { webhookId })).rejects.toMatchObject({ status: 404 });
    expect(await test.run(1, listWebhookStates, {})).toMatchObject([
      { webhookId, appName: "Shop", failingSince: null, disabledAt: null },
      { webhookId: other.webhookId, appName: null },
    ]);
  });
});
