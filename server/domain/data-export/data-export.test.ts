import { getTableColumns } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tenantTables } from "@/db/tenant/tables";
import { aCredential, aServiceAccount, aTag, anApp, aUser } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { exportData, previewDataExport } from "./data-export";
import { exported, kept } from "./pieces";

describe("the list of exported tables", () => {
  it("contains every table, or names it as withheld", () => {
    const listedTables = [...new Set(exported.map(({ table }) => table)), ...kept];
    expect(listedTables.sort()).toEqual(Object.keys(tenantTables).sort());
  });

  it("omits every secret and digest", () => {
    for (const { table, without = [] } of exported) {
      const columns = Object.keys(getTableColumns(tenantTables[table])).filter(
        (name) => !without.includes(name),
      );
      expect(
        columns.filter((name) => /hash|secret(?!Generation)|sealed|token(?!Issued)/i.test(name)),
        table,
      ).toEqual([]);
    }
  });
});

describe.each(databaseKinds)("the data export on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  const whole = async (t: number) => {
    let text = "";
    for await (const piece of await test.run(t, exportData, {})) text += piece;
    return { text, data: JSON.parse(text) as Record<string, Record<string, unknown>[]> };
  };

  it("contains all data of this tenant and none of another, page after page", async () => {
    const people = 2_345;
    await test.database.sql`
      insert into users (tenant_id, email, name, password_hash)
      select 1, 'p' || n || '@example.com', 'Person ' || n, 'plain:x' from generate_series(1, ${people}::int) n`;
    await aUser(test, 2, { email: "stranger@example.com" });
    const { id: appId } = await anApp(test, 1);
    await test.write(1, (tx) => tx.appSecrets.insert({ appId, generation: 1, secretHash: "digest" }));
    await aCredential(test, 1);
    const robot = await aServiceAccount(test, 1);
    const tag = await aTag(test, 1);
    await test.database
      .sql`insert into user_tags (tenant_id, user_id, tag_id) select 1, id, ${tag.id} from users where tenant_id = 1`;
    const { text, data } = await whole(1);
    expect(new Set(data["users"]!.map(({ email }) => email)).size).toBe(people);
    expect(data["users"]).toHaveLength(people);
    expect(data["serviceAccounts"]).toMatchObject([{ id: robot.id, kind: "service_account" }]);
    expect(data["userTags"]).toHaveLength(people + 1);
    expect(data["apps"]).toHaveLength(1);
    expect(text).not.toContain("stranger@example.com");
    expect(text).not.toMatch(/plain:x|digest|passwordHash/);
    expect(await test.run(1, previewDataExport, {})).toEqual({
      userCount: people,
      appCount: 1,
      customFieldValueCount: 0,
      isLarge: false,
    });
    expect((await test.events(1)).map(({ action }) => action)).toEqual(["management_api.data_exported"]);
  });

  it("omits the filters of users' saved views", async () => {
    const { id: userId } = await aUser(test, 3);
    await test.write(3, (tx) =>
      tx.savedViews.insert({ userId, list: "audit", name: "On the quiet", query: "?target=user:9" }),
    );
    const { text, data } = await whole(3);
    expect(data["savedViews"]).toMatchObject([{ userId, list: "audit" }]);
    expect(text).not.toMatch(/On the quiet|user:9/);
  });

  it("is complete for a tenant without data", async () => {
    expect((await whole(99)).data["users"]).toEqual([]);
  });
});
