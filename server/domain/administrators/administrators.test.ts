import { describe, expect, it } from "vitest";
import { aServiceAccount, aUser } from "@/server/testing/factories";
import { refusal, tenantActor } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { changeProvisioned } from "../provisioning/people";
import { reactivateUser, suspendUser } from "../users/users";
import { addAdministrator, listAdministrators, removeAdministrator } from "./administrators";
import { administratorScene } from "@/server/testing/administrator-scene";

/** Returns the fields of a user that an identity provider sends. Omits the fields that the server sets. */
const fieldsOf = (person: object) =>
  Object.fromEntries(
    Object.entries(person).filter(([name]) => !["userId", "createdAt", "updatedAt", "groups"].includes(name)),
  );

describe.each(databaseKinds)("administrators on %s", (kind) => {
  const { test, another, appointed: someone } = administratorScene(kind);

  /**
   * Returns an actor in the console. An actor in the console may not suspend or remove the last administrator. A credential
   * may.
   */
  const inConsole = (t: number, userId: number) =>
    tenantActor(t, { as: { userId, email: "owner@acme.example" } });

  it("keep one administrator if two remove each other at the same time", async () => {
    const t = another();
    const [one, two] = [await someone(t, "admin"), await someone(t, "admin")];
    const outcomes = await Promise.allSettled(
      [one, two].map((userId) => test.run(t, removeAdministrator, { userId })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await test.run(t, listAdministrators, {})).toHaveLength(1);
  });

  it("keep one owner if two owners are made admins at the same time", async () => {
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

  it("include no owner after a credential makes the last owner an admin, but keep the last administrator", async () => {
    const t = another();
    const userId = await someone(t, "owner");
    await test.run(t, addAdministrator, { userId, role: "admin" });
    await expect(test.run(t, removeAdministrator, { userId })).rejects.toThrow(/last active administrator/);
  });

  it("keep the last active administrator: suspended administrators do not count", async () => {
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

  it("keep one active administrator if both of two are suspended at the same time", async () => {
    const t = another();
    const both = [await someone(t, "admin"), await someone(t, "admin")];
    const outcomes = await Promise.allSettled(
      both.map((userId) => test.run(inConsole(t, userId), suspendUser, { userId })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("do not count a suspended owner as a replacement for the last owner", async () => {
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
