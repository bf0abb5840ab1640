import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createExecute } from "@/server/kernel/operation/execute";
import { aRole, aServiceAccount, aSession, aTag, aUser } from "@/server/testing/factories";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createCaller } from "./init";
import { appRouter } from "./root";

describe.each(databaseKinds)("bulk steps on users, on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  const bulk = (tenant: number, capabilities?: Parameters<typeof tenantActor>[1]) =>
    createCaller(appRouter)({
      actor: tenantActor(tenant, capabilities),
      requestId: null,
      locale: "en",
      execute: createExecute(test.stores, test.ports),
    }).usersBulk;
  const people = async (tenant: number, count: number) => {
    const ids: number[] = [];
    for (let made = 0; made < count; made += 1) ids.push((await aUser(test, tenant)).id);
    return ids;
  };

  it("previews the effect of a step", async () => {
    const [first, second, third] = (await people(1, 3)) as [number, number, number];
    await aSession(test, 1, second);
    await test.write(1, (tx) => tx.users.update(first, { status: "suspended" }));
    const robot = await aServiceAccount(test, 1);
    const userIds = [first, second, third, robot.id, 999_999];
    const plan = await bulk(1).plan({ userIds, action: { do: "suspend" } });
    expect({ ...plan, userIds: plan.userIds.sort((a, b) => a - b) }).toEqual({
      userIds: [second, third],
      sessions: 1,
    });
    expect((await bulk(1).plan({ userIds, action: { do: "reactivate" } })).userIds).toEqual([first]);
  });

  it("apply only to the users that lack, or have, the role or the tag", async () => {
    const [first, second] = (await people(2, 2)) as [number, number];
    const [role, tag] = [await aRole(test, 2), await aTag(test, 2)];
    const grant = { do: "grant" as const, roleId: role.id };
    const tagIt = { do: "tag" as const, tagId: tag.id };
    const userIds = [first, second];
    await test.write(2, async (tx) => {
      await tx.roleGrants.insert({ userId: first, roleId: role.id });
      await tx.userTags.insert({ userId: first, tagId: tag.id });
    });
    const concerned = async (action: Parameters<ReturnType<typeof bulk>["plan"]>[0]["action"]) =>
      (await bulk(2).plan({ userIds, action })).userIds;
    expect(await concerned(grant)).toEqual([second]);
    expect(await concerned({ ...grant, do: "revoke" })).toEqual([first]);
    expect(await concerned(tagIt)).toEqual([second]);
    expect(await concerned({ ...tagIt, do: "untag" })).toEqual([first]);
    const [out] = await bulk(2).export({ userIds: [first] });
    expect(out).toMatchObject({ userId: first, roles: [role.name], tags: [tag.name] });
    expect((await test.events(2)).at(-1)).toMatchObject({ action: "management_api.users_exported" });
  });

  it("apply to the users that the list shows for a filter, and only of this tenant", async () => {
    await people(3, 2);
    const zoe = await aUser(test, 3, { name: "Zoe Zebra", status: "suspended" });
    expect((await bulk(3).matching({})).userIds).toHaveLength(3);
    expect(await bulk(3).matching({ search: "zebra" })).toEqual({ userIds: [zoe.id], more: false });
    expect((await bulk(3).matching({ search: "zebra", status: "active" })).userIds).toEqual([]);
    expect((await bulk(3).matching({ status: "suspended" })).userIds).toEqual([zoe.id]);
    expect((await bulk(4).plan({ userIds: [zoe.id], action: { do: "reactivate" } })).userIds).toEqual([]);
    expect(await bulk(4).export({ userIds: [zoe.id] })).toEqual([]);
  });
});
