import { describe, expect, it } from "vitest";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import { command } from "@/server/kernel/operation/operation";
import { aServiceAccount, aSession, aUser } from "@/server/testing/factories";
import { refusal, tenantActor } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { getUserProfile } from "./console";
import { lockState } from "./lock-state";
import { lockUser, unlockUser } from "./locks";
import { createUser, getUser, listUsers, reactivateUser, suspendUser, updateUser } from "./users";

describe("lockState", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  it("reads an expired lock as none", () => {
    expect(lockState({ lockedUntil: now, lockedIndefinitely: false }, now)).toEqual({
      locked: false,
      lockedUntil: null,
      indefinite: false,
    });
    expect(lockState({ lockedUntil: new Date(now.getTime() + 1), lockedIndefinitely: false }, now)).toEqual({
      locked: true,
      lockedUntil: "2026-01-01T00:00:00.001Z",
      indefinite: false,
    });
    expect(lockState({ lockedUntil: null, lockedIndefinitely: true }, now)).toEqual({
      locked: true,
      lockedUntil: null,
      indefinite: true,
    });
  });
});

describe.each(databaseKinds)("users on %s", (kind) => {
  const { test, another, refused } = operationsOn(kind);

  it("creates a user with an unverified address and records it", async () => {
    const t = another();
    const user = await test.run(t, createUser, { email: " Ann@Example.com ", name: "Ann" });
    expect(user).toEqual({ userId: user.userId, email: "Ann@Example.com", status: "active" });
    const row = await test.write(t, (tx) => tx.users.get(user.userId));
    expect(row).toMatchObject({ kind: "person", emailVerifiedAt: null, passwordHash: null });
    expect(await test.events(t)).toMatchObject([
      {
        action: "management_api.user_created",
        target: `user:${user.userId}`,
        targetLabel: "Ann@Example.com",
        clientId: `t${t}_test`,
        ip: "192.0.2.7",
        requestId: "request-1",
        changes: { email: { from: null, to: "Ann@Example.com" }, name: { from: null, to: "Ann" } },
      },
    ]);
  });

  it("refuses an address in use, also in another letter case and of a suspended user, and records nothing", async () => {
    const t = another();
    const { userId } = await test.run(t, createUser, { email: "Ann@example.com" });
    await test.run(t, suspendUser, { userId });
    const before = (await test.events(t)).length;
    await refused(t, createUser, { email: "ANN@EXAMPLE.COM" }).toMatchObject(refusal(400, "email"));
    const { userId: other } = await test.run(t, createUser, { email: "bob@example.com" });
    await refused(t, updateUser, { userId: other, email: "aNN@example.com" }).toMatchObject(
      refusal(400, "email"),
    );
    expect(await test.events(t)).toHaveLength(before + 1);
    await test.run(another(), createUser, { email: "ann@example.com" });
  });

  it.each([
    [{}, "email"],
    [{ email: "no address" }, "email"],
    [{ email: 5 }, "email"],
    [{ email: `${"a".repeat(250)}@b.example` }, "email"],
    [{ email: "a@b.example", name: "" }, "name"],
    [{ email: "a@b.example", name: "a\u0007" }, "name"],
    [{ email: "a@b.example", name: "a".repeat(201) }, "name"],
    [{ email: "a@b.example", nmae: "typo" }, "nmae"],
  ])("refuses %j", async (input, field) => {
    await refused(another(), createUser, input).toMatchObject(refusal(400, field));
  });

  it.each([
    [{ limit: 0 }, "limit", "1 to 200"],
    [{ limit: 201 }, "limit", "1 to 200"],
    [{ limit: 1.5 }, "limit", "1 to 200"],
    [{ limit: "ten" }, "limit", "1 to 200"],
    [{ cursor: -1 }, "cursor", "from 0"],
    [{ status: "gone" }, "status", "active or suspended"],
    [{ search: "a".repeat(201) }, "search", "200"],
  ])("refuses to list with %j and names the limits", async (input, field, bounds) => {
    await refused(1, listUsers, input).toMatchObject({
      ...refusal(400, field),
      message: expect.stringContaining(bounds) as string,
    });
  });

  it("changes the fields that are sent; a new address is unverified", async () => {
    const t = another();
    const { id: userId } = await aUser(test, t, {
      email: "ann@example.com",
      name: "Ann",
      emailVerifiedAt: new Date(),
    });
    expect(await test.run(t, updateUser, { userId, name: "Anna" })).toMatchObject({
      userId,
      name: "Anna",
      email: "ann@example.com",
    });
    const verified = async () => (await test.write(t, (tx) => tx.users.get(userId)))!.emailVerifiedAt;
    await test.run(t, updateUser, { userId, email: "ANN@example.com" });
    expect(await verified()).not.toBeNull();
    await test.run(t, updateUser, { userId, email: "anna@example.com" });
    expect(await verified()).toBeNull();
    expect(await test.run(t, updateUser, { userId, name: null })).toMatchObject({ name: null });
    expect((await test.events(t)).map(({ changes }) => changes)).toEqual([
      { name: { from: "Ann", to: "Anna" } },
      { email: { from: "ann@example.com", to: "ANN@example.com" } },
      { email: { from: "ANN@example.com", to: "anna@example.com" } },
      { name: { from: "Anna", to: null } },
    ]);
    expect((await test.events(t)).at(-1)).toMatchObject({
      action: "management_api.user_updated",
      targetLabel: "anna@example.com",
    });
  });

  it("suspends once, ends the sessions, and reactivates once", async () => {
    const t = another();
    const { id: userId } = await aUser(test, t);
    const { id: other } = await aUser(test, t);
    const session = await aSession(test, t, userId);
    const others = await aSession(test, t, other);
    for (const _twice of [1, 2])
      expect(await test.run(t, suspendUser, { userId })).toEqual({ userId, status: "suspended" });
    const revoked = (id: number) => test.write(t, async (tx) => (await tx.sessions.get(id))!.revokedAt);
    expect([await revoked(session.id), await revoked(others.id)]).toEqual([test.clock.now, null]);
    for (const _twice of [1, 2])
      expect(await test.run(t, reactivateUser, { userId })).toEqual({ userId, status: "active" });
    expect((await test.events(t)).map(({ action, changes }) => [action, changes])).toEqual([
      ["management_api.user_suspended", { status: { from: "active", to: "suspended" } }],
      ["management_api.user_reactivated", { status: { from: "suspended", to: "active" } }],
    ]);
  });

  it("locks for a time or indefinitely, and unlocks", async () => {
    const t = another();
    const { id: userId } = await aUser(test, t, { failedSignIns: 3 });
    const session = await aSession(test, t, userId);
    const until = (minutes: number) => new Date(test.clock.now.getTime() + minutes * 60_000).toISOString();
    for (const durationMinutes of [1, 2_628_000]) {
      expect(await test.run(t, lockUser, { userId, durationMinutes, reason: "why" })).toEqual({
        userId,
        locked: true,
        lockedUntil: until(durationMinutes),
        indefinite: false,
      });
    }
    const live = () => test.write(t, async (tx) => (await tx.sessions.get(session.id))!.revokedAt);
    expect(await live()).toBeNull();
    expect(await test.run(t, lockUser, { userId, indefinite: true, endSessions: true })).toEqual({
      userId,
      locked: true,
      lockedUntil: null,
      indefinite: true,
    });
    expect(await live()).toEqual(test.clock.now);
    expect((await test.run(t, getUser, { userId })).status).toBe("active");
    const unlocked = { userId, locked: false, lockedUntil: null, indefinite: false };
    expect(await test.run(t, unlockUser, { userId })).toEqual(unlocked);
    expect(await test.write(t, (tx) => tx.users.get(userId))).toMatchObject({
      failedSignIns: 0,
      lockReason: null,
    });
    const count = (await test.events(t)).length;
    expect(await test.run(t, unlockUser, { userId })).toEqual(unlocked);
    expect(await test.events(t)).toHaveLength(count);
  });

  it.each([
    {},
    { durationMinutes: 0 },
    { durationMinutes: 2_628_001 },
    { durationMinutes: 1.5 },
    { durationMinutes: 5, indefinite: true },
    { indefinite: false },
    { reason: "none" },
  ])("refuses the lock %j", async (lock) => {
    const t = another();
    const { id: userId } = await aUser(test, t);
    await refused(t, lockUser, { userId, ...lock }).toMatchObject(refusal(400, "durationMinutes"));
  });

  it("returns 404 for users of another tenant and for service accounts", async () => {
    const [mine, theirs] = [another(), another()];
    const foreign = await aUser(test, theirs);
    const robot = await aServiceAccount(test, mine);
    for (const userId of [foreign.id, robot.id, 999_999_999]) {
      for (const operation of [
        getUser,
        updateUser,
        suspendUser,
        reactivateUser,
        unlockUser,
        getUserProfile,
      ] as Operation<AnyObject>[]) {
        await refused(mine, operation, { userId }).toMatchObject(refusal(404));
      }
      await refused(mine, lockUser, { userId, indefinite: true }).toMatchObject(refusal(404));
    }
    expect(await test.run(mine, listUsers, {})).toEqual({ users: [], nextCursor: null });
    expect(await test.run(mine, listUsers, { search: "person" })).toEqual({ users: [], nextCursor: null });
    expect(await test.write(theirs, (tx) => tx.users.get(foreign.id))).toEqual(foreign);
  });

  it("checks the capability first", async () => {
    const actor = tenantActor(1, { capabilities: ["ManageRoles"] });
    await expect(test.run(actor, getUser, { userId: "nonsense" })).rejects.toMatchObject({
      status: 403,
      error: "insufficient_scope",
    });
  });

  it("rolls back the change and the event of a command that throws", async () => {
    const t = another();
    const broken = command({
      ...(createUser as unknown as Parameters<typeof command>[0]),
      event: "user_created",
      target: () => ({ ref: "user:0" }),
      run: async ({ tx }) => {
        await tx.users.insert({ email: "half@example.com" });
        throw new Error("in the middle");
      },
    });
    await refused(t, broken, { email: "half@example.com" }).toThrow("in the middle");
    expect(await test.events(t)).toEqual([]);
    expect(await test.run(t, listUsers, {})).toEqual({ users: [], nextCursor: null });
  });
});
