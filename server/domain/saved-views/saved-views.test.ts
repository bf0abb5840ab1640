import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { MAX_VIEWS } from "./lists.schema";
import { listOwnViews, removeOwnView, saveOwnView } from "./saved-views";

describe.each(databaseKinds)("saved views on %s", (kind) => {
  let test: TestOperations;
  let tenantId = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const someone = async (t: number) => {
    const { id: userId, email } = await aUser(test, t);
    // Saved views need no capability. Every user of the console has separate views.
    return tenantActor(t, { capabilities: [], as: { userId, email: email! } });
  };
  const filters = { list: "audit", name: "Lately", query: "?days=7" };

  it("are saved, replaced under the same name, listed by name, and removed; each is recorded without the filters", async () => {
    const t = ++tenantId;
    const me = await someone(t);
    const { viewId } = await test.run(me, saveOwnView, { ...filters, name: " Lately " });
    await test.run(me, saveOwnView, { ...filters, query: "?days=30" });
    await test.run(me, saveOwnView, { ...filters, query: "?days=30" });
    await test.run(me, saveOwnView, { ...filters, name: "All", query: "" });
    await test.run(me, saveOwnView, { ...filters, list: "users", query: "?status=locked" });
    expect(await test.run(me, listOwnViews, { list: "audit" })).toMatchObject([
      { name: "All", query: "" },
      { viewId, name: "Lately", query: "?days=30" },
    ]);
    await test.run(me, removeOwnView, { viewId });
    expect(await test.run(me, listOwnViews, { list: "audit" })).toMatchObject([{ name: "All" }]);
    const events = await test.events(t);
    expect(events.map(({ action, targetLabel, changes }) => [action, targetLabel, changes])).toEqual([
      ["console.saved_view_set", "Lately", null],
      ["console.saved_view_set", "Lately", null],
      ["console.saved_view_set", "All", null],
      ["console.saved_view_set", "Lately", null],
      ["console.saved_view_removed", "Lately", null],
    ]);
  });

  it("are visible only to their user (404)", async () => {
    const t = ++tenantId;
    const me = await someone(t);
    const { viewId } = await test.run(me, saveOwnView, filters);
    const stranger = await someone(++tenantId);
    for (const other of [await someone(t), stranger]) {
      expect(await test.run(other, listOwnViews, { list: "audit" })).toEqual([]);
      await expect(test.run(other, removeOwnView, { viewId })).rejects.toMatchObject(refusal(404));
    }
    await expect(test.run(t, saveOwnView, filters)).rejects.toMatchObject(refusal(403));
    expect(await test.run(me, listOwnViews, { list: "audit" })).toHaveLength(1);
  });

  it("are limited in number, also for simultaneous requests", async () => {
    const me = await someone(++tenantId);
    const save = (index: number) => test.run(me, saveOwnView, { ...filters, name: `View ${index}` });
    for (let index = 2; index <= MAX_VIEWS; index++) await save(index);
    const results = await Promise.allSettled([save(100), save(101), save(102)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(save(103)).rejects.toMatchObject(refusal(400, "name"));
    // At the limit, a request can still change an existing view. The limit of another list is separate.
    await test.run(me, saveOwnView, { ...filters, name: "View 2", query: "" });
    await test.run(me, saveOwnView, { ...filters, list: "devices" });
    expect(await test.run(me, listOwnViews, { list: "audit" })).toHaveLength(MAX_VIEWS);
  });

  it("are deleted with their user", async () => {
    const t = ++tenantId;
    const { id: userId } = await aUser(test, t);
    await test.write(t, (tx) => tx.savedViews.insert({ userId, list: "audit", name: "x", query: "" }));
    await test.write(t, (tx) => tx.users.remove(userId));
    expect(await test.write(t, (tx) => tx.savedViews.count())).toBe(0);
  });

  it.each([
    [{ list: "roles" }, "list"],
    [{ name: " " }, "name"],
    [{ name: "x".repeat(61) }, "name"],
    [{ query: "/../platform" }, "query"],
    [{ query: "?a=1#b" }, "query"],
    [{ query: "?a=b c" }, "query"],
    [{ query: `?${"x".repeat(2_000)}` }, "query"],
  ])("refuse %o", async (bad, field) => {
    const me = await someone(++tenantId);
    await expect(test.run(me, saveOwnView, { ...filters, ...bad })).rejects.toMatchObject(
      refusal(400, field),
    );
  });
});
