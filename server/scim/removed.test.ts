import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { scimWorld, USER, type Resource, type ScimWorld } from "@/server/testing/scim";

describe.each(databaseKinds)("attributes that a provider removes over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  const read = async (id: string) => (await world.send<Resource>("GET", `/Users/${id}`)).body;
  const remove = async (id: string, ...paths: string[]) => {
    const answer = await world.patch(id, ...paths.map((path) => ({ op: "remove", path })));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await read(id)).toEqual(answer.body);
    return answer.body;
  };
  const finds = async (id: string, filter: string) =>
    (await world.find(`id eq "${id}" and ${filter}`)).totalResults === 1;

  it("stay removed: no display name is derived", async () => {
    const { id } = await world.create({ displayName: "Grace H." });
    const after = await remove(id, "displayName");
    expect(after).not.toHaveProperty("displayName");
    expect(after["name"]).toMatchObject({ givenName: "Given", familyName: "Family" });
    expect(await finds(id, 'displayName eq "Grace H."')).toBe(false);
    expect(await finds(id, "displayName pr")).toBe(false);
    expect(await finds(id, 'displayName co "grace"')).toBe(false);
    const put = { schemas: [USER], userName: after.userName, name: after["name"] };
    expect((await world.send("PUT", `/Users/${id}`, put)).body).not.toHaveProperty("displayName");
    const named = await world.patch(id, { op: "add", path: "displayName", value: "Grace" });
    expect(named.body["displayName"]).toBe("Grace");
    expect(await finds(id, 'displayName eq "grace"')).toBe(true);
  });

  it("stay removed: a part of the name, and the display name follows", async () => {
    const { id } = await world.create();
    const after = await remove(id, "name.givenName");
    expect(after["name"]).toEqual({ formatted: "Family", familyName: "Family" });
    expect(after["displayName"]).toBe("Family");
    expect(await finds(id, "name.givenName pr")).toBe(false);
    expect(await finds(id, 'name.familyName eq "family"')).toBe(true);
    const again = await world.patch(id, { op: "replace", path: "name.givenName", value: "Ada" });
    expect(again.body["name"]).toMatchObject({ givenName: "Ada", familyName: "Family" });
  });

  it("stay removed: the whole name, also without a provider's name; the display name stays", async () => {
    const { id } = await world.create({ displayName: "Given Family" });
    const after = await remove(id, "name");
    expect(after).not.toHaveProperty("name");
    expect(after["displayName"]).toBe("Given Family");
    expect(await finds(id, "name.givenName pr")).toBe(false);
    expect(await finds(id, "name.familyName pr")).toBe(false);
    const named = await world.patch(id, { op: "add", path: "name.familyName", value: "Hopper" });
    expect(named.body["name"]).toEqual({ familyName: "Hopper" });
    const { sql } = world.server.container.database;
    const [row] = await sql`insert into users (tenant_id, email, name)
      values (${world.server.seed.tenants[0].tenantId}, 'elsewhere@removed.example', 'Made Elsewhere') returning id`;
    const other = String((row as { id: string }).id);
    expect((await read(other))["name"]).toMatchObject({ givenName: "Made", familyName: "Elsewhere" });
    const bare = await remove(other, "name", "displayName");
    expect(bare).not.toHaveProperty("name");
    expect(bare).not.toHaveProperty("displayName");
  });

  it("include a part of a name that is set to null, for every origin of the user", async () => {
    const user = await world.create({ name: { GivenName: "Lin", familyName: null, middleName: null } });
    expect(user["name"]).toEqual({ formatted: "Lin", givenName: "Lin", familyName: "Lin" });
    const after = await world.patch(user.id, { op: "replace", path: "name", value: { givenName: null } });
    expect(after.body["name"]).not.toHaveProperty("givenName");
  });

  it("return to their default: active", async () => {
    const { id } = await world.create({ active: false });
    expect((await remove(id, "active")).active).toBe(true);
    expect((await remove(id, "active")).active).toBe(true);
    expect(await finds(id, "active eq true")).toBe(true);
    const deactivated = await world.patch(id, { op: "replace", path: "active", value: false });
    expect(deactivated.body.active).toBe(false);
    for (const value of [null, ""])
      expect((await world.patch(id, { op: "replace", path: "active", value })).body).toMatchObject({
        status: "400",
        scimType: "invalidValue",
      });
    expect((await read(id)).active).toBe(false);
  });

  it("are refused if they are required", async () => {
    const { id } = await world.create();
    expect((await world.patch(id, { op: "remove", path: "userName" })).body).toMatchObject({
      scimType: "mutability",
    });
    for (const userName of [undefined, null, ""])
      expect(
        (await world.send("PUT", `/Users/${id}`, { schemas: [USER], userName, displayName: "X" })).body,
      ).toMatchObject({ status: "400", scimType: "invalidValue" });
  });
});
