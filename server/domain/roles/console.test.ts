import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anApp, aRole, aUser } from "@/server/testing/factories";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { listAppRoleMembers, listAppRoleRows, listGrantableRoles } from "./console";
import { grantRole } from "./grants";

describe.each(databaseKinds)("what the console shows of roles, on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("counts and names who holds an app's role, and lists all that can be granted", async () => {
    const app = await anApp(test, 1, { name: "Shop" });
    const [own, editor] = [
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
    const members = (roleId: number) => test.run(1, listAppRoleMembers, { appId: app.id, roleId });
    expect(await members(editor.id)).toMatchObject([{ userId: ann.id, name: "Ann" }]);
    await expect(members(own.id)).rejects.toMatchObject(refusal(404));
    expect((await test.run(1, listGrantableRoles, {})).map(({ name, appName }) => [name, appName])).toEqual([
      ["Staff", null],
      ["Editor", "Shop"],
      ["reader", "Shop"],
    ]);
  });
});
