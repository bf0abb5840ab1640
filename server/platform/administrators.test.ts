import { describe, expect, it } from "vitest";
import { consoleSessions } from "@/db/platform/sign-in";
import { platformActor, refusal } from "@/server/testing/operations";
import { currentPassword, platformAdministratorScene } from "@/server/testing/platform-administrators";
import { databaseKinds } from "@/server/testing/stores";
import {
  changeOwnPlatformPassword,
  createPlatformAdministrator,
  listPlatformAdministrators,
  removePlatformAdministrator,
} from "./administrators";

describe.each(databaseKinds)("platform administrators on %s", (kind) => {
  const { test, administrator, actorOf, openSession } = platformAdministratorScene(kind);

  const live = async (administratorId: number) =>
    (await test.stores.platform.read(({ db }) => db.select().from(consoleSessions))).filter(
      (row) => row.platformAdministratorId === administratorId && row.revokedAt === null,
    ).length;

  it("attack: a removed administrator finishes a command that had begun before", async () => {
    const [one, two] = [await administrator(), await administrator()];
    const actor = actorOf(two, await openSession(two));
    const removal = { administratorId: two.administratorId };
    await test.run(one.actor, removePlatformAdministrator, removal);
    const heir = { email: "heir@platform.example", name: "Heir", password: "a long and uncommon one" };
    await expect(test.run(actor, createPlatformAdministrator, heir)).rejects.toMatchObject({
      status: 403,
      reason: { code: "own_account.session_ended" },
    });
    const list = await test.run(one.actor, listPlatformAdministrators, {});
    expect(list.map(({ email }) => email)).not.toContain(heir.email);
  });

  it("adds, lists and removes administrators, and ends the sessions of the removed one", async () => {
    const [one, two] = [await administrator(), await administrator()];
    await openSession(two);
    const list = await test.run(one.actor, listPlatformAdministrators, {});
    expect(list.slice(-2)).toMatchObject([
      { email: one.email, self: true, lastSignInAt: null },
      { email: two.email, self: false, lastSignInAt: expect.any(String) as string },
    ]);
    const remove = (by: typeof one, whom: typeof one) =>
      test.run(by.actor, removePlatformAdministrator, {
        administratorId: whom.administratorId,
      });
    await remove(one, two);
    expect(await live(two.administratorId)).toBe(0);
    await expect(remove(one, two)).rejects.toMatchObject(refusal(404));
    await expect(remove(one, one)).rejects.toMatchObject(refusal(400));
    // A removed administrator can no longer remove others.
    await expect(remove(two, one)).rejects.toMatchObject(refusal(403));
  });

  it.each([
    [{ email: "nobody" }, "email"],
    [{ name: "" }, "name"],
    [{ password: "short" }, "password"],
  ])("refuses to add %j", async (input, field) => {
    const good = { email: "new@platform.example", name: "New", password: "a long and uncommon one" };
    await expect(
      test.run(platformActor(), createPlatformAdministrator, { ...good, ...input }),
    ).rejects.toMatchObject(refusal(400, field));
  });

  it("keeps addresses unique without case", async () => {
    const { email } = await administrator();
    const input = { email: email.toUpperCase(), name: "Pat", password: currentPassword };
    await expect(test.run(platformActor(), createPlatformAdministrator, input)).rejects.toMatchObject(
      refusal(400, "email"),
    );
  });

  it("lets administrators change their own password, which ends their other sessions", async () => {
    const person = await administrator();
    const { administratorId } = person;
    const actor = actorOf(person, await openSession(person));
    await openSession(person);
    const change = (current: string, newPassword: string) =>
      test.run(actor, changeOwnPlatformPassword, { currentPassword: current, newPassword });
    await expect(change("wrong", "another long one here")).rejects.toMatchObject(
      refusal(400, "currentPassword"),
    );
    await expect(change(currentPassword, "short")).rejects.toMatchObject(refusal(400, "newPassword"));
    expect(await change(currentPassword, "another long one here")).toEqual({
      administratorId,
      sessionsEnded: 1,
    });
    expect(await live(administratorId)).toBe(1);
    await expect(change(currentPassword, "yet another long one")).rejects.toMatchObject(
      refusal(400, "currentPassword"),
    );
  });
});
