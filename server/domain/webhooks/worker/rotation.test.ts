import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { removeOldWebhookSecret, rotateWebhookSecret } from "@/server/domain/webhooks/secrets";
import { createWebhook, listWebhookStates } from "@/server/domain/webhooks/webhooks";
import { refusal } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { webhookRig, type WebhookRig } from "@/server/testing/webhooks";
import { sweep } from "../../../outbox/sweep";

const DAY_MS = 86_400_000;

describe.each(databaseKinds)("rotation of a webhook's secret on %s", (kind) => {
  let rig: WebhookRig;
  beforeAll(async () => void (rig = await webhookRig(kind)));
  afterAll(() => rig.close());
  beforeEach(() => rig.begin());
  afterEach(() => rig.reset());

  async function endpoint() {
    const { webhookId, secret } = await rig.test.run(rig.tenant, createWebhook, {
      url: `${rig.receiving.url}/hook`,
      events: "role.*",
    });
    const rotate = () => rig.test.run(rig.tenant, rotateWebhookSecret, { webhookId });
    const removeOld = () => rig.test.run(rig.tenant, removeOldWebhookSecret, { webhookId });
    const expiry = async () =>
      (await rig.test.run(rig.tenant, listWebhookStates, {})).find((one) => one.webhookId === webhookId)!
        .oldSecretExpiresAt;
    return { webhookId, secret, rotate, removeOld, expiry };
  }

  /** Returns the secrets that verify the received messages, for each message in the order of its signatures. */
  const signers = (secrets: Record<string, string>) =>
    rig.receiving.got.map(({ headers, body }) => {
      const { "webhook-signature": all, ...rest } = headers as Record<string, string>;
      return all!.split(" ").map((signature) =>
        Object.keys(secrets).find((name) => {
          try {
            return new Webhook(secrets[name]!).verify(body, { ...rest, "webhook-signature": signature });
          } catch {
            return false;
          }
        }),
      );
    });

  it("signs with the new and the old secret for 24 hours, also the retry of an older delivery", async () => {
    const { webhookId, secret: old, rotate, expiry } = await endpoint();
    let rotated: Awaited<ReturnType<typeof rotate>> | undefined;
    rig.receiving.answers((_request, response) => {
      if (rotated) return void response.writeHead(204).end();
      void rotate().then((answer) => {
        rotated = answer;
        response.writeHead(503).end();
      });
    });
    await rig.role("Before");
    rig.start();
    await rig.settled(webhookId, 1);
    await rig.role("After");
    await rig.settled(webhookId, 2);
    expect(signers({ old, new: rotated!.secret })).toEqual([["old"], ["new", "old"], ["new", "old"]]);
    // A receiver with either secret accepts the message by a library.
    for (const secret of [old, rotated!.secret]) {
      const { headers, body } = rig.receiving.got.at(-1)!;
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy();
    }
    expect(rotated!.oldSecretExpiresAt).toBe(new Date(rig.test.clock.now.getTime() + DAY_MS).toISOString());
    expect(await expiry()).toBe(rotated!.oldSecretExpiresAt);
    const [event] = await rig.test.database.sql`
      select changes #>> '{oldSecretExpiresAt,to}' as until from audit_events where action like '%webhook_secret_rotated'`;
    expect(event, "the audit log tells the time").toEqual({ until: rotated!.oldSecretExpiresAt });
  });

  it("signs only with the new secret after 24 hours, and deletes the old one", async () => {
    const { webhookId, secret: old, rotate, expiry } = await endpoint();
    rig.test.clock.now = new Date(Date.now() - DAY_MS);
    const { secret } = await rotate();
    rig.test.clock.now = new Date();
    expect(await expiry()).toBeNull();
    await rig.role("Later");
    rig.start();
    await rig.settled(webhookId, 1);
    expect(signers({ old, new: secret })).toEqual([["new"]]);
    await sweep(rig.test.database.sql);
    expect(await rig.webhook(webhookId)).toMatchObject({ oldSecretSealed: null, oldSecretExpiresAt: null });
  });

  it("signs only with the new secret after the old one was removed, and records both actions", async () => {
    const { webhookId, secret: old, rotate, removeOld, expiry } = await endpoint();
    const { secret } = await rotate();
    expect(await removeOld()).toEqual({ webhookId, deleted: true });
    expect(await expiry()).toBeNull();
    await rig.role("Removed");
    rig.start();
    await rig.settled(webhookId, 1);
    expect(signers({ old, new: secret })).toEqual([["new"]]);
    const events = (await rig.test.events(rig.tenant)).filter(
      ({ target }) => target === `webhook:${webhookId}`,
    );
    expect(events.map(({ action }) => action.replace(/^.*\./, ""))).toEqual([
      "webhook_created",
      "webhook_secret_rotated",
      "webhook_secret_removed",
    ]);
    expect(JSON.stringify(events)).not.toContain("whsec_");
  });

  it("refuses a second rotation while the old secret is live (409), and a removal without one (404)", async () => {
    const { rotate, removeOld } = await endpoint();
    await expect(removeOld()).rejects.toMatchObject(refusal(404));
    await rotate();
    await expect(rotate()).rejects.toMatchObject(refusal(409));
    await removeOld();
    await rotate();
  });
});
