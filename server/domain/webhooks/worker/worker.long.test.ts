import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getDelivery, replayDelivery, replayFailed } from "@/server/domain/webhooks/deliveries";
import { databaseKinds } from "@/server/testing/stores";
import { webhookRig, type WebhookRig } from "@/server/testing/webhooks";
import { deliveryTexts } from "@/server/ports/guarded-post";

describe.each(databaseKinds)("webhook delivery on %s", (kind) => {
  let rig: WebhookRig;
  beforeAll(async () => void (rig = await webhookRig(kind)));
  afterAll(() => rig.close());
  beforeEach(() => rig.begin());
  afterEach(() => rig.reset());

  it("keeps the result of each attempt: the last one with the delivery, and twenty earlier ones", async () => {
    let times = 0;
    rig.receiving.answers((_request, response) => void response.writeHead(500).end(`answer ${(times += 1)}`));
    const webhookId = await rig.endpoint();
    await rig.role("Remembered");
    rig.start({ retryScale: 0.000_001 });
    await rig.settled(webhookId, 1);
    const deliveryId = (await rig.deliveries(webhookId))[0]!.id;
    const details = () => rig.test.run(rig.tenant, getDelivery, { deliveryId });
    const answers = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => `answer ${from - index}`);

    const first = await details();
    expect(first).toMatchObject({ attemptCount: 11, responseBody: "answer 11" });
    expect(first.earlierTries.map(({ responseBody }) => responseBody)).toEqual(answers(10, 1));
    expect(first.earlierTries[0]).toMatchObject({
      httpStatus: 500,
      errorMessage: "The receiver answered 500.",
      durationMs: expect.any(Number) as number,
    });
    const moments = [first.triedAt!, ...first.earlierTries.map(({ triedAt }) => triedAt)];
    expect(moments).toEqual([...moments].sort().reverse());

    // Repeats all retries of the same delivery. The oldest attempts are then deleted.
    const since = new Date(Date.now() - 3_600_000).toISOString();
    await rig.test.run(rig.tenant, replayFailed, { webhookId, since });
    await expect.poll(async () => (await details()).responseBody, { timeout: 10_000 }).toBe("answer 22");
    expect((await details()).earlierTries.map(({ responseBody }) => responseBody)).toEqual(answers(21, 2));
    await expect(rig.test.run(rig.tenant + 1, getDelivery, { deliveryId })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("gives up after the last attempt, and sends again on request", async () => {
    rig.receiving.answers((_request, response) => void response.writeHead(500).end("x".repeat(5_000)));
    const webhookId = await rig.endpoint();
    await rig.role("Hopeless");
    rig.start({ retryScale: 0.000_001 });
    await rig.settled(webhookId, 1);
    const [first] = await rig.deliveries(webhookId);
    expect(first).toMatchObject({
      status: "exhausted",
      attemptCount: 11,
      errorMessage: deliveryTexts.answered({ status: 500 }),
    });
    expect(first!.responseBody).toHaveLength(2_048);
    rig.receiving.answers((_request, response) => void response.writeHead(200).end());
    await rig.test.run(rig.tenant, replayDelivery, { deliveryId: first!.id });
    await rig.settled(webhookId, 2);
    expect((await rig.deliveries(webhookId))[1]).toMatchObject({
      status: "delivered",
      messageId: first!.messageId,
    });
  });

  it("is not delayed by a slow receiver", async () => {
    rig.receiving.answers((request, response) => {
      if (request.url === "/slow") setTimeout(() => response.end(), 1_500);
      else response.end();
    });
    const [slow, quick] = [await rig.endpoint("/slow"), await rig.endpoint("/quick")];
    for (let index = 0; index < 5; index++) await rig.role(`Role ${index}`);
    rig.start();
    await rig.settled(quick, 5);
    expect((await rig.deliveries(slow)).filter(({ status }) => status === "delivered").length).toBeLessThan(
      2,
    );
  });
});
