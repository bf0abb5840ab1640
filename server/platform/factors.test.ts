import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { consoleSessions } from "@/db/platform/sign-in";
import { factorStoreOf } from "@/server/domain/factors/factor-store";
import type { PlatformActor } from "@/server/kernel/operation/actor";
import { appWith } from "@/server/testing/authenticator-app";
import { platformActor, refusal } from "@/server/testing/operations";
import {
  currentPassword,
  platformAdministratorScene,
  type TestPlatformAdministrator,
} from "@/server/testing/platform-administrators";
import { databaseKinds } from "@/server/testing/stores";
import { listPlatformAdministrators } from "./administrators";
import {
  addOwnPlatformTotp,
  beginOwnPlatformTotp,
  listOwnPlatformFactors,
  makeOwnPlatformRecoveryCodes,
  removeOwnPlatformFactor,
  resetPlatformAdministratorFactors,
} from "./factors";
import { self } from "./self";
import { updatePlatformSettings } from "./settings";

describe.each(databaseKinds)("second factors of platform administrators on %s", (kind) => {
  const { test, administrator, actorOf, openSession } = platformAdministratorScene(kind);

  async function enrol({ actor }: TestPlatformAdministrator, proof?: string) {
    const begun = await test.run(actor, beginOwnPlatformTotp, {});
    const codeAt = appWith(begun.typed);
    const code = () => codeAt(test.clock.now);
    const given = { sealed: begun.sealed, code: code(), currentPassword, proof };
    const { recoveryCodes } = await test.run(actor, addOwnPlatformTotp, given);
    return { recoveryCodes, code: () => (pass(), code()) };
  }
  it("attack: a request of a console session that has ended makes recovery codes or sets up a factor", async () => {
    const person = await administrator();
    const { code } = await enrol(person);
    const actor = actorOf(person, await openSession(person, test.clock.now));
    const ended = { status: 403, reason: { code: "own_account.session_ended" } };
    await expect(test.run(actor, makeOwnPlatformRecoveryCodes, { proof: code() })).rejects.toMatchObject(
      ended,
    );
    const begun = await test.run(actor, beginOwnPlatformTotp, {});
    const other = { sealed: begun.sealed, code: appWith(begun.typed)(test.clock.now), currentPassword };
    await expect(test.run(actor, addOwnPlatformTotp, { ...other, proof: code() })).rejects.toMatchObject(
      ended,
    );
  });

  /** Advances the clock to the next code, because the present one was used. */
  const pass = () => void (test.clock.now = new Date(+test.clock.now + 30_000));
  const held = async ({ actor }: TestPlatformAdministrator) =>
    (await test.run(actor, listOwnPlatformFactors, {})).factors.map((factor) => factor.kind);
  async function session(administrator: TestPlatformAdministrator) {
    const id = await openSession(administrator);
    return async () => {
      const [now] = await test.stores.platform.read(({ db }) =>
        db.select().from(consoleSessions).where(eq(consoleSessions.id, id)),
      );
      return now!.revokedAt === null;
    };
  }
  const mailsTo = async (email: string) =>
    (
      await test.database.sql<
        { template: string }[]
      >`select template from messages where tenant_id = 0 and recipient = ${email} order by id`
    ).map(({ template }) => template);
  const eventsOf = async (administratorId: number) =>
    (
      await test.database.sql<
        { action: string }[]
      >`select action from platform_audit_events where target = ${`platform_administrator:${administratorId}`} order by id`
    ).map(({ action }) => action.split(".")[1]);

  it("are added by password and code, create recovery codes, and end sessions that began with the password alone", async () => {
    const pat = await administrator();
    const isLive = await session(pat);
    const begun = await test.run(pat.actor, beginOwnPlatformTotp, {});
    expect(begun.uri).toContain(encodeURIComponent(pat.email));
    const add = (input: object) =>
      test.run(pat.actor, addOwnPlatformTotp, {
        sealed: begun.sealed,
        code: "000000",
        currentPassword,
        ...input,
      });
    await expect(add({ currentPassword: "wrong" })).rejects.toMatchObject(refusal(400, "currentPassword"));
    await expect(add({})).rejects.toMatchObject(refusal(400, "code"));
    await expect(add({ sealed: "something else" })).rejects.toMatchObject(refusal(400, "code"));
    expect(await held(pat)).toEqual([]);
    expect(await isLive()).toBe(true);

    const { recoveryCodes } = await enrol(pat);
    expect(recoveryCodes).toHaveLength(10);
    expect(await held(pat)).toEqual(["totp", "recovery_codes"]);
    expect(await isLive()).toBe(false);
    expect(await mailsTo(pat.email)).toEqual(["factor_changed"]);
    const kept = JSON.stringify([
      await test.database.sql`select * from platform_audit_events`,
      await test.database.sql`select data from platform_factors where kind = 'recovery_codes'`,
    ]);
    expect(kept).not.toContain(begun.sealed);
    for (const code of recoveryCodes!) expect(kept).not.toContain(code);
    const list = await test.run(pat.actor, listPlatformAdministrators, {});
    expect(list.find(({ self }) => self)).toMatchObject({ secondFactor: true });
  });

  it("are added and removed only with a code of an existing one", async () => {
    const pat = await administrator();
    const { code, recoveryCodes } = await enrol(pat);
    await expect(enrol(pat)).rejects.toMatchObject(refusal(400, "proof"));
    await expect(enrol(pat, "000000")).rejects.toMatchObject(refusal(400, "proof"));
    const second = await enrol(pat, code());
    expect(second.recoveryCodes).toBeNull();
    expect(await held(pat)).toEqual(["totp", "recovery_codes", "totp"]);

    const { factors } = await test.run(pat.actor, listOwnPlatformFactors, {});
    const remove = (index: number, proof: string) =>
      test.run(pat.actor, removeOwnPlatformFactor, { factorId: factors[index]!.factorId, proof });
    await expect(remove(2, "000000")).rejects.toMatchObject(refusal(400, "proof"));
    const isLive = await session(pat);
    await remove(2, recoveryCodes![0]!);
    expect(await isLive(), "what it had opened").toBe(false);
    await expect(remove(0, recoveryCodes![0]!), "it is used up").rejects.toMatchObject(refusal(400, "proof"));
    await expect(remove(2, code())).rejects.toMatchObject(refusal(404));
    // Recovery codes are removed with the last factor.
    await remove(0, code());
    expect(await held(pat)).toEqual([]);
    expect(await eventsOf(pat.administratorId)).toEqual([
      "platform_administrator_created",
      "factor_added",
      "factor_added",
      "factor_removed",
      "factor_removed",
    ]);
  });

  it("belong to the acting administrator", async () => {
    const [pat, other] = [await administrator(), await administrator()];
    const { code } = await enrol(pat);
    const theirs = await enrol(other);
    const { factors } = await test.run(other.actor, listOwnPlatformFactors, {});
    const remove = (proof: string) =>
      test.run(pat.actor, removeOwnPlatformFactor, { factorId: factors[0]!.factorId, proof });
    await expect(remove(code())).rejects.toMatchObject(refusal(404));
    await expect(remove(theirs.code())).rejects.toMatchObject(refusal(404));
    await expect(
      test.run(pat.actor, makeOwnPlatformRecoveryCodes, { proof: theirs.code() }),
    ).rejects.toMatchObject(refusal(400, "proof"));
    await expect(
      test.run(platformActor(), makeOwnPlatformRecoveryCodes, { proof: code() }),
      "a machine has none",
    ).rejects.toMatchObject(refusal(403));
  });

  it("include recovery codes that are replaced with a code", async () => {
    const pat = await administrator();
    const { code, recoveryCodes } = await enrol(pat);
    const make = (proof: string) => test.run(pat.actor, makeOwnPlatformRecoveryCodes, { proof });
    await expect(make("000000")).rejects.toMatchObject(refusal(400, "proof"));
    const made = await make(code());
    expect(await mailsTo(pat.email)).toEqual(["factor_changed", "factor_changed"]);
    expect(made.recoveryCodes).toHaveLength(10);
    await expect(make(recoveryCodes![1]!)).rejects.toMatchObject(refusal(400, "proof"));
    await make(made.recoveryCodes[0]!);
  });

  it("that are passkeys are proved by a recent sign-in, also if recovery codes exist", async () => {
    const pat = await administrator();
    /** Returns an actor whose console session began this many minutes ago. */
    async function since(minutes: number) {
      const { administratorId: platformAdministratorId, email } = pat;
      const createdAt = new Date(+test.clock.now - minutes * 60_000);
      const tokenHash = `since ${platformAdministratorId} ${minutes}`;
      const row = { tokenHash, email, platformAdministratorId, createdAt, expiresAt: new Date("2030-01-01") };
      const [added] = await test.stores.platform.write(({ db }) =>
        db.insert(consoleSessions).values(row).returning({ id: consoleSessions.id }),
      );
      const subject = { ...self(pat.actor), consoleSessionId: added!.id };
      return { ...pat.actor, subject } satisfies PlatformActor;
    }
    const passkey = {
      userId: pat.administratorId,
      kind: "webauthn" as const,
      data: {},
      externalKey: pat.email,
    };
    const createdAt = new Date(+test.clock.now - 10 * 60_000);
    await test.stores.platform.write((tx) =>
      factorStoreOf(tx).add({ ...passkey, createdAt, verifiedAt: createdAt }),
    );
    const make = (actor: PlatformActor, proof?: string) =>
      test.run(actor, makeOwnPlatformRecoveryCodes, { proof });
    await expect(make(pat.actor)).rejects.toMatchObject(refusal(403));
    await expect(make(await since(11)), "begun by the password alone").rejects.toMatchObject(refusal(403));
    const actor = await since(5);
    const { recoveryCodes } = await make(actor);
    // An administrator who has lost the codes can create new ones.
    await make(actor);
    await expect(make(actor, recoveryCodes[0]), "those before").rejects.toMatchObject(refusal(400, "proof"));
    test.clock.now = new Date(+test.clock.now + 10 * 60_000);
    await expect(make(actor), "too long ago").rejects.toMatchObject(refusal(403));
  });

  it("are reset by another administrator, which ends the sessions and notifies the administrator", async () => {
    const [pat, other] = [await administrator(), await administrator()];
    await enrol(pat);
    const isLive = await session(pat);
    const reset = (by: PlatformActor, { administratorId }: { administratorId: number }) =>
      test.run(by, resetPlatformAdministratorFactors, { administratorId });
    await expect(reset(pat.actor, pat)).rejects.toMatchObject(refusal(400, "administratorId"));
    await expect(reset(platformActor(), pat)).rejects.toMatchObject(refusal(403));
    await expect(reset(other.actor, { administratorId: 999_999 })).rejects.toMatchObject(refusal(404));
    expect(await reset(other.actor, pat)).toEqual({
      administratorId: pat.administratorId,
      sessionsEnded: 1,
    });
    expect(await held(pat)).toEqual([]);
    expect(await isLive()).toBe(false);
    expect(await mailsTo(pat.email)).toEqual(["factor_changed", "second_factor_reset"]);
    expect((await eventsOf(pat.administratorId)).at(-1)).toBe("second_factor_reset");
    await expect(reset(other.actor, pat)).rejects.toMatchObject(refusal(409));
  });

  it("cannot be removed if the platform requires one", async () => {
    const pat = await administrator();
    const { code } = await enrol(pat);
    await test.run(pat.actor, updatePlatformSettings, { administratorSecondFactor: true });
    const settings = test.ports.settings;
    test.ports.settings = async () => ({ ...(await settings()), administratorSecondFactor: true });
    const { factors, required } = await test.run(pat.actor, listOwnPlatformFactors, {});
    expect(required).toBe(true);
    const remove = () =>
      test.run(pat.actor, removeOwnPlatformFactor, { factorId: factors[0]!.factorId, proof: code() });
    await expect(remove()).rejects.toMatchObject(refusal(409));
    test.ports.settings = settings;
    await remove();
  });
});
