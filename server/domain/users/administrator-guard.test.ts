import { describe, expect, it } from "vitest";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import { addAdministrator } from "@/server/domain/administrators/administrators";
import { requestPasswordReset } from "@/server/domain/recovery/password-reset";
import { changeProvisioned } from "@/server/domain/provisioning/people";
import { getUserProfile } from "@/server/domain/users/console";
import { lockUser, unlockUser } from "@/server/domain/users/locks";
import { reactivateUser, suspendUser, updateUser } from "@/server/domain/users/users";
import { refusal, tenantActor } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { administratorScene, onlyUsers, provider, provisioned } from "@/server/testing/administrator-scene";

describe.each(databaseKinds)("the protection of administrators on %s", (kind) => {
  const { test, another, refused, someone, messagesOf, get } = administratorScene(kind);
  const inConsole = (
    t: number,
    { id: userId, email }: { id: number; email: string },
    as: "owner" | "admin",
  ) => ({
    ...tenantActor(t, { as: { userId, email } }),
    capabilities: administratorCapabilities[as],
  });

  it("lets only owners, and credentials that manage administrators, change an administrator's address", async () => {
    const t = another();
    const owner = await someone(t, "owner");
    const admin = await someone(t, "admin");
    const person = await someone(t, null);
    for (const by of [inConsole(t, admin, "admin"), onlyUsers(t)]) {
      for (const { id } of [owner, admin])
        await refused(by, updateUser, { userId: id, email: "mine@evil.example" }).toMatchObject(
          refusal(403, "email"),
        );
      await test.run(by, updateUser, { userId: owner.id, email: owner.email, name: "Olga" });
      await test.run(by, updateUser, { userId: person.id, email: `new-${person.email}` });
      await test.run(by, updateUser, { userId: person.id, email: person.email });
    }
    await test.run(inConsole(t, owner, "owner"), updateUser, { userId: admin.id, email: "a@new.example" });
    await test.run(t, updateUser, { userId: owner.id, email: "o@new.example" });
    expect(await get(t, owner.id)).toMatchObject({ email: "o@new.example", emailVerifiedAt: null });
  });

  it("notifies the old address of a new one once, and not of a change of letter case", async () => {
    const t = another();
    const { id: userId, email } = await someone(t, null);
    await test.run(t, updateUser, { userId, name: "Ann" });
    await test.run(t, updateUser, { userId, email: email.toUpperCase() });
    expect(await messagesOf(t)).toEqual([]);
    await test.run(t, updateUser, { userId, email: "ann@new.example" });
    await test.run(provider(t), changeProvisioned, provisioned(userId, { email: "ann@newer.example" }));
    const told = (await messagesOf(t)).map(({ template, recipient }) => [template, recipient]);
    expect(told.sort()).toEqual(
      [
        ["email_changed", email.toUpperCase()],
        ["email_changed", "ann@new.example"],
      ].sort(),
    );
  });

  it("sends no link for a new password to an administrator's address that is not proved", async () => {
    const t = another();
    const owner = await someone(t, "owner");
    const person = await someone(t, null);
    await test.run(t, updateUser, { userId: owner.id, email: "owner@new.example" });
    await test.run(provider(t), changeProvisioned, provisioned(person.id, { email: "person@new.example" }));
    const visitor = { ...tenantActor(t, { capabilities: [] }), channel: "account" as const };
    const resets = async () =>
      (await messagesOf(t)).flatMap(({ template, recipient }) =>
        template === "password_reset" ? recipient : [],
      );
    for (const email of ["owner@new.example", "person@new.example"])
      expect(await test.run(visitor, requestPasswordReset, { email })).toEqual({});
    expect(await resets()).toEqual(["person@new.example"]);
    await test.write(t, (tx) => tx.users.update(owner.id, { emailVerifiedAt: new Date() }));
    await test.run(visitor, requestPasswordReset, { email: "owner@new.example" });
    expect((await resets()).sort()).toEqual(["owner@new.example", "person@new.example"]);
  });

  it("lets only owners, and credentials that manage administrators, suspend or lock an administrator", async () => {
    const t = another();
    const owner = await someone(t, "owner");
    await someone(t, "owner");
    const admin = await someone(t, "admin");
    const person = await someone(t, null);
    for (const by of [inConsole(t, admin, "admin"), onlyUsers(t)]) {
      for (const { id: userId } of [owner, admin]) {
        await refused(by, suspendUser, { userId }).toMatchObject(refusal(403));
        await refused(by, lockUser, { userId, indefinite: true }).toMatchObject(refusal(403));
      }
      await test.run(by, lockUser, { userId: person.id, indefinite: true });
      await test.run(by, suspendUser, { userId: person.id });
      await test.write(t, (tx) => tx.users.update(person.id, { status: "active" }));
    }
    await test.run(inConsole(t, owner, "owner"), suspendUser, { userId: admin.id });
    await test.run(t, suspendUser, { userId: owner.id });
  });

  it("lets only owners reactivate or unlock an administrator, for every kind of block", async () => {
    const t = another();
    const owner = await someone(t, "owner");
    const admin = await someone(t, "admin");
    const userId = (await someone(t, "admin")).id;
    const asOwner = inConsole(t, owner, "owner");
    await test.run(asOwner, suspendUser, { userId });
    const others = [inConsole(t, admin, "admin"), onlyUsers(t)];
    for (const lock of [{ indefinite: true }, { durationMinutes: 5 }]) {
      await test.run(asOwner, lockUser, { userId, ...lock });
      for (const by of others) await refused(by, unlockUser, { userId }).toMatchObject(refusal(403));
    }
    for (const by of others) await refused(by, reactivateUser, { userId }).toMatchObject(refusal(403));
    await test.run(asOwner, lockUser, { userId: admin.id, durationMinutes: 5 });
    await refused(others[0]!, unlockUser, { userId: admin.id }).toMatchObject(refusal(403));
    expect(await test.run(asOwner, unlockUser, { userId })).toMatchObject({ locked: false });
    expect(await test.run(asOwner, reactivateUser, { userId })).toMatchObject({ status: "active" });
  });

  it("lets a provider set and vouch for a person's number, and refuses it for an administrator", async () => {
    const t = another();
    const given = { phone: "+49 170 1234567" };
    for (const role of ["admin", "owner"] as const) {
      const { id } = await someone(t, role);
      await refused(provider(t), changeProvisioned, provisioned(id, given)).toMatchObject(
        refusal(403, "phoneNumbers"),
      );
      expect(await get(t, id)).toMatchObject({ phone: null });
    }
    const { id } = await someone(t, null);
    await test.run(provider(t), changeProvisioned, provisioned(id, given));
    const { phone, phoneVerifiedAt } = (await get(t, id))!;
    expect([phone, phoneVerifiedAt !== null]).toEqual([given.phone, true]);
  });

  it("lets a provider resend an administrator unchanged, in another letter case, and with another name", async () => {
    const t = another();
    const { id, email } = await someone(t, "owner");
    const same = { userName: email.toUpperCase(), email: email.toUpperCase(), name: "Olga" };
    await test.run(provider(t), changeProvisioned, provisioned(id, same));
    expect(await get(t, id)).toMatchObject({ name: "Olga", status: "active" });
    expect((await get(t, id))!.emailVerifiedAt).not.toBeNull();
  });

  it("keeps the last owner who can sign in, on every channel", async () => {
    const t = another();
    const owner = await someone(t, "owner");
    const { id: other } = await someone(t, "owner");
    await someone(t, "admin");
    await test.run(t, lockUser, { userId: other, indefinite: true });
    const themselves = inConsole(t, owner, "owner");
    await refused(themselves, suspendUser, { userId: owner.id }).toMatchObject(refusal(400));
    await refused(themselves, lockUser, { userId: owner.id, durationMinutes: 5 }).toMatchObject(refusal(400));
    await refused(provider(t), changeProvisioned, provisioned(owner.id, { active: false })).toMatchObject(
      refusal(400, "active"),
    );
    await refused(themselves, addAdministrator, { userId: owner.id, role: "admin" }).toMatchObject(
      refusal(400, "role"),
    );
    expect(await get(t, owner.id)).toMatchObject({ status: "active", lockedUntil: null });
    const foretold = async (actor: Parameters<typeof test.run>[0]) =>
      (await test.run(actor, getUserProfile, { userId: owner.id })).kept;
    expect(await foretold(themselves)).toEqual({
      fromLock: "The last active owner cannot be locked.",
      fromSuspension: "The last active owner cannot be suspended.",
    });
    const free = { fromLock: null, fromSuspension: null };
    expect(await foretold(t)).toEqual(free);
    await test.write(t, (tx) => tx.users.update(other, { lockedIndefinitely: false }));
    expect(await foretold(themselves)).toEqual(free);
    // Another owner can sign in, so the rule about the last owner does not apply. A provider still may not deactivate an owner.
    await refused(provider(t), changeProvisioned, provisioned(owner.id, { active: false })).toMatchObject(
      refusal(403, "active"),
    );
  });

  it("always lets a credential that can appoint another owner suspend and lock", async () => {
    const t = another();
    const { id: userId } = await someone(t, "owner");
    expect(await test.run(t, lockUser, { userId, durationMinutes: 5 })).toMatchObject({ locked: true });
    expect(await test.run(t, suspendUser, { userId })).toMatchObject({ status: "suspended" });
  });

  it("keeps one of two owners who are locked and suspended at the same time able to sign in", async () => {
    const t = another();
    const [one, two] = [await someone(t, "owner"), await someone(t, "owner")];
    const outcomes = await Promise.allSettled([
      test.run(inConsole(t, two, "owner"), lockUser, { userId: one.id, indefinite: true }),
      test.run(inConsole(t, one, "owner"), suspendUser, { userId: two.id }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
