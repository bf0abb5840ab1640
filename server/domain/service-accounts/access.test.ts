import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCredential, anApp, aRole, aServiceAccount, aUser } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { grantRole } from "../roles/grants";
import { getServiceAccountAccess } from "./access";
import { suspendServiceAccount } from "./service-accounts";

describe.each(databaseKinds)("the access of a service account on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("consists of its live credentials, apps and roles; nothing works while it is suspended", async () => {
    const { id: userId } = await aServiceAccount(test, 1, { name: "Robot" });
    const other = await aServiceAccount(test, 1);
    await aCredential(test, 1, { name: "Sync", serviceAccountId: userId, capabilities: ["ManageUsers"] });
    await aCredential(test, 1, { serviceAccountId: userId, revokedAt: new Date() });
    await aCredential(test, 1, { serviceAccountId: other.id });
    const app = await anApp(test, 1, { name: "Shop", serviceAccountId: userId });
    const role = await aRole(test, 1, { name: "Clerk", appId: app.id });
    await test.run(1, grantRole, { userId, roleId: role.id });
    const access = () => test.run(1, getServiceAccountAccess, { userId });
    expect(await access()).toMatchObject({
      name: "Robot",
      credentials: [{ name: "Sync", capabilities: ["ManageUsers"], effective: true }],
      apps: [{ appId: app.id, name: "Shop" }],
      roles: [{ name: "Clerk", appName: "Shop" }],
    });
    await test.run(1, suspendServiceAccount, { userId });
    expect((await access()).credentials.map(({ effective }) => effective)).toEqual([false]);
    await expect(test.run(2, getServiceAccountAccess, { userId })).rejects.toMatchObject({ status: 404 });
    const person = await aUser(test, 1);
    await expect(test.run(1, getServiceAccountAccess, { userId: person.id })).rejects.toMatchObject({
      status: 404,
    });
  });
});
