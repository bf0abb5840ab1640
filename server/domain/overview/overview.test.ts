import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCredential, anApp, aRole, aServiceAccount, aUser } from "@/server/testing/factories";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createRole } from "../roles/roles";
import { getOverview } from "./overview";

describe.each(databaseKinds)("the overview on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("counts what is there, of this tenant only", async () => {
    for (const t of [1, 2]) {
      await aUser(test, t);
      await aUser(test, t, { status: "suspended" });
      await aServiceAccount(test, t);
      await aCredential(test, t);
      await aCredential(test, t, { revokedAt: new Date() });
      await aRole(test, t, { appId: (await anApp(test, t)).id });
    }
    for (let i = 0; i < 11; i++) await test.run(1, createRole, { name: `Role number ${i}` });
    const overview = await test.run(1, getOverview, {});
    expect(overview).toMatchObject({
      users: { active: 1, suspended: 1 },
      roles: 11,
      credentials: 1,
      serviceAccounts: 1,
    });
    expect(overview.recentEvents.map(({ targetLabel }) => targetLabel)).toEqual(
      Array.from({ length: 10 }, (_, i) => `Role number ${10 - i}`),
    );
  });

  it("is not for credentials", async () => {
    const actor = tenantActor(1, { capabilities: ["ManageUsers"] });
    await expect(test.run(actor, getOverview, {})).rejects.toMatchObject({ status: 403 });
  });
});
