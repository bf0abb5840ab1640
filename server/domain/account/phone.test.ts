import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeProvisioned, provisionPerson } from "@/server/domain/provisioning/people";
import { getUserProfile } from "@/server/domain/users/console";
import { byField, userFieldNames } from "@/server/kernel/user-fields";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { aSession } from "@/server/testing/factories";
import { somebodySignedIn } from "@/server/testing/somebody";
import { databaseKinds } from "@/server/testing/stores";
import { confirmOwnPhone, getOwnPhone, removeOwnPhone, requestOwnPhone } from "./phone";
import { updateOwnProfile } from "./profile";

const OLD = "+49 30 1234567";
const NEW = "+44 20 7946 0958";

describe.each(databaseKinds)("one's own phone number on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  const start = new Date("2026-03-14T09:26:53.000Z");
  beforeAll(async () => {
    test = await testOperations(kind);
    test.ports.channels = { email: true, sms: true };
  });
  afterAll(() => test.close());

  async function somebody(signedInAt = start) {
    test.clock.now = start;
    const one = await somebodySignedIn(test, ++tenant, signedInAt);
    const { t, userId, actor } = one;
    await test.write(t, (tx) => tx.users.update(userId, { phone: OLD, phoneVerifiedAt: start }));
    const messages = async () => {
      const rows = await test.stores.tenant(t).read((tx) => tx.messages.list({}));
      return rows.sort((a, b) => a.id - b.id);
    };
    return {
      ...one,
      messages,
      row: () => test.stores.tenant(t).read((tx) => tx.users.get(userId)),
      ask: (phone = NEW) => test.run(actor, requestOwnPhone, { phone }),
      type: async (code: string) => (await test.run(actor, confirmOwnPhone, { code })).outcome,
      shown: () => test.run(actor, getOwnPhone, {}),
      /** The code in the newest text message. The test's vault does not encrypt. */
      code: async () => {
        const sealed = (await messages()).findLast(({ template }) => template === "phone_code")?.dataSealed;
        return (JSON.parse(sealed ?? "{}") as { code: string }).code;
      },
    };
  }
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

  it("is proven by the code that was sent to it, and the user is notified by mail", async () => {
    const { t, userId, email, ask, type, code, shown, row, messages } = await somebody();
    expect(await ask()).toEqual({ userId, sent: true });
    expect(await row()).toMatchObject({ phone: OLD, phoneVerifiedAt: start });
    expect(await shown()).toEqual({ phone: OLD, proven: true, provable: true, pending: NEW });
    expect(await messages()).toMatchObject([{ channel: "sms", recipient: NEW, template: "phone_code" }]);
    test.clock.now = new Date(+start + 60_000);
    const sent = await code();
    expect(await type(` ${sent.slice(0, 3)} ${sent.slice(3)}`)).toBe("proven");
    expect(await row()).toMatchObject({ phone: NEW, phoneVerifiedAt: test.clock.now });
    expect(await shown()).toEqual({ phone: NEW, proven: true, provable: true, pending: null });
    expect((await messages()).at(-1)).toMatchObject({
      channel: "email",
      recipient: email,
      template: "phone_changed",
    });
    expect(await type(sent)).toBe("expired");
    const events = await test.events(t);
    expect(events).toMatchObject([
      { action: "account.phone_code_requested", target: `user:${userId}` },
      { action: "account.phone_changed", changes: { phone: { from: OLD, to: NEW } } },
    ]);
    expect(JSON.stringify(events)).not.toContain(sent);
    expect((await test.run(t, getUserProfile, { userId })).user).toMatchObject({
      phoneVerifiedAt: test.clock.now.toISOString(),
    });
  });

  it("accepts five answers within ten minutes, for the newest code only", async () => {
    const { ask, type, code, row, t } = await somebody();
    await ask();
    const first = await code();
    for (let tried = 0; tried < 5; tried++) expect(await type(other(first))).toBe("wrong");
    expect(await type(first)).toBe("expired");
    await ask();
    const late = await code();
    test.clock.now = new Date(+start + 10 * 60_000);
    expect(await type(late)).toBe("expired");
    test.clock.now = start;
    await ask("+1 202 555 0100");
    const replaced = await code();
    await ask();
    const newest = await code();
    if (replaced !== newest) expect(await type(replaced)).toBe("wrong");
    expect(await row()).toMatchObject({ phone: OLD });
    const actions = (await test.events(t)).map(({ action }) => action);
    expect(new Set(actions)).toEqual(new Set(["account.phone_code_requested"]));
    expect(await type(newest)).toBe("proven");
  });

  it("counts each of many simultaneous guesses", async () => {
    const { ask, type, code } = await somebody();
    await ask();
    const sent = await code();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => type(other(sent))));
    expect(outcomes.filter((outcome) => outcome === "wrong")).toHaveLength(5);
    expect(await type(sent)).toBe("expired");
  });

  it("accepts the code only in the session that requested it", async () => {
    const { t, userId, actor, ask, code } = await somebody();
    await ask();
    const elsewhere = await aSession(test, t, userId, { createdAt: start });
    const there = { ...actor, subject: { ...actor.subject, sessionId: elsewhere.id } } as typeof actor;
    expect(await test.run(there, getOwnPhone, {})).toMatchObject({ pending: null });
    expect(await test.run(there, confirmOwnPhone, { code: await code() })).toMatchObject({
      outcome: "expired",
    });
  });

  it("is stored unproven if no text messages are sent", async () => {
    const { userId, ask, row, messages, shown, t } = await somebody();
    test.ports.channels.sms = false;
    try {
      expect(await ask()).toEqual({ userId, sent: false });
      expect(await shown()).toEqual({ phone: NEW, proven: false, provable: false, pending: null });
    } finally {
      test.ports.channels.sms = true;
    }
    expect(await row()).toMatchObject({ phone: NEW, phoneVerifiedAt: null });
    expect(await messages()).toMatchObject([{ channel: "email", template: "phone_changed" }]);
    expect(await test.events(t)).toMatchObject([{ action: "account.phone_changed" }]);
    // The user can prove the number later.
    expect(await ask()).toEqual({ userId, sent: true });
  });

  it("can be removed, and the user is notified by mail", async () => {
    const { t, actor, row, messages } = await somebody();
    expect(await test.run(actor, removeOwnPhone, {})).toMatchObject({ removed: true });
    expect(await test.run(actor, removeOwnPhone, {})).toMatchObject({ removed: false });
    expect(await row()).toMatchObject({ phone: null, phoneVerifiedAt: null });
    expect(await messages()).toMatchObject([{ template: "phone_changed", data: { removed: true } }]);
    expect(await test.events(t)).toMatchObject([
      { action: "account.phone_changed", changes: { phone: { from: OLD, to: null } } },
    ]);
  });

  it("counts as proven if the organization's directory set it, until the number changes otherwise", async () => {
    const { t } = await somebody();
    const given = {
      ...byField(userFieldNames, () => null),
      userName: "grace",
      email: "grace@example.com",
      externalId: null,
      name: "Grace",
      phone: OLD,
      active: true,
      attributes: {},
    };
    const provenAt = async (id: number) =>
      (await test.run(t, getUserProfile, { userId: id })).user.phoneVerifiedAt;
    const { userId: graceId } = await test.run(t, provisionPerson, given);
    expect(await provenAt(graceId)).toBe(start.toISOString());
    await test.write(t, (tx) =>
      tx.users.update(graceId, { phone: "+1 202 555 0100", phoneVerifiedAt: null }),
    );
    const change = (fields: object) =>
      test.run(t, changeProvisioned, {
        userId: graceId,
        versions: null,
        change: () => ({ ...given, ...fields }),
      });
    await change({ phone: "+1 202 555 0100", name: "Grace Hopper" });
    expect(await provenAt(graceId), "a change of something else vouches for no number").toBeNull();
    await change({ phone: NEW });
    expect(await provenAt(graceId)).toBe(start.toISOString());
    await change({ phone: null });
    expect(await provenAt(graceId)).toBeNull();
  });

  it("cannot be changed without a recent sign-in, while an administrator acts, if a tag forbids it, and through the profile", async () => {
    const late = await somebody(new Date(+start - 15 * 60_000));
    await expect(late.ask()).rejects.toMatchObject({ status: 403 });
    await expect(test.run(late.actor, removeOwnPhone, {})).rejects.toMatchObject({ status: 403 });
    const { actor, ask, type, code, row, tagged } = await somebody();
    await expect(ask(OLD)).rejects.toMatchObject(refusal(400, "phone"));
    await expect(ask("call me")).rejects.toMatchObject(refusal(400, "phone"));
    await expect(test.run(actor, updateOwnProfile, { phone: NEW })).rejects.toMatchObject(
      refusal(400, "phone"),
    );
    await ask();
    const actedBy = { userId: 99, email: "admin@example.com", label: "Admin" };
    const acting = { ...actor, subject: { ...actor.subject, actedBy } } as typeof actor;
    for (const [operation, input] of [
      [requestOwnPhone, { phone: NEW }],
      [confirmOwnPhone, { code: await code() }],
      [removeOwnPhone, {}],
    ] as const)
      await expect(test.run(acting, operation as typeof removeOwnPhone, input)).rejects.toMatchObject({
        status: 403,
      });
    await tagged({ allowSelfServiceProfile: false });
    await expect(ask()).rejects.toMatchObject({ status: 403 });
    await expect(type(await code())).rejects.toMatchObject({ status: 403 });
    expect(await row()).toMatchObject({ phone: OLD });
  });
});
