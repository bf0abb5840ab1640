import { describe, expect, it } from "vitest";
import { aSession, aUser } from "@/server/testing/factories";
import { databaseKinds } from "@/server/testing/stores";
import { updateUser } from "../users/users";
import { addAdministrator, removeAdministrator } from "./administrators";
import { administratorScene } from "@/server/testing/administrator-scene";

describe.each(databaseKinds)("an appointment and its end, on %s", (kind) => {
  const { test, another, appointed: someone } = administratorScene(kind);

  it("attack: the address of an unused person is changed before an owner appoints them by their id", async () => {
    const t = another();
    await someone(t, "owner");
    const { id: userId } = await aUser(test, t);
    await test.run(t, updateUser, { userId, email: "impostor@evil.example" });
    await test.run(t, addAdministrator, { userId, role: "owner" });
    const appointed = async () => (await test.write(t, (tx) => tx.users.get(userId)))!.emailVerifiedAt;
    expect(await appointed()).toBeNull();
    // A second appointment does not vouch for the address, either.
    await test.run(t, addAdministrator, { userId, role: "admin" });
    await test.run(t, removeAdministrator, { userId });
    await test.run(t, addAdministrator, { userId, role: "owner" });
    expect(await appointed()).toBeNull();
  });

  it("attack: an owner who becomes an admin continues to act as another owner", async () => {
    const t = another();
    const [one, other] = [await someone(t, "owner"), await someone(t, "owner")];
    const acting = await aSession(test, t, other, { actorUserId: one });
    const request = { requesterId: one, userId: other, reason: "r", minutes: 60, status: "active" as const };
    const times = { requestedAt: test.clock.now, expiresAt: acting.expiresAt, sessionId: acting.id };
    const { id } = await test.write(t, (tx) => tx.actAsRequests.insert({ ...request, ...times }));
    await test.run(t, addAdministrator, { userId: one, role: "admin" });
    expect(await test.write(t, (tx) => tx.actAsRequests.get(id))).toMatchObject({ status: "ended" });
    expect((await test.write(t, (tx) => tx.sessions.get(acting.id)))!.revokedAt).not.toBeNull();
  });
});
