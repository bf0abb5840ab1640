import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { PATCH, scimWorld, type List, type Resource, type ScimWorld } from "@/server/testing/scim";

describe.each(databaseKinds)("groups over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  const change = (...Operations: object[]) =>
    world.send("PATCH", `/Groups/${world.server.seed.tenants[0].governedRoleId}`, {
      schemas: [PATCH],
      Operations,
    });

  it("shows only governed roles", async () => {
    const { governedRoleId, ungovernedRoleId } = world.server.seed.tenants[0];
    const { body } = await world.send<List>("GET", "/Groups");
    expect(body.Resources.map(({ id }) => id)).toEqual([String(governedRoleId)]);
    expect((await world.send("GET", `/Groups/${governedRoleId}`)).status).toBe(200);
    for (const method of ["GET", "PATCH", "PUT"]) {
      const sent = method === "GET" ? undefined : { Operations: [{ op: "add", path: "members", value: [] }] };
      expect((await world.send(method, `/Groups/${ungovernedRoleId}`, sent)).status, method).toBe(404);
    }
    const named = await world.send<List>(
      "GET",
      `/Groups?filter=${encodeURIComponent('displayName eq "staff"')}&excludedAttributes=members`,
    );
    expect(named.body.Resources[0]).not.toHaveProperty("members");
    expect((await world.send("POST", "/Groups", { displayName: "Staff" })).body).toMatchObject({
      scimType: "uniqueness",
    });
    expect((await world.send("POST", "/Groups", { displayName: "Pirates" })).status).toBe(403);
  });

  it("changes members in every form that providers send", async () => {
    const [a, b, c] = [(await world.create()).id, (await world.create()).id, (await world.create()).id];
    await change({ op: "Add", path: "members", value: [{ value: a }, { value: b }] });
    expect(await world.members()).toEqual([a, b].sort());
    const shown = (await world.send<Resource>("GET", `/Users/${a}`)).body;
    expect(shown["groups"]).toMatchObject([{ display: "Staff" }]);
    expect((await world.find(`userName eq "${shown.userName}"`)).Resources).toEqual([shown]);
    await change({ op: "add", path: "members", value: [{ value: a }] });
    expect(await world.members()).toEqual([a, b].sort());
    await change({ op: "Remove", path: "members", value: [{ value: b }] });
    expect(await world.members()).toEqual([a]);
    await change({ op: "add", value: { members: [{ value: b }, { value: c }] } });
    await change({ op: "remove", path: `members[value eq "${a}"]` });
    expect(await world.members()).toEqual([b, c].sort());
    await change(
      { op: "replace", path: "displayName", value: "Renamed" },
      { op: "replace", value: { id: "x", externalId: "g-1" } },
    );
    expect(await world.members()).toEqual([b, c].sort());
    await change({ op: "replace", path: "members", value: [{ value: a }] });
    expect(await world.members()).toEqual([a]);
    const put = await world.send("PUT", `/Groups/${world.server.seed.tenants[0].governedRoleId}`, {
      displayName: "Staff",
      members: [{ value: b }],
    });
    expect(put.status).toBe(200);
    expect(await world.members()).toEqual([b]);
    expect(
      (await change({ op: "add", path: "members", value: [{ value: a }, { value: "999999" }] })).status,
    ).toBe(400);
    expect(await world.members()).toEqual([b]);
    expect(await change({ op: "remove", path: "members", value: null })).toMatchObject({
      status: 400,
      body: { scimType: "invalidValue" },
    });
    await change({ op: "remove", path: "members", value: [] });
    expect(await world.members()).toEqual([b]);
    await change({ op: "remove", path: "members" });
    expect(await world.members()).toEqual([]);
  });

  it.each([
    ["with the path members", { path: "members" }],
    ["without a path", {}],
  ])("removes only the members that Salesforce lists in an object %s", async (_name, path) => {
    const [a, b, c] = [(await world.create()).id, (await world.create()).id, (await world.create()).id];
    await change({ op: "replace", path: "members", value: [{ value: a }, { value: b }, { value: c }] });
    const remove = (value: unknown) => change({ op: "Remove", ...path, value });
    expect((await remove({ members: [{ value: a }] })).status).toBe(200);
    expect(await world.members()).toEqual([b, c].sort());
    expect((await remove({ Members: [b], schemas: [], displayName: "Staff", externalId: "g" })).status).toBe(
      200,
    );
    expect(await world.members()).toEqual([c]);
    expect((await remove({ members: [] })).status).toBe(200);
    for (const value of [{ members: null }, { displayName: "Staff" }, {}, null, "members"])
      expect((await remove(value)).status, JSON.stringify(value)).toBe(400);
    expect(await world.members()).toEqual([c]);
    expect((await change({ op: "add", path: "members", value: { members: [{ value: a }] } })).status).toBe(
      200,
    );
    expect(await world.members()).toEqual([a, c].sort());
    await change({ op: "remove", path: "members" });
  });

  it("keeps its members after a PUT with null or without members, and ignores other attributes", async () => {
    const { id } = await world.create();
    await change({ op: "replace", path: "members", value: [{ value: id }] });
    for (const sent of [{ members: null }, {}])
      expect(
        (await world.send("PUT", `/Groups/${world.groupId}`, { displayName: "Staff", ...sent })).status,
      ).toBe(200);
    const unknown = [
      { op: "replace", path: "description", value: "Everybody" },
      { op: "add", path: "urn:okta:custom:group:1.0:Group:color", value: "red" },
      { op: "replace", value: { description: "Everybody", members: null } },
    ];
    expect((await change(...unknown)).status).toBe(200);
    expect(await world.members()).toEqual([id]);
    for (const path of ["members.display", 'externalId[value eq "x"]', "mem bers"])
      expect((await change({ op: "add", path, value: "x" })).body, path).toMatchObject({
        scimType: "invalidPath",
      });
    await change({ op: "remove", path: "members" });
  });

  it("starvation: the addition of many members sends one INSERT, not one for each member", async () => {
    const { database } = world.server;
    const { tenantId } = world.server.seed.tenants[0];
    const many = await database.sql<{ id: string }[]>`
      insert into users (tenant_id, email) select ${tenantId}, 'added' || n || '@scim.example' from generate_series(1, 300) n
      returning id`;
    const value = many.map(({ id }) => ({ value: id }));
    database.takeStatements();
    expect((await change({ op: "add", path: "members", value })).status).toBe(204);
    const sent = database.takeStatements().filter((text) => /insert into "role_grants"/i.test(text));
    expect(sent).toHaveLength(1);
    expect(await world.members()).toEqual(expect.arrayContaining(many.map(({ id }) => id)));
    await change({ op: "remove", path: "members" });
  });

  it("answers a PUT, and a PATCH with requested attributes, with all members of any number", async () => {
    const { sql } = world.server.container.database;
    const { tenantId } = world.server.seed.tenants[0];
    const many = await sql<{ id: string }[]>`
      insert into users (tenant_id, email) select ${tenantId}, 'many' || n || '@scim.example' from generate_series(1, 201) n
      returning id`;
    const members = many.map(({ id }) => ({ value: id }));
    const path = `/Groups/${world.groupId}`;
    const put = await world.send<{ members: object[] }>("PUT", path, { displayName: "Staff", members });
    expect(put.status).toBe(200);
    expect(put.body.members).toHaveLength(201);
    const Operations = [{ op: "add", path: "members", value: members.slice(0, 1) }];
    const patch = (query: string) =>
      world.send<{ members?: object[] }>("PATCH", path + query, { schemas: [PATCH], Operations });
    expect((await patch("")).status).toBe(204);
    expect((await patch("?attributes=members")).body.members).toHaveLength(201);
    const named = await patch("?attributes=displayName");
    expect(named).toMatchObject({ status: 200, body: { displayName: "Staff" } });
    expect(named.body).not.toHaveProperty("members");
    expect((await patch("?excludedAttributes=members")).status).toBe(200);
    await change({ op: "remove", path: "members" });
  });
});
