import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { users } from "@/db/tenant/users";
import { saveCustomField } from "@/server/domain/custom-fields/custom-fields";
import {
  createUserImport,
  deleteUserImport,
  getUserImport,
  startUserImport,
  stopUserImport,
} from "@/server/domain/user-imports/imports";
import { listUserImportProblems, previewUserImport } from "@/server/domain/user-imports/preview";
import { createExecute } from "@/server/kernel/operation/execute";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import { aRole, aTag, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { startUserImports } from "./worker";

const log = pino({ level: "silent" });

describe.each(databaseKinds)("importing users on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  let ann = { id: 0, email: "" as string | null };
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  beforeEach(async () => {
    tenant += 1;
    await test.database.sql`insert into tenants (id, slug) values (${tenant}, ${`tenant${tenant}`})`;
    test.clock.now = new Date();
    ann = await aUser(test, tenant, { email: "ann@example.com", name: "Ann" });
    await test.write(tenant, (tx) => tx.administrators.insert({ userId: ann.id, role: "admin" }));
  });

  const asAnn = () => tenantActor(tenant, { as: { userId: ann.id, email: "ann@example.com" } });
  const upload = async (text: string) =>
    (await test.run(asAnn(), createUserImport, { fileName: "people.csv", text })).importId;
  const get = (importId: number) => test.run(asAnn(), getUserImport, { importId });
  const worker = (mayAct = true) => {
    const execute = createExecute(test.stores, test.ports);
    return startUserImports({
      database: test.database,
      stores: test.stores,
      execute,
      log,
      administrator: async () =>
        mayAct ? { ...asAnn(), capabilities: administratorCapabilities.admin } : null,
      system: (tenantId) => ({ ...tenantActor(tenantId), channel: "system" }),
    });
  };
  const settled = (importId: number) =>
    expect.poll(async () => (await get(importId)).status, { timeout: 20_000 }).not.toBe("running");
  async function runToEnd(importId: number, columns: string[]) {
    await test.run(asAnn(), startUserImport, { importId, columns });
    const { stop } = worker();
    await settled(importId);
    await stop();
    return get(importId);
  }

  it("previews the changes, makes them by the operations of the console, and gives the reason of a refused row", async () => {
    const [clerk, guest] = [
      await aRole(test, tenant, { name: "Clerk" }),
      await aTag(test, tenant, { name: "Guest" }),
    ];
    await test.run(tenant, saveCustomField, { fieldName: "age", displayLabel: "Age", fieldType: "number" });
    const ben = await aUser(test, tenant, { email: "Ben@example.com", name: "Ben" });
    const same = await aUser(test, tenant, { email: "same@example.com", name: "Same" });
    const text = [
      "\uFEFFE-mail;Name;Role;Tag;Age;State;Remark",
      'new@example.com;"=cmd|x";clerk;guest;42;active;ignored',
      "ben@EXAMPLE.com;Benjamin;Clerk;;;;",
      "same@example.com;Same;;;;active;",
      "nobody;No Address;Pope;;x;;",
      "new@example.com;Twice;;;;;",
      "gone@example.com;Gone;;;;disabled;",
      "",
    ].join("\r\n");
    const importId = await upload(text);
    const { columns, rowCount, status } = await get(importId);
    expect({ columns, rowCount, status }).toEqual({
      columns: ["email", "name", "roles", "tags", "field:age", "status", "ignore"],
      rowCount: 6,
      status: "draft",
    });
    const preview = await test.run(asAnn(), previewUserImport, { importId, columns });
    expect(preview.counts).toEqual({ created: 2, updated: 1, unchanged: 1, refused: 2 });
    expect(preview.rows.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
      "2 created",
      "3 updated",
      "4 unchanged",
      "5 refused",
      "6 refused",
      "7 created",
    ]);
    expect(preview.rows[0]!.changes).toEqual(["Name: =cmd|x", "+ role Clerk", "+ tag Guest", "age: 42"]);
    expect(preview.rows[3]!.problem).toBe(
      "The address must be an e-mail address. There is no role Pope. Age must be a number.",
    );
    expect(await test.write(tenant, (tx) => tx.users.count())).toBe(3);

    const finished = await runToEnd(importId, columns);
    expect(finished).toMatchObject({
      status: "finished",
      counts: { created: 2, updated: 1, unchanged: 1, refused: 2, waiting: 0 },
    });
    const made = await test.write(tenant, (tx) => tx.users.find(eq(users.emailKey, "new@example.com")));
    expect(made).toMatchObject({ name: "=cmd|x", status: "active", emailVerifiedAt: null });
    expect(await test.write(tenant, (tx) => tx.users.get(ben.id))).toMatchObject({ name: "Benjamin" });
    expect(await test.write(tenant, (tx) => tx.users.get(same.id))).toMatchObject({ name: "Same" });
    expect(
      await test.write(tenant, (tx) => tx.users.find(eq(users.emailKey, "gone@example.com"))),
    ).toMatchObject({ status: "suspended" });
    expect((await test.write(tenant, (tx) => tx.roleGrants.list())).map(({ roleId }) => roleId)).toEqual([
      clerk.id,
      clerk.id,
    ]);
    expect(await test.write(tenant, (tx) => tx.userTags.list())).toMatchObject([
      { userId: made!.id, tagId: guest.id },
    ]);
    const problems = await test.run(asAnn(), listUserImportProblems, { importId });
    expect(problems.rows.map(({ line, problem }) => ({ line, problem }))).toMatchObject([
      { line: 5 },
      { line: 6, problem: "This address stands on line 2 already." },
    ]);
    const actions = (await test.events(tenant)).map(({ action, actorLabel }) => `${action} ${actorLabel}`);
    expect(actions).toEqual(
      expect.arrayContaining([
        "console.user_import_uploaded ann@example.com",
        "console.user_import_started ann@example.com",
        "console.user_created ann@example.com",
        "console.user_updated ann@example.com",
        "console.role_granted ann@example.com",
        "console.user_tagged ann@example.com",
        "console.user_suspended ann@example.com",
        "system.user_import_finished test credential",
      ]),
    );
    expect(actions.filter((action) => action.startsWith("console.user_created"))).toHaveLength(2);
    // A second import of the same file changes nothing.
    const again = await runToEnd(await upload(text), columns);
    expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: 4, refused: 2 });
  });

  it("stores the parts of a name, and changes nothing the second time", async () => {
    const text = "email,Vorname,Nachname\nada@example.com,Ada,Lovelace\nann@example.com,,Baker";
    const importId = await upload(text);
    const { columns } = await get(importId);
    expect(columns).toEqual(["email", "givenName", "familyName"]);
    expect((await runToEnd(importId, columns)).counts).toMatchObject({ created: 1, updated: 1 });
    const ada = await test.write(tenant, (tx) => tx.users.find(eq(users.emailKey, "ada@example.com")));
    expect(ada).toMatchObject({ name: "Ada Lovelace", givenName: "Ada", familyName: "Lovelace" });
    expect(await test.write(tenant, (tx) => tx.users.get(ann.id))).toMatchObject({
      name: "Baker",
      givenName: null,
      familyName: "Baker",
    });
    const again = await runToEnd(await upload(text), columns);
    expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  });

  it("attack: a row renames an owner although its status is refused", async () => {
    const owner = await aUser(test, tenant, { email: "owner@example.com", name: "Olive" });
    await test.write(tenant, (tx) => tx.administrators.insert({ userId: owner.id, role: "owner" }));
    const importId = await upload("email,name,status\nowner@example.com,Mallory,suspended");
    const { counts } = await runToEnd(importId, ["email", "name", "status"]);
    expect(counts).toMatchObject({ refused: 1 });
    const { rows } = await test.run(asAnn(), listUserImportProblems, { importId });
    expect(rows).toMatchObject([
      { problem: "Only an owner, or a credential with ManageTenantAdmins, can suspend an administrator." },
    ]);
    expect(await test.write(tenant, (tx) => tx.users.get(owner.id))).toMatchObject({
      name: "Olive",
      status: "active",
    });
  });

  it("continues after a stop of the server, between rows and within a row", async () => {
    const clerk = await aRole(test, tenant, { name: "Clerk" });
    const people = Array.from({ length: 130 }, (_, index) => `p${index}@example.com,P ${index},Clerk`);
    const importId = await upload(["email,name,roles", ...people].join("\n"));
    const columns = ["email", "name", "roles"];
    await test.run(asAnn(), startUserImport, { importId, columns });
    const { stop } = worker();
    await expect
      .poll(async () => (await get(importId)).counts.created, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await stop();
    const before = await get(importId);
    expect(before.status).toBe("running");
    expect(before.counts.waiting).toBeGreaterThan(0);
    // The state after a crash between the creation of the last user and the grant of the role.
    const half = await aUser(test, tenant, { email: "p129@example.com", name: "P 129" });
    await test.database.sql`update user_import_rows set begun = 'created', user_id = ${half.id}
      where tenant_id = ${tenant} and import_id = ${importId} and line = 131`;
    const next = worker();
    await settled(importId);
    await next.stop();
    expect(await get(importId)).toMatchObject({ status: "finished", counts: { created: 130, refused: 0 } });
    const grants = await test.write(tenant, (tx) => tx.roleGrants.list());
    expect(grants).toHaveLength(130);
    expect(grants.every(({ roleId }) => roleId === clerk.id)).toBe(true);
  });

  it("stops if its administrator loses the rights, and continues when another one starts it again", async () => {
    const importId = await upload("email\na@example.com\nb@example.com\n");
    await test.run(asAnn(), startUserImport, { importId, columns: ["email"] });
    const { stop } = worker(false);
    await settled(importId);
    await stop();
    expect(await get(importId)).toMatchObject({
      status: "stopped",
      stopReason: expect.stringContaining("no longer") as string,
      counts: { waiting: 2 },
    });
    await expect(
      test.run(asAnn(), startUserImport, { importId, columns: ["email"].concat("name") }),
    ).rejects.toMatchObject({ status: 400 });
    expect(await runToEnd(importId, ["email"])).toMatchObject({ status: "finished", counts: { created: 2 } });
    await expect(test.run(asAnn(), startUserImport, { importId, columns: ["email"] })).rejects.toMatchObject({
      status: 409,
    });
    await test.run(asAnn(), deleteUserImport, { importId });
    await expect(get(importId)).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    ["email\n", "text"],
    ["", "text"],
    ['email\n"open', "text"],
    [`email\n${"a@example.com\n".repeat(20_001)}`, "text"],
    [`email\n${"x".repeat(10_001)}\n`, "text"],
    [`${"c,".repeat(100)}c\nx\n`, "text"],
  ])("refuses a file that is not a CSV file of users: %#", async (text, field) => {
    await expect(test.run(asAnn(), createUserImport, { fileName: "x.csv", text })).rejects.toMatchObject(
      refusal(400, field),
    );
  });

  it.each([[["ignore"]], [["name"]], [["email", "email"]], [["email", "name"]], [["phone"]]])(
    "refuses to start with columns %j",
    async (columns) => {
      const importId = await upload("email\na@example.com\n");
      await expect(test.run(asAnn(), startUserImport, { importId, columns })).rejects.toMatchObject({
        status: 400,
      });
      await test.run(asAnn(), stopUserImport, { importId });
      expect((await get(importId)).status).toBe("draft");
    },
  );

  it("is available only to people in the console, in their own tenant", async () => {
    await expect(
      test.run(tenant, createUserImport, { fileName: "x.csv", text: "email\na@example.com" }),
    ).rejects.toMatchObject({ status: 403 });
    const importId = await upload("email,roles\na@example.com,x\n");
    await expect(test.run(tenant + 1_000, getUserImport, { importId })).rejects.toMatchObject({
      status: 404,
    });
    const withoutRoles = tenantActor(tenant, {
      capabilities: ["ManageUsers"],
      as: { userId: ann.id, email: "ann@example.com" },
    });
    await expect(
      test.run(withoutRoles, startUserImport, { importId, columns: ["email", "roles"] }),
    ).rejects.toMatchObject({ status: 403 });
  });
});
