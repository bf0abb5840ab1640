import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acknowledgeAlert, listSecurityAlerts } from "@/server/domain/risk/alerts";
import { sendTestEvent } from "@/server/domain/webhooks/deliveries";
import { createWebhook, updateWebhook } from "@/server/domain/webhooks/webhooks";
import { textIn } from "@/server/kernel/texts/text";
import { databaseKinds } from "@/server/testing/stores";
import { webhookRig, type WebhookRig } from "@/server/testing/webhooks";

describe.each(databaseKinds)("webhook delivery on %s", (kind) => {
  let rig: WebhookRig;
  beforeAll(async () => void (rig = await webhookRig(kind)));
  afterAll(() => rig.close());
  beforeEach(() => rig.begin());
  afterEach(() => rig.reset());

  it("reaches the receiver soon after the write, with a signature that the library accepts", async () => {
    const { webhookId, secret } = await rig.test.run(rig.tenant, createWebhook, {
      url: `${rig.receiving.url}/hook`,
      events: "role.*",
    });
    rig.start();
    const { roleId } = await rig.role("Signed");
    await expect.poll(() => rig.receiving.got.length, { interval: 10 }).toBe(1);
    const [{ headers, body, id }] = rig.receiving.got as [(typeof rig.receiving.got)[0]];
    const sent = headers as Record<string, string>;
    expect(new Webhook(secret).verify(body, sent)).toMatchObject({
      type: "role.created",
      data: { tenantId: rig.tenant, target: `role:${roleId}`, targetLabel: "Signed" },
    });
    expect(() => new Webhook(secret).verify(`${body} `, sent)).toThrow();
    await rig.settled(webhookId, 1);
    expect((await rig.deliveries(webhookId))[0]).toMatchObject({ messageId: id, body });
  });

  it("delivers each event once, in order, to each endpoint that subscribes to it", async () => {
    const [one, two, none] = [
      await rig.endpoint("/one"),
      await rig.endpoint("/two", "*"),
      await rig.endpoint("/none", "user.*"),
    ];
    for (let index = 0; index < 20; index++) await rig.role(`Role ${index}`);
    rig.start();
    await rig.settled(one, 20);
    // One of them is the creation of the third endpoint. An endpoint receives neither its own creation nor
    // earlier events.
    await rig.settled(two, 21);
    expect(await rig.deliveries(none)).toEqual([]);
    const labels = rig.receiving.got.filter(({ path }) => path === "/one").map(({ label }) => label);
    expect(labels).toEqual(Array.from({ length: 20 }, (_, index) => `Role ${index}`));
  });

  it("retries with the same id until the receiver accepts", async () => {
    let times = 0;
    rig.receiving.answers(
      (_request, response) => void response.writeHead((times += 1) < 3 ? 503 : 200).end("said"),
    );
    const webhookId = await rig.endpoint();
    await rig.role("Stubborn");
    rig.start();
    await rig.settled(webhookId, 1);
    const [delivery] = await rig.deliveries(webhookId);
    expect(delivery).toMatchObject({
      status: "delivered",
      attemptCount: 3,
      httpStatus: 200,
      responseBody: "said",
    });
    expect(new Set(rig.receiving.got.map(({ id }) => id)).size).toBe(1);
    expect(await rig.test.write(rig.tenant, (tx) => tx.webhooks.get(webhookId))).toMatchObject({
      failingSince: null,
    });
  });

  it("notifies the administrators of the first exhausted delivery, once until they acknowledge it", async () => {
    rig.receiving.answers((_request, response) => void response.writeHead(500).end());
    const [one, other] = [await rig.endpoint("/one"), await rig.endpoint("/other", "user.*")];
    const alerts = () => rig.test.run(rig.tenant, listSecurityAlerts, {});
    const lastTry = (messageId: string) =>
      rig.test.write(rig.tenant, (tx) =>
        tx.webhookDeliveries.insert({
          webhookId: one,
          messageId,
          eventType: "role.created",
          body: JSON.stringify({ type: "role.created", data: {} }),
          status: "failed",
          attemptCount: 10,
          nextAttemptAt: new Date(),
        }),
      );
    rig.start();
    await lastTry("msg_1");
    await rig.settled(one, 1);
    expect(await alerts()).toMatchObject([
      {
        alertType: "webhook_failing",
        severity: "medium",
        summary: expect.stringContaining("/one did not take a delivery") as string,
      },
    ]);
    await lastTry("msg_2");
    await rig.settled(one, 2);
    expect(await alerts()).toHaveLength(1);
    await rig.test.run(rig.tenant, acknowledgeAlert, { alertId: (await alerts())[0]!.alertId });
    await lastTry("msg_3");
    await rig.settled(one, 3);
    const open = (await alerts()).filter(({ acknowledgedAt }) => acknowledgedAt === null);
    expect(open).toHaveLength(1);
    // The events are not for the other endpoint.
    expect(await rig.deliveries(other)).toEqual([]);
  });

  it("follows no redirect", async () => {
    rig.receiving.answers(
      (_request, response) => void response.writeHead(302, { location: "/elsewhere" }).end(),
    );
    const webhookId = await rig.endpoint();
    await rig.role("Sent away");
    rig.start({ retryScale: 1 });
    await expect.poll(async () => (await rig.deliveries(webhookId))[0]?.status).toBe("failed");
    expect(rig.receiving.got.map(({ path }) => path)).toEqual(["/hook"]);
  });

  it.each(["127.0.0.1", "localhost", "[::1]"])("connects to no private address: %s", async (host) => {
    const { webhookId } = await rig.test.run(rig.tenant, createWebhook, {
      url: rig.receiving.url.replace("127.0.0.1", host),
      events: "role.*",
    });
    await rig.role("Private");
    rig.start({ retryScale: 1, allowPrivate: false });
    await expect.poll(async () => (await rig.deliveries(webhookId))[0]?.status).toBe("failed");
    expect(textIn("en", (await rig.deliveries(webhookId))[0]!.errorMessage!)).toMatch(/private/);
    expect(rig.receiving.got).toEqual([]);
  });

  it("disables an endpoint that answered 410, notifies the administrators, and drops pending deliveries", async () => {
    rig.receiving.answers((_request, response) => void response.writeHead(410).end());
    const webhookId = await rig.endpoint();
    for (const name of ["One", "Two", "Three"]) await rig.role(name);
    rig.start({ retryScale: 1 });
    await expect
      .poll(async () => (await rig.test.write(rig.tenant, (tx) => tx.webhooks.get(webhookId)))?.enabled)
      .toBe(false);
    const [alert] = await rig.test.write(rig.tenant, (tx) => tx.securityAlerts.list());
    expect(alert).toMatchObject({ alertType: "webhook_disabled" });
    await expect
      .poll(async () =>
        (await rig.deliveries(webhookId)).every(({ nextAttemptAt }) => nextAttemptAt === null),
      )
      .toBe(true);
    expect((await rig.test.events(rig.tenant)).map(({ action }) => action)).toContain(
      "management_api.webhook_disabled",
    );
  });

  it("sends a test event, and none to a disabled endpoint", async () => {
    const webhookId = await rig.endpoint("/hook", "user.*");
    rig.start();
    await rig.test.run(rig.tenant, sendTestEvent, { webhookId });
    await rig.settled(webhookId, 1);
    expect(rig.receiving.got.map(({ type }) => type)).toEqual(["webhook.test"]);
    await rig.test.run(rig.tenant, updateWebhook, { webhookId, enabled: false });
    await expect(rig.test.run(rig.tenant, sendTestEvent, { webhookId })).rejects.toMatchObject({
      status: 400,
    });
  });

  it.skipIf(kind === "pglite")("sends each delivery once with two instances", async () => {
    const webhookId = await rig.endpoint();
    for (let index = 0; index < 60; index++) await rig.role(`Role ${index}`);
    rig.start();
    rig.start();
    await rig.settled(webhookId, 60);
    expect(rig.receiving.got).toHaveLength(60);
    expect(new Set(rig.receiving.got.map(({ id }) => id)).size).toBe(60);
  });
});
