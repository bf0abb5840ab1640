import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { ENTERPRISE, scimWorld, USER, type Resource, type ScimWorld } from "@/server/testing/scim";

describe.each(databaseKinds)("PATCH over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  it.each([
    ["Entra", { op: "Replace", path: "active", value: "False" }],
    ["Okta", { op: "replace", value: { active: false } }],
    ["OneLogin", { op: "replace", path: "active", value: "false" }],
    ["the RFC", { op: "replace", path: "active", value: false }],
    ["a path with its URN", { op: "replace", path: `${USER}:active`, value: false }],
  ])("deactivates and reactivates a user in the form of %s", async (_who, operation) => {
    const { id } = await world.create();
    expect(await world.patch(id, operation)).toMatchObject({ status: 200, body: { active: false } });
    const { body } = await world.server.call(
      world.server.seed.tenants[0].credential,
      "GET",
      `/api/v1/users/${id}`,
    );
    expect(body).toMatchObject({ status: "suspended" });
    expect((await world.patch(id, { op: "Replace", path: "active", value: "True" })).body).toMatchObject({
      active: true,
    });
  });

  it("accepts PATCH in the form of providers, and returns the result", async () => {
    const { id } = await world.create();
    const answer = await world.patch(
      id,
      { op: "Add", path: 'emails[type eq "work"].value', value: "work@scim.example" },
      { op: "Replace", path: "name.givenName", value: "Gina" },
      { op: "Add", path: `${ENTERPRISE}:department`, value: "Tax" },
      { op: "Add", path: `${ENTERPRISE}:manager`, value: "26118915" },
      { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+49 40 1" },
      {
        op: "replace",
        value: {
          "name.familyName": "Grey",
          displayName: "Gina Grey",
          title: "Boss",
          [`${ENTERPRISE}:costCenter`]: "9",
        },
      },
      { op: "Add", path: "shoeSize", value: 44 },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: {
        name: { givenName: "Gina", familyName: "Grey" },
        displayName: "Gina Grey",
        title: "Boss",
        emails: [{ type: "work", value: "work@scim.example" }],
        phoneNumbers: [{ type: "mobile", value: "+49 40 1" }],
        [ENTERPRISE]: { department: "Tax", manager: { value: "26118915" } },
      },
    });
    expect((await world.patch(id, { op: "remove", path: "title" })).body).not.toHaveProperty("title");
    const before = (await world.send("GET", `/Users/${id}`)).body;
    expect((await world.patch(id, { op: "replace", value: { displayName: "Gina Grey" } })).body).toEqual(
      before,
    );
  });

  it("keeps all values if a removed value names none of its parts", async () => {
    const { id } = await world.create({
      phoneNumbers: [{ value: "+49 40 1" }, { value: "+49 40 2", type: "work" }],
    });
    for (const part of [{ value: null }, { type: null }, {}]) {
      await world.patch(id, { op: "remove", path: "phoneNumbers", value: [part] });
      const { body } = await world.send("GET", `/Users/${id}`);
      expect(body["phoneNumbers"]).toHaveLength(2);
    }
  });

  it("replaces the value that a path selects, and adds to it", async () => {
    const emails = [
      { value: "old@scim.example", type: "work", primary: true, display: "Old" },
      { value: "home@scim.example", type: "home" },
    ];
    const { id } = await world.create({ emails });
    const path = 'emails[type eq "work"]';
    const replaced = await world.patch(id, { op: "replace", path, value: { value: "new@scim.example" } });
    expect(replaced.body["emails"]).toEqual([{ value: "new@scim.example", type: "work" }, emails[1]]);
    const added = await world.patch(id, { op: "add", path, value: { display: "New" } });
    expect(added.body["emails"]).toEqual([
      { value: "new@scim.example", type: "work", display: "New" },
      emails[1],
    ]);
    const other = {
      op: "replace",
      path: 'emails[type eq "other" and display eq "O"].value',
      value: "o@scim.example",
    };
    expect((await world.patch(id, other)).body["emails"]).toContainEqual({
      type: "other",
      display: "O",
      value: "o@scim.example",
    });
  });

  it.each([
    ["a primary value", [{ value: "Only@scim.example", primary: true }], { primary: true }],
    ["a single value", [{ value: "Only@scim.example" }], {}],
  ])(
    "replaces %s without a type as the work value, and adds none beside it",
    async (_name, emails, parts) => {
      const { id } = await world.create({ emails });
      const home = { op: "replace", path: 'emails[type eq "home"].value', value: "home@scim.example" };
      const work = { op: "replace", path: 'emails[type eq "work"].value', value: `new.${id}@scim.example` };
      const { body } = await world.patch(id, home, work);
      expect(body["emails"]).toEqual([
        { value: `new.${id}@scim.example`, type: "work", ...parts },
        { value: "home@scim.example", type: "home" },
      ]);
      const added = { op: "add", path: 'emails[type eq "other"].value', value: "other@scim.example" };
      expect((await world.patch(id, work, added)).body["emails"]).toHaveLength(3);
      const phones = { op: "replace", path: "phoneNumbers", value: [{ value: "+49 40 1", primary: true }] };
      const phone = { op: "replace", path: 'phoneNumbers[type eq "work"].value', value: "+49 40 2" };
      expect((await world.patch(id, phones, phone)).body["phoneNumbers"]).toEqual([
        { value: "+49 40 2", type: "work", primary: true },
      ]);
    },
  );

  it.each([
    [{ op: "replace", path: "active", value: "maybe" }, "invalidValue"],
    [{ op: "explode", path: "active", value: true }, "invalidSyntax"],
    [{ op: "remove" }, "noTarget"],
    [{ op: "remove", value: { title: "Boss" } }, "noTarget"],
    [{ op: "replace", path: "a..b[", value: 1 }, "invalidPath"],
    [{ op: "replace", path: "emails[type eq].value", value: 1 }, "invalidPath"],
    [{ op: "replace", path: "userName", value: "" }, "invalidValue"],
    [{ op: "remove", path: "userName" }, "mutability"],
    [
      { op: "replace", path: 'emails[type eq "other" or value sw "z"].value', value: "z@x.example" },
      "noTarget",
    ],
    [{ op: "add", path: 'emails[value co "nobody"]', value: { display: "x" } }, "noTarget"],
    [{ op: "replace", value: "text" }, "invalidValue"],
  ])("refuses %j and applies none of its operations", async (operation, scimType) => {
    const user = await world.create();
    const answer = await world.patch(
      user.id,
      { op: "replace", path: "displayName", value: "Half done" },
      operation,
    );
    expect(answer).toMatchObject({ status: 400, body: { scimType } });
    expect((await world.send("GET", `/Users/${user.id}`)).body).toEqual(user);
  });

  it("accepts extra attributes of providers, and ignores read-only ones", async () => {
    const user = await world.create({
      id: null,
      password: "Secret-Password-1",
      schemas: ["urn:scim:schemas:core:1.0", USER],
      groups: [{ value: String(world.server.seed.tenants[0].governedRoleId) }],
      roles: [{ value: "admin" }],
      active: "True",
    });
    expect(user).toMatchObject({ active: true, groups: [] });
    const { body } = await world.send<Resource>("POST", "/Users", {
      schemas: [USER],
      userName: "plain.login",
      emails: { value: "plain.login@scim.example" },
    });
    expect(body).toMatchObject({ userName: "plain.login", active: true });
    expect((await world.find('emails.value eq "plain.login@scim.example"')).totalResults).toBe(1);
    for (const bad of [{}, { userName: "" }, { userName: 7 }, { userName: "x@y.example", active: "maybe" }])
      expect(
        (await world.send("POST", "/Users", { schemas: [USER], ...bad })).status,
        JSON.stringify(bad),
      ).toBe(400);
    expect((await world.send("POST", "/Users", "not json")).body).toMatchObject({
      scimType: "invalidSyntax",
    });
  });
});
