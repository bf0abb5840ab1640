import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getOwnNotifications, updateOwnNotifications } from "@/server/domain/notifications/own-choice";
import { updateNotificationSettings } from "@/server/domain/notifications/notifications";
import { raiseAlert } from "@/server/domain/alerts/raise-alert";
import { aSession, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { composeMessage, readLook } from "./content";
import { queueNotice } from "./notices";

describe.each(databaseKinds)("notices on %s", (kind) => {
  let test: TestOperations;
  let tenant = 700;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  beforeEach(() => void (tenant += 1));

  const messages = () => test.stores.tenant(tenant).read((tx) => tx.messages.list({}));
  const over = async () =>
    (await messages()).map(({ channel, recipient }) => `${channel} ${recipient}`).sort();
  const person = (email = "ada@example.com") =>
    aUser(test, tenant, { email, phone: "+49309018", scimAttributes: { preferredLanguage: "de" } });
  const tell = async (user: Awaited<ReturnType<typeof person>>) =>
    test.write(tenant, async (tx) =>
      queueNotice(tx, (await tx.users.get(user.id))!, { template: "password_changed", data: {} }),
    );
  const settings = (patch: object) => test.run(tenant, updateNotificationSettings, patch);

  it("are sent over the enabled channels, in the user's language", async () => {
    const ada = await person();
    await tell(ada);
    expect(await over()).toEqual(["email ada@example.com"]);
    expect((await messages())[0]?.locale).toBe("de");
    await settings({ enabledChannels: ["email", "sms"] });
    await tell(ada);
    expect(await over()).toEqual(["email ada@example.com", "email ada@example.com", "sms +49309018"]);
    await settings({ enabledChannels: [] });
    await tell(ada);
    expect(await over()).toHaveLength(3);
  });

  it("attack: the channels are switched off to hide an attack on an owner", async () => {
    const owner = await person("owner@example.com");
    await test.write(tenant, (tx) => tx.administrators.insert({ userId: owner.id, role: "owner" }));
    await settings({ enabledChannels: [] });
    await tell(owner);
    expect(await over()).toEqual(["email owner@example.com"]);
  });

  it("follow the user's choice while the organization permits it", async () => {
    const ada = await person();
    const { id: sessionId } = await aSession(test, tenant, ada.id);
    const self = tenantActor(tenant, { as: { userId: ada.id, email: "ada@example.com", sessionId } });
    await settings({ enabledChannels: ["email", "sms"] });
    const chosen = await test.run(self, updateOwnNotifications, { channels: ["sms"] });
    expect(chosen.channels).toEqual([
      { channel: "email", address: "ada@example.com", verified: false, chosen: false },
      { channel: "sms", address: "+49309018", verified: null, chosen: true },
    ]);
    await tell(ada);
    expect(await over()).toEqual(["sms +49309018"]);
    await settings({ allowUserOverride: false });
    await expect(test.run(self, updateOwnNotifications, { channels: [] })).rejects.toMatchObject(
      refusal(400),
    );
    expect((await test.run(self, getOwnNotifications, {})).mayChoose).toBe(false);
    await tell(ada);
    expect(await over()).toEqual(["email ada@example.com", "sms +49309018", "sms +49309018"]);
  });

  it("notify the administrators of a high alert once, with a link to it", async () => {
    const [owner, , suspended] = [
      await person("owner@example.com"),
      await person("user@example.com"),
      await person("gone@example.com"),
    ];
    await test.write(tenant, async (tx) => {
      await tx.administrators.insert({ userId: owner.id, role: "owner" });
      await tx.administrators.insert({ userId: suspended.id, role: "admin" });
      await tx.users.update(suspended.id, { status: "suspended" });
    });
    const raise = (severity: "medium" | "high", openKey: string) =>
      test.write(tenant, (tx) =>
        raiseAlert(tx, {
          alertType: "spraying",
          severity,
          openKey,
          detectedAt: test.clock.now,
          summary: "Many failures from one address.",
        }),
      );
    await raise("medium", "one");
    expect(await over()).toEqual([]);
    await raise("high", "two");
    // An open alert of high severity is not lowered. The administrators therefore get no second notice.
    await raise("medium", "two");
    await raise("high", "two");
    expect(await over()).toEqual(["email owner@example.com"]);
    const [message] = await messages();
    const { text } = await composeMessage(
      { ...message!, tenantId: tenant },
      { ports: test.ports, look: () => test.stores.tenant(tenant).read(readLook) },
    );
    expect(text).toContain(`https://castellan.example/tenant${tenant}/security/alerts`);
    expect(text).toContain("Many failures from one address.");
  });
});
