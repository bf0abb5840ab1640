import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aServiceAccount, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { changeProvisioned } from "../provisioning/people";
import { reactivateUser, suspendUser } from "../users/users";
import { addAdministrator, listAdministrators, removeAdministrator } from "./administrators";

/** What a provider sends of a person: what it reads, without what is not its to say. */
const fieldsOf = (person: object) =>
  Object.fromEntries(
    Object.entries(person).filter(([name]) => !["userId", "createdAt", "updatedAt", "groups"].includes(name)),
  );

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

  /** In the console, where the last one cannot be kept out; a credential suspends always. */
  const inConsole = (t: number, userId: number) =>
    tenantActor(t, { as: { userId, email: "owner@acme.example" } });

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
      [one, two].map((userId) => test.run(inConsole(t, userId), addAdministrator, { userId, role: "admin" })),
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
    await expect(test.run(t, removeAdministrator, { userId })).rejects.toThrow(/last active administrator/);
  });

  it("keeps the last one who can act: those who are suspended do not count", async () => {
    const t = ++tenant;
    const [active, suspended] = [await someone(t, "admin"), await someone(t, "admin")];
    await test.run(t, suspendUser, { userId: suspended });
    await expect(test.run(t, removeAdministrator, { userId: active })).rejects.toMatchObject(refusal(400));
    await expect(test.run(inConsole(t, active), suspendUser, { userId: active })).rejects.toMatchObject(
      refusal(400),
    );
    const provider = { kind: "scim_client" as const, label: "directory", tokenId: 1 };
    await expect(
      test.run({ ...tenantActor(t), subject: provider }, changeProvisioned, {
        userId: active,
        change: (before: object) => ({ ...fieldsOf(before), active: false }),
        versions: null,
      }),
    ).rejects.toMatchObject(refusal(400, "active"));
    await test.run(t, reactivateUser, { userId: suspended });
    await test.run(t, removeAdministrator, { userId: active });
    expect(await test.run(t, suspendUser, { userId: active })).toMatchObject({ status: "suspended" });
  });

  it("of two who are suspended at once, one stays active", async () => {
    const t = ++tenant;
    const both = [await someone(t, "admin"), await someone(t, "admin")];
    const outcomes = await Promise.allSettled(
      both.map((userId) => test.run(inConsole(t, userId), suspendUser, { userId })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("an owner who is suspended does not take the place of the last one", async () => {
    const t = ++tenant;
    const [active, suspended] = [await someone(t, "owner"), await someone(t, "owner")];
    await test.run(t, suspendUser, { userId: suspended });
    await expect(
      test.run(inConsole(t, active), addAdministrator, { userId: active, role: "admin" }),
    ).rejects.toMatchObject(refusal(400, "role"));
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
    const now = expect.stringMatching(/^\d{4}-/) as unknown;
    expect((await test.events(t)).map(({ action, target, changes }) => [action, target, changes])).toEqual([
      [
        "management_api.admin_granted",
        `user:${userId}`,
        { role: { from: null, to: "admin" }, emailVerifiedAt: { from: null, to: now } },
      ],
    ]);
  });
});
