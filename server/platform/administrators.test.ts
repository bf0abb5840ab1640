import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleSessions } from "@/db/platform/sign-in";
import { platformAdministratorCapabilities } from "@/server/kernel/capabilities";
import type { PlatformActor } from "@/server/kernel/operation/actor";
import { platformActor, refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import {
  changeOwnPlatformPassword,
  createPlatformAdministrator,
  listPlatformAdministrators,
  removePlatformAdministrator,
} from "./administrators";

describe.each(databaseKinds)("platform administrators on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const as = (userId: number, email: string, consoleSessionId: number | null = null): PlatformActor => ({
    ...platformActor(platformAdministratorCapabilities),
    channel: "console",
    subject: { kind: "user", label: email, userId, email, consoleSessionId, sessionId: null },
  });
  let numbered = 0;
  async function administrator() {
    const email = `admin${(numbered += 1)}@platform.example`;
    const input = { email, name: "Pat", password: "a long and uncommon one" };
    const { administratorId } = await test.run(platformActor(), createPlatformAdministrator, input);
    const open = () =>
      test.stores.platform.write(async ({ db }) => {
        const [row] = await db
          .insert(consoleSessions)
          .values({
            tokenHash: `${administratorId}-${(numbered += 1)}`,
            email,
            platformAdministratorId: administratorId,
            expiresAt: new Date("2030-01-01"),
          })
          .returning();
        return row!.id;
      });
    return { administratorId, email, input, open };
  }
  const live = async (administratorId: number) =>
    (await test.stores.platform.read(({ db }) => db.select().from(consoleSessions))).filter(
      (row) => row.platformAdministratorId === administratorId && row.revokedAt === null,
    ).length;

  it("attack: a removed administrator finishes a command that had begun before", async () => {
    const [one, two] = [await administrator(), await administrator()];
    const actor = as(two.administratorId, two.email, await two.open());
    const removal = { administratorId: two.administratorId };
    await test.run(as(one.administratorId, one.email), removePlatformAdministrator, removal);
    const heir = { email: "heir@platform.example", name: "Heir", password: "a long and uncommon one" };
    await expect(test.run(actor, createPlatformAdministrator, heir)).rejects.toMatchObject({
      status: 403,
      reason: { code: "own_account.session_ended" },
    });
    const list = await test.run(as(one.administratorId, one.email), listPlatformAdministrators, {});
    expect(list.map(({ email }) => email)).not.toContain(heir.email);
  });

  it("adds, lists and removes administrators, and ends the sessions of the removed one", async () => {
    const [one, two] = [await administrator(), await administrator()];
    await two.open();
    const list = await test.run(as(one.administratorId, one.email), listPlatformAdministrators, {});
    expect(list.slice(-2)).toMatchObject([
      { email: one.email, self: true, lastSignInAt: null },
      { email: two.email, self: false, lastSignInAt: expect.any(String) as string },
    ]);
    const remove = (by: typeof one, whom: typeof one) =>
      test.run(as(by.administratorId, by.email), removePlatformAdministrator, {
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
    const { input } = await administrator();
    await expect(
      test.run(platformActor(), createPlatformAdministrator, { ...input, email: input.email.toUpperCase() }),
    ).rejects.toMatchObject(refusal(400, "email"));
  });

  it("lets administrators change their own password, which ends their other sessions", async () => {
    const { administratorId, email, input, open } = await administrator();
    const [here] = [await open(), await open()];
    const change = (currentPassword: string, newPassword: string) =>
      test.run(as(administratorId, email, here), changeOwnPlatformPassword, { currentPassword, newPassword });
    await expect(change("wrong", "another long one here")).rejects.toMatchObject(
      refusal(400, "currentPassword"),
    );
    await expect(change(input.password, "short")).rejects.toMatchObject(refusal(400, "newPassword"));
    expect(await change(input.password, "another long one here")).toEqual({
      administratorId,
      sessionsEnded: 1,
    });
    expect(await live(administratorId)).toBe(1);
    await expect(change(input.password, "yet another long one")).rejects.toMatchObject(
      refusal(400, "currentPassword"),
    );
  });
});
