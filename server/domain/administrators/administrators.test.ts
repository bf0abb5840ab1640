import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aServiceAccount, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { addAdministrator, listAdministrators, removeAdministrator } from "./administrators";

describe.each(databaseKinds)("administrators on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  const someone = async (t: number, role: "owner" | "admin") => {
    const { id: userId } = await aUser(test, t);
    await test.run(t, addAdministrator, { userId, role });
    return userId;
  };

  it("of two who remove one another at once, one is left", async () => {
    const t = ++tenant;
    const [one, two] = [await someone(t, "admin"), await someone(t, "admin")];
    const outcomes = await Promise.allSettled(
      [one, two].map((userId) => test.run(t, removeAdministrator, { userId })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await test.run(t, listAdministrators, {})).toHaveLength(1);
  });

  it("of two owners who are made admins at once, one stays an owner", async () => {
    const t = ++tenant;
    const [one, two] = [await someone(t, "owner"), await someone(t, "owner")];
    const outcomes = await Promise.allSettled(
      [one, two].map((userId) =>
        test.run(tenantActor(t, { as: { userId, email: "owner@acme.example" } }), addAdministrator, {
          userId,
          role: "admin",
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await test.run(t, listAdministrators, {})).map(({ role }) => role).sort()).toEqual([
      "admin",
      "owner",
    ]);
  });

  it("may be left to an admin by a credential, and the last one of them stays", async () => {
    const t = ++tenant;
    const userId = await someone(t, "owner");
    await test.run(t, addAdministrator, { userId, role: "admin" });
    await expect(test.run(t, removeAdministrator, { userId })).rejects.toThrow(/last administrator/);
  });

  it("takes active people only, and records a change once", async () => {
    const t = ++tenant;
    const suspended = await aUser(test, t, { status: "suspended" });
    const robot = await aServiceAccount(test, t);
    await expect(test.run(t, addAdministrator, { userId: suspended.id })).rejects.toMatchObject(
      refusal(400, "userId"),
    );
    await expect(test.run(t, addAdministrator, { userId: robot.id })).rejects.toMatchObject(refusal(404));
    const userId = await someone(t, "admin");
    await test.run(t, addAdministrator, { userId, role: "admin" });
    expect((await test.events(t)).map(({ action, target, changes }) => [action, target, changes])).toEqual([
      ["management_api.admin_granted", `user:${userId}`, { role: { from: null, to: "admin" } }],
    ]);
  });
});
