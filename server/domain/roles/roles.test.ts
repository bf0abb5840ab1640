import { describe, expect, it } from "vitest";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import { anApp, aRole, aServiceAccount, aUser } from "@/server/testing/factories";
import { refusal } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { createAppRole, deleteAppRole, listAppRoles, updateAppRole } from "./app-roles";
import { grantRole, revokeRole } from "./grants";
import { createRole, deleteRole, getRole, listRoleMembers, listRoles, updateRole } from "./roles";
import { rolesOf } from "../users/held-roles";

describe.each(databaseKinds)("roles on %s", (kind) => {
  const { test, another, refused } = operationsOn(kind);
  const recorded = async (t: number) =>
    (await test.events(t)).map(({ action, target, targetLabel, changes }) => [
      action.replace("management_api.", ""),
      target,
      targetLabel,
      changes,
    ]);

  it("creates, changes, lists and deletes roles, and records each", async () => {
    const t = another();
    const role = await test.run(t, createRole, { name: "Editor", description: "writes" });
    expect(role).toEqual({ roleId: role.roleId, name: "Editor", description: "writes" });
    await test.run(t, createRole, { name: "admin" });
    const ref = `role:${role.roleId}`;
    expect(await test.run(t, updateRole, { roleId: role.roleId, name: "Writer" })).toEqual({
      ...role,
      name: "Writer",
    });
    expect((await test.run(t, listRoles, {})).map(({ name }) => name)).toEqual(["admin", "Writer"]);
    expect(await test.run(t, getRole, { roleId: role.roleId })).toEqual({ ...role, name: "Writer" });
    expect(await test.run(t, deleteRole, { roleId: role.roleId })).toEqual({
      roleId: role.roleId,
      deleted: true,
    });
    await refused(t, deleteRole, { roleId: role.roleId }).toMatchObject(refusal(404));
    const events = await recorded(t);
    expect(events[0]).toEqual([
      "role_created",
      ref,
      "Editor",
      { name: { from: null, to: "Editor" }, description: { from: null, to: "writes" } },
    ]);
    expect(events.slice(2)).toEqual([
      ["role_updated", ref, "Writer", { name: { from: "Editor", to: "Writer" } }],
      ["role_deleted", ref, "Writer", { name: { from: "Writer", to: null } }],
    ]);
  });

  it("keep names unique in their scope, without case", async () => {
    const t = another();
    const app = await anApp(test, t);
    const other = await anApp(test, t);
    await test.run(t, createRole, { name: "Editor" });
    const { roleId } = await test.run(t, createRole, { name: "Viewer" });
    await refused(t, createRole, { name: "EDITOR" }).toMatchObject(refusal(400, "name"));
    await refused(t, updateRole, { roleId, name: "editor" }).toMatchObject(refusal(400, "name"));
    await test.run(t, updateRole, { roleId, name: "VIEWER" });
    await test.run(t, createAppRole, { appId: app.id, name: "Editor" });
    await test.run(t, createAppRole, { appId: other.id, name: "Editor" });
    await refused(t, createAppRole, { appId: app.id, name: "eDITOR" }).toMatchObject(refusal(400, "name"));
    await test.run(another(), createRole, { name: "Editor" });
  });

  it.each([
    [{}, "name"],
    [{ name: " " }, "name"],
    [{ name: "a", description: "a".repeat(2_001) }, "description"],
    [{ name: "a", colour: "red" }, "colour"],
  ])("refuses %j", async (input, field) => {
    await refused(1, createRole, input).toMatchObject(refusal(400, field));
  });

  it("separate an app's roles from the organization's and from other apps'", async () => {
    const t = another();
    const [app, other] = [await anApp(test, t), await anApp(test, t)];
    const role = await test.run(t, createAppRole, { appId: app.id, name: "Clerk" });
    expect(await test.run(t, listAppRoles, { appId: app.id })).toEqual([role]);
    expect(await test.run(t, listRoles, {})).toEqual([]);
    const { roleId } = role;
    await refused(t, getRole, { roleId }).toMatchObject(refusal(404));
    await refused(t, updateRole, { roleId, name: "x" }).toMatchObject(refusal(404));
    await refused(t, updateAppRole, { appId: other.id, roleId, name: "x" }).toMatchObject(refusal(404));
    await refused(t, deleteAppRole, { appId: other.id, roleId }).toMatchObject(refusal(404));
    for (const operation of [listAppRoles, createAppRole] as Operation<AnyObject>[]) {
      await refused(t, operation, {
        appId: 999_999,
        ...(operation.kind === "command" && { name: "x" }),
      }).toMatchObject(refusal(404));
    }
    expect(await test.run(t, updateAppRole, { appId: app.id, roleId, name: "Boss" })).toMatchObject({
      name: "Boss",
      description: null,
    });
    expect(await test.run(t, deleteAppRole, { appId: app.id, roleId })).toEqual({ roleId, deleted: true });
    expect((await recorded(t)).map(([event, , label]) => [event, label])).toEqual([
      ["app_role_created", "Clerk"],
      ["app_role_updated", "Boss"],
      ["app_role_deleted", "Boss"],
    ]);
  });

  it("are granted once and revoked once, for people and service accounts, and are named in the record", async () => {
    const t = another();
    const person = await aUser(test, t, { email: "ann@example.com" });
    const robot = await aServiceAccount(test, t, { name: "Robot" });
    const app = await anApp(test, t, { name: "Shop" });
    const [role, appRole] = [
      await aRole(test, t, { name: "Editor" }),
      await aRole(test, t, { name: "Clerk", appId: app.id }),
    ];
    const grant = { userId: person.id, roleId: role.id };
    for (const _twice of [1, 2]) expect(await test.run(t, grantRole, grant)).toEqual(grant);
    await test.run(t, grantRole, { userId: robot.id, roleId: appRole.id });
    expect(await test.write(t, (tx) => rolesOf(tx, robot.id))).toMatchObject([
      { roleId: appRole.id, name: "Clerk", appId: app.id, appName: "Shop" },
    ]);
    expect(await test.run(t, listRoleMembers, { roleId: role.id })).toEqual([
      { userId: person.id, email: "ann@example.com", name: person.name },
    ]);
    expect(await test.run(t, revokeRole, grant)).toEqual(grant);
    await refused(t, revokeRole, grant).toMatchObject(refusal(404));
    expect(await recorded(t)).toEqual([
      ["role_granted", `user:${person.id}`, "ann@example.com", { role: { from: null, to: "Editor" } }],
      ["role_granted", `user:${robot.id}`, "Robot", { role: { from: null, to: "Clerk" } }],
      ["role_revoked", `user:${person.id}`, "ann@example.com", { role: { from: "Editor", to: null } }],
    ]);
  });

  it("remove their grants when they are deleted", async () => {
    const t = another();
    const [person, role] = [await aUser(test, t), await aRole(test, t)];
    await test.run(t, grantRole, { userId: person.id, roleId: role.id });
    await test.run(t, deleteRole, { roleId: role.id });
    expect(await test.write(t, (tx) => rolesOf(tx, person.id))).toEqual([]);
  });

  it("return 404 for another tenant's roles, apps and users", async () => {
    const [mine, theirs] = [another(), another()];
    const own = { user: await aUser(test, mine), role: await aRole(test, mine) };
    const app = await anApp(test, theirs);
    const foreign = {
      user: await aUser(test, theirs),
      role: await aRole(test, theirs),
      appRole: await aRole(test, theirs, { appId: app.id }),
    };
    await test.run(theirs, grantRole, { userId: foreign.user.id, roleId: foreign.role.id });
    const before = await test.events(theirs);
    const attempts: [Operation<AnyObject>, object][] = [
      [getRole, { roleId: foreign.role.id }],
      [updateRole, { roleId: foreign.role.id, name: "mine" }],
      [deleteRole, { roleId: foreign.role.id }],
      [listRoleMembers, { roleId: foreign.role.id }],
      [listAppRoles, { appId: app.id }],
      [createAppRole, { appId: app.id, name: "mine" }],
      [updateAppRole, { appId: app.id, roleId: foreign.appRole.id, name: "mine" }],
      [deleteAppRole, { appId: app.id, roleId: foreign.appRole.id }],
      [grantRole, { userId: own.user.id, roleId: foreign.role.id }],
      [grantRole, { userId: foreign.user.id, roleId: own.role.id }],
      [revokeRole, { userId: foreign.user.id, roleId: foreign.role.id }],
    ];
    for (const [operation, input] of attempts)
      await refused(mine, operation, input).toMatchObject(refusal(404));
    expect(await test.events(mine)).toEqual([]);
    expect(await test.events(theirs)).toEqual(before);
    expect(await test.run(theirs, getRole, { roleId: foreign.role.id })).toMatchObject({
      name: foreign.role.name,
    });
  });
});
