import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { replayDelivery, sendTestEvent } from "@/server/domain/webhooks/deliveries";
import { createWebhook, disableWebhook, updateWebhook } from "@/server/domain/webhooks/webhooks";
import { createRole } from "@/server/domain/roles/roles";
import { startDispatcher } from "../dispatcher";
import { createSender } from "./sender";
import { deliverToWebhooks } from "./subscriber";
import { startWebhookWorker } from "./worker";

const log = pino({ level: process.env["LOG_LEVEL"] ?? "silent" });

/** A receiver that answers as it is told, and remembers what it got. */
async function receiver() {
  const got: { path: string; id: string; type: string; label: string }[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    void response.writeHead(204).end();
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const message = JSON.parse(body) as { type: string; data: { targetLabel?: string } };
      const { url, headers } = request;
      got.push({
        path: url!,
        id: String(headers["webhook-id"]),
        type: message.type,
        label: message.data.targetLabel ?? "",
      });
      answer(request, response);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    answers: (how: typeof answer) => void (answer = how),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe.each(databaseKinds)("webhook delivery on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  let receiving: Awaited<ReturnType<typeof receiver>>;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  beforeEach(async () => {
    tenant += 1;
    test.clock.now = new Date();
    receiving = await receiver();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    receiving.close();
    await test.database.sql`delete from webhooks`;
  });

  const start = ({ retryScale = 0.001, allowPrivate = true } = {}) => {
    const dispatcher = startDispatcher(test.database, [deliverToWebhooks], log);
    const worker = startWebhookWorker({
      database: test.database,
      sender: createSender({ allowPrivate }),
      decrypt: (sealed) => sealed,
      retryScale,
      disable: async (tenantId, webhookId, reason) =>
        void (await test.run(tenantId, disableWebhook, { webhookId, reason })),
      log,
    });
    stops.push(dispatcher.stop, worker.stop);
  };
  const endpoint = async (path = "/hook", events = "role.*") =>
    (await test.run(tenant, createWebhook, { url: receiving.url + path, events })).webhookId;
  const role = (name: string) => test.run(tenant, createRole, { name });
  const deliveries = (webhookId: number) =>
    test.write(tenant, async (tx) =>
      (await tx.webhookDeliveries.list())
        .filter((row) => row.webhookId === webhookId)
        .sort((a, b) => a.id - b.id),
    );
  const settled = (webhookId: number, count: number) =>
    expect
      .poll(
        async () =>
          (await deliveries(webhookId)).filter(({ nextAttemptAt }) => nextAttemptAt === null).length,
        {
          timeout: 10_000,
        },
      )
      .toBe(count);

  it("delivers each event once, in order, to each endpoint that takes it", async () => {
    const [one, two, none] = [
      await endpoint("/one"),
      await endpoint("/two", "*"),
      await endpoint("/none", "user.*"),
    ];
    for (let index = 0; index < 20; index++) await role(`Role ${index}`);
    start();
    await settled(one, 20);
    await settled(two, 23);
    expect(await deliveries(none)).toEqual([]);
    const labels = receiving.got.filter(({ path }) => path === "/one").map(({ label }) => label);
    expect(labels).toEqual(Array.from({ length: 20 }, (_, index) => `Role ${index}`));
  });

  it("tries again with the same id until the receiver takes it", async () => {
    let times = 0;
    receiving.answers(
      (_request, response) => void response.writeHead((times += 1) < 3 ? 503 : 200).end("said"),
    );
    const webhookId = await endpoint();
    await role("Stubborn");
    start();
    await settled(webhookId, 1);
    const [delivery] = await deliveries(webhookId);
    expect(delivery).toMatchObject({
      status: "delivered",
      attemptCount: 3,
      httpStatus: 200,
      responseBody: "said",
    });
    expect(new Set(receiving.got.map(({ id }) => id)).size).toBe(1);
    expect(await test.write(tenant, (tx) => tx.webhooks.get(webhookId))).toMatchObject({
      failingSince: null,
    });
  });

  it("gives up after the last try, and sends again when it is asked to", async () => {
    receiving.answers((_request, response) => void response.writeHead(500).end("x".repeat(5_000)));
    const webhookId = await endpoint();
    await role("Hopeless");
    start({ retryScale: 0.000_001 });
    await settled(webhookId, 1);
    const [first] = await deliveries(webhookId);
    expect(first).toMatchObject({
      status: "exhausted",
      attemptCount: 11,
      errorMessage: "The receiver answered 500.",
    });
    expect(first!.responseBody).toHaveLength(2_048);
    receiving.answers((_request, response) => void response.writeHead(200).end());
    await test.run(tenant, replayDelivery, { deliveryId: first!.id });
    await settled(webhookId, 2);
    expect((await deliveries(webhookId))[1]).toMatchObject({
      status: "delivered",
      messageId: first!.messageId,
    });
  });

  it("lets no slow receiver delay another", async () => {
    receiving.answers((request, response) => {
      if (request.url === "/slow") setTimeout(() => response.end(), 1_500);
      else response.end();
    });
    const [slow, quick] = [await endpoint("/slow"), await endpoint("/quick")];
    for (let index = 0; index < 5; index++) await role(`Role ${index}`);
    start();
    await settled(quick, 5);
    expect((await deliveries(slow)).filter(({ status }) => status === "delivered").length).toBeLessThan(2);
  });

  it("follows no redirect", async () => {
    receiving.answers((_request, response) => void response.writeHead(302, { location: "/elsewhere" }).end());
    const webhookId = await endpoint();
    await role("Sent away");
    start({ retryScale: 1 });
    await expect.poll(async () => (await deliveries(webhookId))[0]?.status).toBe("failed");
    expect(receiving.got.map(({ path }) => path)).toEqual(["/hook"]);
  });

  it.each(["127.0.0.1", "localhost", "[::1]"])("connects to no private address: %s", async (host) => {
    const { webhookId } = await test.run(tenant, createWebhook, {
      url: receiving.url.replace("127.0.0.1", host),
      events: "role.*",
    });
    await role("Private");
    start({ retryScale: 1, allowPrivate: false });
    await expect.poll(async () => (await deliveries(webhookId))[0]?.status).toBe("failed");
    expect((await deliveries(webhookId))[0]!.errorMessage).toMatch(/private/);
    expect(receiving.got).toEqual([]);
  });

  it("disables an endpoint that is gone, tells the administrators, and drops what waits", async () => {
    receiving.answers((_request, response) => void response.writeHead(410).end());
    const webhookId = await endpoint();
    for (const name of ["One", "Two", "Three"]) await role(name);
    start({ retryScale: 1 });
    await expect
      .poll(async () => (await test.write(tenant, (tx) => tx.webhooks.get(webhookId)))?.enabled)
      .toBe(false);
    const [alert] = await test.write(tenant, (tx) => tx.securityAlerts.list());
    expect(alert).toMatchObject({ alertType: "webhook_disabled" });
    await expect
      .poll(async () => (await deliveries(webhookId)).every(({ nextAttemptAt }) => nextAttemptAt === null))
      .toBe(true);
    expect((await test.events(tenant)).map(({ action }) => action)).toContain(
      "management_api.webhook_disabled",
    );
  });

  it("sends a test event, and none to an endpoint that is switched off", async () => {
    const webhookId = await endpoint("/hook", "user.*");
    start();
    await test.run(tenant, sendTestEvent, { webhookId });
    await settled(webhookId, 1);
    expect(receiving.got.map(({ type }) => type)).toEqual(["webhook.test"]);
    await test.run(tenant, updateWebhook, { webhookId, enabled: false });
    await expect(test.run(tenant, sendTestEvent, { webhookId })).rejects.toMatchObject({ status: 400 });
  });

  it.skipIf(kind === "pglite")("two instances deliver each once", async () => {
    const webhookId = await endpoint();
    for (let index = 0; index < 60; index++) await role(`Role ${index}`);
    start();
    start();
    await settled(webhookId, 60);
    expect(receiving.got).toHaveLength(60);
    expect(new Set(receiving.got.map(({ id }) => id)).size).toBe(60);
  });
});
