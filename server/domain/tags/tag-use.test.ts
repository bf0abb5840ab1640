import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anApp, aTag, aUser } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { tagUser } from "./tagged";
import { listTagUse, unsetTagPolicy } from "./tags";

describe.each(databaseKinds)("the use of tags on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  it("counts people and names apps, of this tenant only", async () => {
    for (const t of [1, 2]) {
      const worn = await aTag(test, t, { name: "Worn" });
      await aTag(test, t, { name: "Alone" });
      for (let i = 0; i < t + 1; i++)
        await test.run(t, tagUser, { tagId: worn.id, userId: (await aUser(test, t)).id });
      const app = await anApp(test, t, { name: `App of ${t}` });
      await test.write(t, (tx) => tx.appTags.insert({ appId: app.id, tagId: worn.id }));
    }
    expect(await test.run(1, listTagUse, {})).toMatchObject([
      { name: "Alone", people: 0, apps: [] },
      { name: "Worn", people: 2, apps: [{ name: "App of 1" }] },
    ]);
  });

  it("removes a policy and records it; a repetition has no effect", async () => {
    const { id: tagId } = await aTag(test, 3, { policies: { requireMfa: true, allowActAs: false } });
    const unset = () => test.run(3, unsetTagPolicy, { tagId, policyKey: "requireMfa" });
    expect(await unset()).toMatchObject({ policies: { allowActAs: false } });
    expect((await unset()).policies).toEqual({ allowActAs: false });
    const log = await test.events(3);
    expect(log.filter(({ action }) => action.endsWith(".tag_policy_changed"))).toMatchObject([
      { target: `tag:${tagId}`, changes: { requireMfa: { from: true, to: null } } },
    ]);
  });
});
