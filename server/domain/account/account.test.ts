import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aSession, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { changeOwnPassword, endOwnSession, listOwnSessions } from "./account";

describe.each(databaseKinds)("one's own account on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  /** Creates a user with a password and two live sessions. The actor uses the first session. */
  async function somebody() {
    const t = ++tenant;
    const email = "annabel@example.com";
    const { id: userId } = await aUser(test, t, { email, passwordHash: "plain:the old one" });
    const [here, there] = [await aSession(test, t, userId), await aSession(test, t, userId)];
    const actor = tenantActor(t, { channel: "account", as: { userId, email, sessionId: here.id } });
    return { t, userId, here, there, actor };
  }
  const change = { currentPassword: "the old one", newPassword: "a plain long sentence 42" };

  it("changes the password, ends the other sessions and keeps both secrets out of the log", async () => {
    const { t, userId, here, there, actor } = await somebody();
    expect(await test.run(actor, changeOwnPassword, change)).toEqual({ userId, sessionsEnded: 1 });
    await test.write(t, async (tx) => {
      expect(await tx.users.get(userId)).toMatchObject({
        passwordHash: `plain:${change.newPassword}`,
        passwordChangedAt: test.clock.now,
      });
      expect(await tx.sessions.get(here.id)).toMatchObject({ revokedAt: null });
      expect(await tx.sessions.get(there.id)).toMatchObject({ revokedAt: test.clock.now });
    });
    const events = await test.events(t);
    expect(events).toMatchObject([
      {
        action: "account.password_changed",
        target: `user:${userId}`,
        targetLabel: "annabel@example.com",
        userId,
      },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/plain/);
  });

  it.each([
    [{ ...change, currentPassword: "wrong" }, "currentPassword"],
    [{ ...change, newPassword: "short" }, "newPassword"],
    [{ ...change, newPassword: "" }, "newPassword"],
    [{ ...change, newPassword: "annabel@example.com 12345" }, "newPassword"],
    [{ newPassword: change.newPassword }, "currentPassword"],
    [{ ...change, newPassword: "x".repeat(1_025) }, "newPassword"],
  ])("refuses %j", async (input, field) => {
    const { t, userId, actor } = await somebody();
    await expect(test.run(actor, changeOwnPassword, input)).rejects.toMatchObject(refusal(400, field));
    expect(await test.events(t)).toEqual([]);
    expect(await test.write(t, (tx) => tx.users.get(userId))).toMatchObject({
      passwordHash: "plain:the old one",
    });
  });

  it("lists live sessions and ends a session of one's own once", async () => {
    const { t, userId, here, there, actor } = await somebody();
    await aSession(test, t, userId, { expiresAt: test.clock.now });
    const strangers = await aSession(test, t, (await aUser(test, t)).id);
    const listed = async () =>
      (await test.run(actor, listOwnSessions, {}))
        .map(({ sessionId, current }) => [sessionId, current])
        .sort();
    expect(await listed()).toEqual(
      [
        [here.id, true],
        [there.id, false],
      ].sort(),
    );
    for (const _twice of [1, 2])
      expect(await test.run(actor, endOwnSession, { sessionId: there.id })).toEqual({
        sessionId: there.id,
        revoked: true,
      });
    expect(await listed()).toEqual([[here.id, true]]);
    await expect(test.run(actor, endOwnSession, { sessionId: strangers.id })).rejects.toMatchObject(
      refusal(404),
    );
    expect(await test.events(t)).toMatchObject([
      { action: "account.session_revoked", target: `session:${there.id}` },
    ]);
  });

  it("refuses programs", async () => {
    await expect(test.run(1, listOwnSessions, {})).rejects.toMatchObject({ status: 403 });
  });
});
