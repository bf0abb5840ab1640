import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { queueMessage, sealMessage } from "@/server/domain/messages/queue";
import { platformAdministratorCapabilities } from "@/server/kernel/capabilities";
import {
  platformActor,
  refusal,
  tenantActor,
  testOperations,
  type TestOperations,
} from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { getMessage, listMessages, retryMessage } from "./messages";

describe.each(databaseKinds)("the platform's messages on %s", (kind) => {
  let test: TestOperations;
  let tenantId: number;
  const admin = platformActor(platformAdministratorCapabilities);
  beforeAll(async () => {
    test = await testOperations(kind);
    const [row] = await test.database.sql<{ id: string }[]>`
      insert into tenants (slug) values ('acme') returning id`;
    tenantId = Number(row!.id);
  });
  afterAll(() => test.close());
  beforeEach(() => test.database.sql`delete from messages`);

  const queue = () =>
    test.write(tenantId, (tx) =>
      queueMessage(
        tx,
        sealMessage(test.ports.vault, {
          channel: "email",
          to: "ada@example.com",
          template: "email_code",
          data: { code: "493021", minutes: 10, app: null },
        }),
      ),
    );
  const set = (state: string, more = "null") =>
    test.database.sql.unsafe(
      `update messages set state = '${state}', next_attempt_at = ${more}, attempt_count = 3`,
    );
  const list = (input: object = {}) => test.run(admin, listMessages, input);
  const first = async () => (await list()).messages[0]!;
  const ref = async () => ({ tenantId, messageId: (await first()).messageId });

  it("are listed newest first, page by page, by state, and without their content", async () => {
    for (let index = 0; index < 5; index++) await queue();
    const one = await list({ limit: 3 });
    const two = await list({ limit: 3, cursor: one.nextCursor });
    const ids = [...one.messages, ...two.messages].map(({ messageId }) => messageId);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(new Set(ids).size).toBe(5);
    expect(two.nextCursor).toBeNull();
    expect(JSON.stringify(one)).not.toContain("493021");
    expect(one.messages[0]).toMatchObject({ slug: "acme", template: "email_code", state: "queued" });
    expect((await list({ state: "failed" })).messages).toEqual([]);
  });

  it("can be read only if they were kept for reading", async () => {
    await queue();
    for (const state of ["queued", "sent", "failed"]) {
      await set(state);
      expect((await test.run(admin, getMessage, await ref())).content).toBeNull();
    }
    await set("kept");
    const { content } = await test.run(admin, getMessage, await ref());
    const [read] = await test.database.sql<{ action: string; target: string }[]>`
      select action, target from platform_audit_events order by id desc limit 1`;
    expect(read).toMatchObject({
      action: expect.stringMatching(/\.message_read$/) as string,
      target: `message:${tenantId}/${(await ref()).messageId}`,
    });
    expect(content?.subject).toContain("493021");
    expect(content?.html).toContain("493021");
    await expect(test.run(admin, getMessage, { tenantId: 77, messageId: 1 })).rejects.toMatchObject(
      refusal(404),
    );
  });

  it("include the platform's own", async () => {
    const { dataSealed, ...sealed } = sealMessage(test.ports.vault, {
      channel: "email",
      to: "root@example.com",
      template: "password_reset",
      data: { url: "https://castellan.example/recover?token=x", minutes: 30 },
    });
    await test.database.sql`
      insert into messages (tenant_id, channel, recipient, template, data_sealed, state)
      values (0, ${sealed.channel}, ${sealed.recipient}, ${sealed.template}, ${dataSealed}, 'kept')`;
    expect(await first()).toMatchObject({ tenantId: 0, slug: null });
    const { messageId } = await first();
    const { content } = await test.run(admin, getMessage, { tenantId: 0, messageId });
    expect(content).toMatchObject({ from: "Castellan" });
  });

  it("are sent again only after a failure", async () => {
    await queue();
    await expect(test.run(admin, retryMessage, await ref())).rejects.toMatchObject(refusal(400));
    await set("failed");
    await test.run(admin, retryMessage, await ref());
    expect(await first()).toMatchObject({ state: "queued", attemptCount: 0, error: null });
    await test.database.sql`update messages set state = 'failed', data_sealed = null`;
    await expect(test.run(admin, retryMessage, await ref())).rejects.toMatchObject(refusal(400));
  });

  it("refuse a tenant's administrator and a platform credential (403)", async () => {
    await expect(test.run(tenantActor(tenantId), listMessages, {})).rejects.toMatchObject(refusal(403));
    const credential = platformActor(new Set(["CreateTenants", "SearchTenants", "ManageTenants"]));
    await expect(test.run(credential, listMessages, {})).rejects.toMatchObject(refusal(403));
  });
});
