import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import {
  ENTERPRISE,
  PATCH,
  USER,
  scimWorld,
  type List,
  type Resource,
  type ScimWorld,
} from "@/server/testing/scim";

/*
 * Conversations of real providers, from their documentation, published tests and logs. Each request depends on the
 * previous response, which decides if the provider continues.
 */

const json = { "content-type": "application/json" };
const query = (text: string) => encodeURIComponent(text);

describe.each(databaseKinds)("OneLogin, JumpCloud, Google and authentik over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  const group = (...Operations: object[]) =>
    world.send("PATCH", `/Groups/${world.groupId}`, { schemas: [PATCH], Operations });

  it("OneLogin: uses its JSON template, application/json, and a PUT without `active`", async () => {
    const login = "dana@onelogin.example";
    const template = {
      schemas: [USER, ENTERPRISE],
      userName: login,
      name: { familyName: "Reyes", givenName: "Dana", formatted: "Dana Reyes" },
      emails: [{ value: login, type: "work", primary: true }],
      title: "Buyer",
      [ENTERPRISE]: { department: "Sales", manager: { displayName: "Ren" } },
    };
    expect((await world.find(`userName eq "${login}"`)).totalResults).toBe(0);
    const made = await world.send<Resource>("POST", "/Users", { ...template, active: "True" }, json);
    expect(made).toMatchObject({ status: 201, body: { active: true } });
    const { id } = made.body;
    const put = await world.send<Resource>(
      "PUT",
      `/Users/${id}`,
      { ...template, title: "Chief buyer" },
      json,
    );
    expect(put).toMatchObject({ status: 200, body: { active: true, title: "Chief buyer" } });
    expect(
      (
        await world.send<Resource>(
          "PATCH",
          `/Users/${id}`,
          { Operations: [{ op: "replace", path: "active", value: "False" }] },
          json,
        )
      ).body.active,
    ).toBe(false);
    const silent = await world.send<Resource>("PUT", `/Users/${id}`, template, json);
    expect(silent.body.active).toBe(false);
  });

  it("JumpCloud: creates, reads by filter, and updates and deactivates by PUT", async () => {
    const login = "kai@jumpcloud.example";
    const person = {
      schemas: [USER],
      userName: login,
      externalId: "5f1b1bb9e466552ea5ae0ff2",
      active: true,
      name: { familyName: "Sato", givenName: "Kai" },
      emails: [{ value: login, type: "work", primary: true }],
      phoneNumbers: [],
      addresses: [{ type: "work", country: "" }],
    };
    const { status, body } = await world.send<Resource>("POST", "/Users", person);
    expect(status).toBe(201);
    expect((await world.find(`userName eq "${login}"`)).Resources[0]!.id).toBe(body.id);
    const put = (more: object) =>
      world.send<Resource>("PUT", `/Users/${body.id}`, { ...person, id: body.id, ...more });
    expect((await put({ name: { familyName: "Saito", givenName: "Kai" } })).body).toMatchObject({
      name: { familyName: "Saito" },
    });
    expect((await put({ active: false })).body.active).toBe(false);
    await world.send("PATCH", `/Groups/${world.groupId}`, {
      schemas: [PATCH],
      Operations: [{ op: "add", path: "members", value: [{ value: body.id }] }],
    });
    expect(await world.members()).toContain(body.id);
    await group({ op: "remove", path: `members[value eq "${body.id}"]` });
  });

  it("Google Workspace: uses plain JSON; unknown attributes are ignored", async () => {
    const login = "lee@google.example";
    const answer = await world.send<Resource>(
      "POST",
      "/Users?attributes=id,userName,externalId,active",
      {
        schemas: [USER],
        externalId: "105293423410834",
        userName: login,
        name: { givenName: "Lee", familyName: "Park" },
        emails: [{ value: login, type: "work", primary: true }],
        active: true,
      },
      { "content-type": "application/json; charset=UTF-8" },
    );
    expect(answer.status).toBe(201);
    expect(answer.headers.get("content-type")).toMatch(/^application\/scim\+json/);
    expect(Object.keys(answer.body).sort()).toEqual([
      "active",
      "externalId",
      "id",
      "meta",
      "schemas",
      "userName",
    ]);
    const found = await world.find(`userName eq "${login}" and externalId eq "105293423410834"`);
    expect(found.totalResults).toBe(1);
  });

  it("authentik: reads the support of Bulk and PATCH, links an existing group, and adds its members", async () => {
    const config = (await world.send("GET", "/ServiceProviderConfig")).body;
    expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: true } });
    const user = await world.create({ externalId: "a0c1" });
    expect((await world.send("POST", "/Groups", { displayName: "Staff", externalId: "g1" })).status).toBe(
      409,
    );
    const found = await world.send<List>("GET", `/Groups?filter=${query('displayName eq "Staff"')}`);
    const { id } = found.body.Resources[0]!;
    await group({ op: "replace", path: null, value: { displayName: "Staff", externalId: "g1", id } });
    await group({ op: "add", path: "members", value: [{ value: user.id }] });
    expect(await world.members()).toContain(user.id);
    await group({ op: "remove", path: "members", value: [{ value: user.id }] });
    expect(await world.members()).not.toContain(user.id);
  });
});
