import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { somebodySignedIn } from "@/server/testing/somebody";
import { databaseKinds } from "@/server/testing/stores";
import { removeOwnPhone, requestOwnPhone } from "../account/phone";
import { addOwnCodeFactor, askOwnCodeFactor } from "./code-factors";
import { listOwnFactors, makeOwnRecoveryCodes, removeOwnFactor } from "./own-factors";
import type { CodeFactorKind } from "../sign-in-methods/factor-kinds.schema";

const NUMBER = "+49 30 1234567";

describe.each(databaseKinds)("codes as users' own second factors on %s", (kind) => {
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
    await test.write(t, (tx) => tx.users.update(userId, { phone: NUMBER, phoneVerifiedAt: start }));
    const newest = async () => {
      const rows = await test.stores.tenant(t).read((tx) => tx.messages.list({}));
      return rows.sort((a, b) => a.id - b.id).findLast(({ dataSealed }) => dataSealed !== null);
    };
    const ask = (kind: CodeFactorKind) => test.run(actor, askOwnCodeFactor, { kind });
    const type = async (kind: CodeFactorKind, code: string) =>
      (await test.run(actor, addOwnCodeFactor, { kind, code })).outcome;
    /** The code in the newest message. The test's vault does not encrypt. */
    const code = async () => (JSON.parse((await newest())?.dataSealed ?? "{}") as { code: string }).code;
    return {
      ...one,
      ask,
      type,
      code,
      newest,
      listed: () => test.run(actor, listOwnFactors, {}),
      row: () => test.stores.tenant(t).read((tx) => tx.users.get(userId)),
      add: async (kind: CodeFactorKind) => {
        await ask(kind);
        expect(await type(kind, await code())).toBe("proven");
      },
    };
  }
  const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

  it.each([
    ["email", "annabel@example.com", "factor_code"],
    ["sms", NUMBER, "phone_code"],
  ] as const)("adds codes by %s with a code that was sent, once", async (kind, address, template) => {
    const { t, userId, ask, type, code, newest, listed, row } = await somebody();
    expect((await listed()).codes).toContainEqual({ kind, address, pending: null });
    await ask(kind);
    expect(await newest()).toMatchObject({ channel: kind, recipient: address, template });
    expect((await listed()).codes).toContainEqual({ kind, address, pending: address });
    const sent = await code();
    expect(await type(kind, wrong(sent))).toBe("wrong");
    expect(await type(kind === "email" ? "sms" : "email", sent), "it is for this kind alone").toBe("expired");
    expect((await listed()).factors).toEqual([]);
    expect(await type(kind, sent)).toBe("proven");
    const { factors, codes } = await listed();
    expect(factors).toMatchObject([{ kind, label: null }]);
    expect(codes.map((each) => each.kind)).not.toContain(kind);
    await expect(ask(kind)).rejects.toMatchObject(refusal(409));
    expect((await row())!.emailVerifiedAt !== null, "a code in the mailbox proves it").toBe(kind === "email");
    const events = await test.events(t);
    expect(events).toMatchObject([
      { action: "account.factor_code_requested", target: `user:${userId}` },
      { action: "account.factor_added" },
    ]);
    expect(JSON.stringify(events)).not.toContain(sent);
  });

  it("are offered if this installation can send them and the user has an address for them", async () => {
    const { t, userId, ask, listed } = await somebody();
    await test.write(t, (tx) => tx.users.update(userId, { phoneVerifiedAt: null }));
    expect((await listed()).codes).toContainEqual({ kind: "sms", address: null, pending: null });
    await expect(ask("sms")).rejects.toMatchObject(refusal(400));
    test.ports.channels.email = false;
    try {
      expect((await listed()).codes.map((each) => each.kind)).toEqual(["sms"]);
      await expect(ask("email")).rejects.toMatchObject(refusal(400));
    } finally {
      test.ports.channels.email = true;
    }
  });

  it("refuse a code if the address has changed since it was sent", async () => {
    const { t, userId, ask, type, code, listed } = await somebody();
    await ask("sms");
    await test.write(t, (tx) => tx.users.update(userId, { phone: "+1 202 555 0100" }));
    expect(await type("sms", await code())).toBe("expired");
    expect((await listed()).factors).toEqual([]);
  });

  it("need a recent sign-in by the user, not by an administrator who acts as the user", async () => {
    const late = await somebody(new Date(+start - 15 * 60_000));
    await expect(late.ask("email")).rejects.toMatchObject({ status: 403 });
    const { actor, ask, code } = await somebody();
    await ask("email");
    const actedBy = { userId: 99, email: "admin@example.com", label: "Admin" };
    const acting = { ...actor, subject: { ...actor.subject, actedBy } } as typeof actor;
    await expect(test.run(acting, askOwnCodeFactor, { kind: "email" })).rejects.toMatchObject({
      status: 403,
    });
    await expect(
      test.run(acting, addOwnCodeFactor, { kind: "email", code: await code() }),
    ).rejects.toMatchObject({ status: 403 });
  });

  it("can be removed together with the recovery codes, unless a second factor is required", async () => {
    const { actor, add, listed, tagged } = await somebody();
    await add("email");
    await test.run(actor, makeOwnRecoveryCodes, {});
    const [factor] = (await listed()).factors;
    await test.run(actor, removeOwnFactor, { factorId: factor!.factorId });
    expect((await listed()).factors).toEqual([]);
    await add("email");
    await tagged({ requireMfa: true });
    const [again] = (await listed()).factors;
    await expect(test.run(actor, removeOwnFactor, { factorId: again!.factorId })).rejects.toMatchObject(
      refusal(400),
    );
  });

  it("by text message are removed when their number is removed", async () => {
    const { actor, add, listed, row, tagged } = await somebody();
    await add("sms");
    await tagged({ requireMfa: true });
    await expect(test.run(actor, removeOwnPhone, {})).rejects.toMatchObject(refusal(400));
    expect(await row()).toMatchObject({ phone: NUMBER });
    test.ports.channels.sms = false;
    try {
      await expect(test.run(actor, requestOwnPhone, { phone: "+1 202 555 0100" })).rejects.toMatchObject(
        refusal(400),
      );
    } finally {
      test.ports.channels.sms = true;
    }
    await add("email");
    await test.run(actor, removeOwnPhone, {});
    expect((await listed()).factors.map((factor) => factor.kind)).toEqual(["email"]);
  });
});
