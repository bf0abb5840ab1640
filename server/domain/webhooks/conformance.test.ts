import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import {
  anId,
  conformance,
  refused,
  timestamp,
  type Call,
  type Conformance,
} from "@/server/testing/conformance";

describe.each(databaseKinds)("webhooks, by the document, on %s", (kind) => {
  let at: Conformance;
  let receiver: Server;
  let url: string;
  const received: { headers: Record<string, string>; body: string }[] = [];
  beforeAll(async () => {
    at = await conformance(kind, { workers: true, environment: { WEBHOOK_ALLOW_PRIVATE: "1" } });
    receiver = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => {
        received.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(204).end();
      });
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => receiver.once("listening", resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  }, 120_000);
  afterAll(async () => {
    receiver.close();
    await at.server.close();
  });
  const hooks = (): Call => at.as("ManageWebhooks");

  it("creates, lists, changes and deletes endpoints, and returns the secret once", async () => {
    const created = await hooks()<{ webhookId: number; secret: string }>("POST", "/webhooks", {
      url,
      events: "user.created,role.*",
      description: "Ours",
    });
    expect(created).toMatchObject({
      status: 201,
      body: { webhookId: anId, url, secret: expect.stringMatching(/^whsec_/) as string },
    });
    const { webhookId, secret } = created.body;
    const { body: list } = await hooks()<object[]>("GET", "/webhooks");
    expect(list).toContainEqual({
      webhookId,
      url,
      events: "user.created,role.*",
      enabled: true,
      description: "Ours",
      appId: null,
    });
    expect(JSON.stringify(list)).not.toContain(secret);
    const patched = await hooks()("PATCH", `/webhooks/${webhookId}`, { enabled: false, events: "*" });
    expect(patched).toMatchObject({ status: 200, body: { webhookId, enabled: false, events: "*" } });
    expect(patched.body).not.toHaveProperty("secret");
    expect(await hooks()("DELETE", `/webhooks/${webhookId}`)).toMatchObject({
      status: 200,
      body: { webhookId, deleted: true },
    });
    expect(await hooks()("GET", `/webhooks/${webhookId}/deliveries`)).toMatchObject(refused(404));
  });

  it.each([
    [{ url: undefined }, /url/],
    [{ url: "ftp://x.example" }, /url/],
    [{ url: "https://user:secret@x.example" }, /url/],
    [{ events: undefined }, /events/],
    [{ events: "user.exploded" }, /user\.exploded/],
    [{ events: "" }, /events/],
    [{ appId: 999_999 }, /appId/],
    [{ enabled: "yes" }, /enabled/],
  ])("refuses %j", async (input, naming) => {
    expect(
      await hooks()("POST", "/webhooks", { url: "https://x.example/hook", events: "*", ...input }),
    ).toMatchObject(refused(400, naming));
  });

  it("lists its event types", async () => {
    const { status, body } = await hooks()<object[]>("GET", "/webhooks/event-types");
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('"user.created"');
  });

  it("delivers events with a signature of the Standard Webhooks specification, and records the deliveries", async () => {
    const { body: hook } = await hooks()<{ webhookId: number; secret: string }>("POST", "/webhooks", {
      url,
      events: "user.*",
    });
    const email = "hooked@conformance.example";
    await at.as("ManageUsers")("POST", "/users", { email });
    await at.as("ManageRoles")("POST", "/roles", { name: "Not subscribed" });
    await expect.poll(() => received.length, { timeout: 15_000 }).toBeGreaterThan(0);
    const { headers, body } = received[0]!;
    const message = new Webhook(hook.secret).verify(body, headers) as { type: string };
    expect(message).toMatchObject({ type: "user.created" });
    expect(body).toContain(email);
    await expect
      .poll(async () => (await hooks()<object[]>("GET", `/webhooks/${hook.webhookId}/deliveries`)).body)
      .toEqual([
        {
          deliveryId: anId,
          eventType: "user.created",
          status: "delivered",
          httpStatus: 204,
          attemptCount: 1,
          errorMessage: null,
          createdAt: timestamp,
          deliveredAt: timestamp,
        },
      ]);
    expect(received).toHaveLength(1);
  });
});
