import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anApp } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { pageDeliveries } from "./deliveries";
import { countDeliveries, getDeliveryHistory } from "./delivery-history";
import { takenShare } from "./delivery-states.schema";
import { createWebhook, deleteWebhook, listEventTypes, listWebhookStates, MOST_WEBHOOKS } from "./webhooks";

describe.each(databaseKinds)("the console's view of webhooks on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("lists the types of events in the language of the reader", async () => {
    const type = "role.granted";
    expect(await test.run(1, listEventTypes, {})).toContainEqual({
      type,
      description: "A role was granted.",
    });
    expect(await test.run(1, listEventTypes, {}, { locale: "de" })).toContainEqual({
      type,
      description: "Eine Rolle wurde zugewiesen.",
    });
  });

  it("pages through the deliveries of one endpoint and filters them by state", async () => {
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

  it("counts the deliveries of two weeks by state, endpoint and day", async () => {
    const create = () => test.run(3, createWebhook, { url: "https://hooks.example.com/x", events: "user.*" });
    const [busy, idle] = [await create(), await create()];
    await create();
    const now = (test.clock.now = new Date("2026-05-20T12:00:00Z"));
    const sent = (status: "pending" | "delivered" | "failed" | "exhausted" | "disabled", at: string) =>
      test.write(3, (tx) =>
        tx.webhookDeliveries.insert({
          webhookId: busy.webhookId,
          messageId: "msg",
          eventType: "user.created",
          body: "{}",
          status,
          createdAt: new Date(at),
        }),
      );
    // The first delivery is at the first moment of the history and counts. The second delivery is one second earlier and does
    // not count.
    await sent("delivered", "2026-05-07T00:00:00Z");
    await sent("delivered", "2026-05-06T23:59:59Z");
    await sent("exhausted", "2026-05-18T23:59:59Z");
    await sent("disabled", "2026-05-19T00:00:00Z");
    await sent("failed", now.toISOString());
    await sent("pending", now.toISOString());
    const days = await test.run(3, getDeliveryHistory, { webhookId: busy.webhookId });
    expect(days).toHaveLength(14);
    expect([days[0]!.date, days.at(-1)!.date]).toEqual(["2026-05-07", "2026-05-20"]);
    const none = { delivered: 0, failed: 0, exhausted: 0, disabled: 0 };
    expect(days.filter((day) => takenShare([day]) !== null)).toEqual([
      { date: "2026-05-07", ...none, delivered: 1 },
      { date: "2026-05-18", ...none, exhausted: 1 },
      { date: "2026-05-19", ...none, disabled: 1 },
      { date: "2026-05-20", ...none, failed: 1 },
    ]);
    expect(takenShare(days)).toBe(0.25);
    expect(await test.run(3, countDeliveries, {})).toEqual([
      { webhookId: busy.webhookId, delivered: 1, failed: 1, exhausted: 1, disabled: 1 },
    ]);
    expect(await test.run(4, countDeliveries, {})).toEqual([]);
    expect(takenShare(await test.run(3, getDeliveryHistory, { webhookId: idle.webhookId }))).toBeNull();
    await expect(test.run(4, getDeliveryHistory, { webhookId: busy.webhookId })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("starvation: one organization has at most 100 endpoints, so that others' deliveries are sent", async () => {
    const create = () => test.run(5, createWebhook, { url: "https://hooks.example.com/x", events: "*" });
    const { webhookId } = await create();
    for (let index = 1; index < MOST_WEBHOOKS; index++) await create();
    await expect(create()).rejects.toMatchObject({ status: 409 });
    await test.run(5, deleteWebhook, { webhookId });
    await create();
    await expect(
      test.run(6, createWebhook, { url: "https://hooks.example.com/x", events: "*" }),
    ).resolves.toBeDefined();
  });
});
