import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anApp, aRole, aServiceAccount, aUser } from "@/server/testing/factories";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { listAppRoleRows, listGrantableRoles, listRoleMembersPage } from "./console";
import { grantRole } from "./grants";

describe.each(databaseKinds)("the console's view of roles on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("counts and names the holders of an app's role, and lists all roles that can be granted", async () => {
    const app = await anApp(test, 1, { name: "Shop" });
    const [, editor] = [
      await aRole(test, 1, { name: "Staff" }),
      await aRole(test, 1, { name: "Editor", appId: app.id }),
    ];
    const reader = await aRole(test, 1, { name: "reader", appId: app.id });
    const ann = await aUser(test, 1, { name: "Ann" });
    await test.run(1, grantRole, { userId: ann.id, roleId: editor.id });
    expect(await test.run(1, listAppRoleRows, { appId: app.id })).toEqual([
      { roleId: editor.id, name: "Editor", description: null, holderCount: 1 },
      { roleId: reader.id, name: "reader", description: null, holderCount: 0 },
    ]);
    expect(await test.run(1, listRoleMembersPage, { roleId: editor.id })).toEqual({
      members: [{ userId: ann.id, name: "Ann", email: ann.email }],
      holders: 1,
      nextCursor: null,
    });
    expect((await test.run(1, listGrantableRoles, {})).map(({ name, appName }) => [name, appName])).toEqual([
      ["Staff", null],
      ["Editor", "Shop"],
      ["reader", "Shop"],
    ]);
  });

  it("lists the holders of a role page by page, people and service accounts, and searches them", async () => {
    const t = 2;
    const role = await aRole(test, t, { name: "Reader" });
    const hold = async ({ id }: { id: number }) => {
      await test.run(t, grantRole, { userId: id, roleId: role.id });
      return id;
    };
    await aUser(test, t, { name: "Zoe without it", email: "zoe.other@example.com" });
    const ids = [
      await hold(await aUser(test, t, { name: "Ann", email: "ann@example.com" })),
      await hold(await aUser(test, t, { name: "100 % Ben", email: "ben@example.com" })),
      await hold(await aServiceAccount(test, t, { name: "Robot" })),
      await hold(await aUser(test, t, { name: null, email: "Zoe@example.com" })),
    ];
    const page = async (input: object = {}) => {
      const { members, holders, nextCursor } = await test.run(t, listRoleMembersPage, {
        roleId: role.id,
        limit: 3,
        ...input,
      });
      expect(holders).toBe(4);
      return [members.map(({ userId }) => userId), nextCursor];
    };
    expect(await page()).toEqual([ids.slice(0, 3), ids[2]]);
    expect(await page({ cursor: ids[2] })).toEqual([[ids[3]], null]);
    expect(await page({ limit: 4 })).toEqual([ids, null]);
    expect(await page({ search: "ZOE" })).toEqual([[ids[3]], null]);
    expect(await page({ search: "robot" })).toEqual([[ids[2]], null]);
    expect(await page({ search: "%" })).toEqual([[ids[1]], null]);
    expect(await page({ search: "example", limit: 2 })).toEqual([ids.slice(0, 2), ids[1]]);
    expect(await page({ search: "example", limit: 2, cursor: ids[1] })).toEqual([[ids[3]], null]);
    expect(await page({ search: "nobody" })).toEqual([[], null]);
    await expect(test.run(1, listRoleMembersPage, { roleId: role.id })).rejects.toMatchObject(refusal(404));
  });
});
