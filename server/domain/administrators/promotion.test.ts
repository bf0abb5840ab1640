import { describe, expect, it } from "vitest";
import { aSession, anApp, anAuthorization, aUser } from "@/server/testing/factories";
import { databaseKinds } from "@/server/testing/stores";
import { updateUser } from "../users/users";
import { addAdministrator, removeAdministrator } from "./administrators";
import { administratorScene } from "@/server/testing/administrator-scene";

describe.each(databaseKinds)("an appointment and its end, on %s", (kind) => {
  const { test, another, appointed, someone } = administratorScene(kind);

  it("attack: the address of an unused person is changed before an owner appoints them by their id", async () => {
    const t = another();
    await appointed(t, "owner");
    const { id: userId } = await aUser(test, t);
    await test.run(t, updateUser, { userId, email: "impostor@evil.example" });
    await test.run(t, addAdministrator, { userId, role: "owner" });
    const provedAt = async () => (await test.write(t, (tx) => tx.users.get(userId)))!.emailVerifiedAt;
    expect(await provedAt()).toBeNull();
    // A second appointment does not prove the e-mail address either.
    await test.run(t, addAdministrator, { userId, role: "admin" });
    await test.run(t, removeAdministrator, { userId });
    await test.run(t, addAdministrator, { userId, role: "owner" });
    expect(await provedAt()).toBeNull();
  });

  it("attack: a new administrator keeps the tokens of an app that admits no administrators", async () => {
    const t = another();
    const { id: userId } = await someone(t, null);
    const closed = await anApp(test, t, { allowTenantAdminSignIn: false });
    const [lost, kept, others] = [
      await anAuthorization(test, t, { userId, appId: closed.id }),
      await anAuthorization(test, t, { userId, appId: (await anApp(test, t)).id }),
      await anAuthorization(test, t, { userId: (await someone(t, null)).id, appId: closed.id }),
    ];
    await test.run(t, addAdministrator, { userId, role: "admin" });
    const endOf = ({ id }: { id: number }) =>
      test.write(t, async (tx) => (await tx.appAuthorizations.get(id))!.revokedAt);
    expect([await endOf(lost), await endOf(kept), await endOf(others)]).toEqual([test.clock.now, null, null]);
  });

  it("attack: an owner who becomes an admin continues to act as another owner", async () => {
    const t = another();
    const [one, other] = [await appointed(t, "owner"), await appointed(t, "owner")];
    const acting = await aSession(test, t, other, { actorUserId: one });
    const request = { requesterId: one, userId: other, reason: "r", minutes: 60, status: "active" as const };
    const times = { requestedAt: test.clock.now, expiresAt: acting.expiresAt, sessionId: acting.id };
    const { id } = await test.write(t, (tx) => tx.actAsRequests.insert({ ...request, ...times }));
    await test.run(t, addAdministrator, { userId: one, role: "admin" });
    expect(await test.write(t, (tx) => tx.actAsRequests.get(id))).toMatchObject({ status: "ended" });
    expect((await test.write(t, (tx) => tx.sessions.get(acting.id)))!.revokedAt).not.toBeNull();
  });
});
