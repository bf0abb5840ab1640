import { describe, expect, it } from "vitest";
import { testAuthenticator } from "@/server/testing/authenticator";
import { appWith } from "@/server/testing/authenticator-app";
import { refusal } from "@/server/testing/operations";
import { currentPassword, platformAdministratorScene } from "@/server/testing/platform-administrators";
import { databaseKinds } from "@/server/testing/stores";
import {
  addOwnPlatformTotp,
  beginOwnPlatformTotp,
  listOwnPlatformFactors,
  removeOwnPlatformFactor,
} from "./factors";
import { addOwnPlatformPasskey, beginOwnPlatformPasskey } from "./passkeys";

describe.each(databaseKinds)("passkeys of platform administrators on %s", (kind) => {
  const { test, administrator: newAdministrator } = platformAdministratorScene(kind);

  async function administrator() {
    const { administratorId: userId, actor } = await newAdministrator();
    const begin = async () => {
      const { sealed, options } = await test.run(actor, beginOwnPlatformPasskey, {});
      const { origin, hostname: rpId } = new URL(test.ports.installation.baseUrl);
      return { sealed, asked: { challenge: String(options["challenge"]), origin, rpId }, options };
    };
    const add = (input: object) => test.run(actor, addOwnPlatformPasskey, { currentPassword, ...input });
    const held = async () =>
      (await test.run(actor, listOwnPlatformFactors, {})).factors.map(({ kind, label }) => [kind, label]);
    return { actor, userId, begin, add, held };
  }

  it("are added by the password, with recovery codes, once", async () => {
    const { begin, add, held, userId } = await administrator();
    const { sealed, asked, options } = await begin();
    expect(options).toMatchObject({ rp: { id: asked.rpId } });
    const authenticator = testAuthenticator();
    const response = authenticator.create(asked);
    const elsewhere = authenticator.create({ ...asked, origin: "https://evil.example" });
    await expect(add({ sealed, response, currentPassword: "wrong" })).rejects.toMatchObject(
      refusal(400, "currentPassword"),
    );
    await expect(add({ sealed, response: elsewhere })).rejects.toMatchObject(refusal(400, "response"));
    await expect(add({ sealed: "something else", response })).rejects.toMatchObject(refusal(400));
    expect(await held()).toEqual([]);
    const { recoveryCodes } = await add({ sealed, response, label: "Laptop" });
    expect(recoveryCodes).toHaveLength(10);
    expect(await held()).toEqual([
      ["webauthn", "Laptop"],
      ["recovery_codes", null],
    ]);
    const again = await begin();
    const same = { sealed: again.sealed, response: authenticator.create(again.asked) };
    await expect(add({ ...same, proof: recoveryCodes![0] })).rejects.toMatchObject(refusal(409));
    const events = await test.database.sql<{ action: string; changes: object }[]>`
      select action, changes from platform_audit_events where target = ${`platform_administrator:${userId}`} order by id`;
    expect(events.at(-1)).toMatchObject({
      action: "console.factor_added",
      changes: { factor: { from: null, to: "passkey (Laptop)" } },
    });
  });

  it("attack: answers of several keys, or the one of a removed key, are sent to one challenge", async () => {
    const { actor, begin, add, held } = await administrator();
    const { sealed, asked } = await begin();
    const first = testAuthenticator().create(asked);
    const { recoveryCodes } = await add({ sealed, response: first });
    const codes = recoveryCodes!.values();
    const proof = () => codes.next().value;
    const refused = { status: 400, reason: { code: "own_account.passkey_request_used" } };
    const other = () => add({ sealed, response: testAuthenticator().create(asked), proof: proof() });
    await expect(other()).rejects.toMatchObject(refused);
    const { factors } = await test.run(actor, listOwnPlatformFactors, {});
    const { factorId } = factors.find(({ kind }) => kind === "webauthn")!;
    await test.run(actor, removeOwnPlatformFactor, { factorId, proof: proof() });
    await expect(add({ sealed, response: first })).rejects.toMatchObject(refused);
    expect(await held()).toEqual([]);

    const next = await begin();
    const answers = [1, 2, 3].map(() => testAuthenticator().create(next.asked));
    const sent = await Promise.allSettled(
      answers.map((response) => add({ sealed: next.sealed, response, proof: proof() })),
    );
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await held()).filter(([kind]) => kind === "webauthn")).toHaveLength(1);
  });

  it("are added to existing factors by a code, and only by the administrator who began", async () => {
    const { actor, begin, add, held } = await administrator();
    const { sealed: seed, typed } = await test.run(actor, beginOwnPlatformTotp, {});
    const codeAt = appWith(typed);
    const app = { sealed: seed, code: codeAt(test.clock.now), currentPassword };
    await test.run(actor, addOwnPlatformTotp, app);
    const { sealed, asked } = await begin();
    const response = testAuthenticator().create(asked);
    await expect(add({ sealed, response })).rejects.toMatchObject(refusal(400, "proof"));
    const other = await administrator();
    await expect(other.add({ sealed, response })).rejects.toMatchObject(refusal(400));
    test.clock.now = new Date(+test.clock.now + 30_000);
    const proof = codeAt(test.clock.now);
    expect((await add({ sealed, response, proof })).recoveryCodes).toBeNull();
    expect((await held()).map(([kind]) => kind)).toEqual(["totp", "recovery_codes", "webauthn"]);

    const late = await begin();
    test.clock.now = new Date(+test.clock.now + 10 * 60_000);
    const tooLate = testAuthenticator().create(late.asked);
    await expect(
      add({ sealed: late.sealed, response: tooLate, proof: codeAt(test.clock.now) }),
    ).rejects.toMatchObject(refusal(400));
  });
});
