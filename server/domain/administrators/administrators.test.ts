import { describe, expect, it } from "vitest";
import { aServiceAccount, aUser } from "@/server/testing/factories";
import { refusal, tenantActor } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { changeProvisioned } from "../provisioning/people";
import { reactivateUser, suspendUser } from "../users/users";
import { addAdministrator, listAdministrators, removeAdministrator } from "./administrators";
import { administratorScene } from "@/server/testing/administrator-scene";

/** Returns the fields that a provider sends for a person: those that it read, without the fields of the server. */
const fieldsOf = (person: object) =>
  Object.fromEntries(
    Object.entries(person).filter(([name]) => !["userId", "createdAt", "updatedAt", "groups"].includes(name)),
  );

describe.each(databaseKinds)("administrators on %s", (kind) => {
  const { test, another, appointed: someone } = administratorScene(kind);

  /** An actor in the console, which refuses to block the last administrator; a credential can always suspend. */
  const inConsole = (t: number, userId: number) =>
    tenantActor(t, { as: { userId, email: "owner@acme.example" } });

  it("keep one of two who remove each other at the same time", async () => {
    const t = another();
    const [one, two] = [await someone(t, "admin"), await someone(t, "admin")];
    const outcomes = await Promise.allSettled(
      [one, two].map((userId) => test.run(t, removeAdministrator, { userId })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await test.run(t, listAdministrators, {})).toHaveLength(1);
  });

  it("keep one of two owners as owner when both are made admins at the same time", async () => {
    const t = another();
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

  it("can become an admin by a credential if they are the last owner, and the last administrator stays", async () => {
    const t = another();
    const userId = await someone(t, "owner");
    await test.run(t, addAdministrator, { userId, role: "admin" });
    await expect(test.run(t, removeAdministrator, { userId })).rejects.toThrow(/last active administrator/);
  });

  it("keep the last active one: suspended administrators do not count", async () => {
    const t = another();
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

  it("keep one of two active when both are suspended at the same time", async () => {
    const t = another();
    const both = [await someone(t, "admin"), await someone(t, "admin")];
    const outcomes = await Promise.allSettled(
      both.map((userId) => test.run(inConsole(t, userId), suspendUser, { userId })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("do not count a suspended owner as a replacement of the last one", async () => {
    const t = another();
    const [active, suspended] = [await someone(t, "owner"), await someone(t, "owner")];
    await test.run(t, suspendUser, { userId: suspended });
    await expect(
      test.run(inConsole(t, active), addAdministrator, { userId: active, role: "admin" }),
    ).rejects.toMatchObject(refusal(400, "role"));
  });

  it("must be active users, and a change is recorded once", async () => {
    const t = another();
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
