import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { ENTERPRISE, scimWorld, type Resource, type ScimWorld } from "@/server/testing/scim";

/* Entra sends the manager as the id alone, and its next synchronization fails if the answer is not an object. */
describe.each(databaseKinds)("the manager over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  const path = `${ENTERPRISE}:manager`;
  const managerIn = (user: Resource) =>
    (user[ENTERPRISE] as Record<string, unknown> | undefined)?.["manager"];
  const found = async (filter: string) => (await world.find(filter)).Resources.map(({ id }) => id);

  it.each([
    ["a text", "95", { value: "95" }],
    ["a number", 95, { value: "95" }],
    ["a list of one value", [{ $ref: null, value: "95" }], { value: "95" }],
    ["an object in other letter case", { Value: "95" }, { value: "95" }],
    ["an object", { value: "95", displayName: "Ren" }, { value: "95", displayName: "Ren" }],
    ["an object with a name only", { displayName: "Ren" }, { displayName: "Ren" }],
    ["an empty text", "", undefined],
    ["null", null, undefined],
  ])(
    "is an object in every answer after %s in POST, PUT and PATCH (RFC 7643 §4.3)",
    async (_name, sent, shown) => {
      const body = { department: "Tax", Manager: sent };
      const user = await world.create({ [ENTERPRISE]: body });
      expect(managerIn(user)).toEqual(shown);
      const put = await world.send<Resource>("PUT", `/Users/${user.id}`, {
        userName: user.userName,
        [ENTERPRISE]: { manager: sent, department: "Law" },
      });
      expect(managerIn(put.body)).toEqual(shown);
      expect(
        managerIn((await world.patch(user.id, { op: "Add", path, value: { value: "7" } })).body),
      ).toEqual({
        value: "7",
      });
      for (const operation of [
        { op: "Add", path, value: sent },
        { op: "replace", value: { [path]: sent } },
        { op: "replace", value: { [ENTERPRISE]: { manager: sent } } },
      ]) {
        const patched = await world.patch(user.id, operation);
        expect(patched.status).toBe(200);
        expect(managerIn(patched.body), JSON.stringify(operation)).toEqual(shown);
      }
      expect(managerIn((await world.send<Resource>("GET", `/Users/${user.id}`)).body)).toEqual(shown);
    },
  );

  it.each([[true], [["1", "2"]], [{ value: ["1"] }]])("refuses %j (400)", async (manager) => {
    const { id } = await world.create();
    expect(await world.patch(id, { op: "add", path, value: manager })).toMatchObject({
      status: 400,
      body: { scimType: "invalidValue" },
    });
  });

  it("is an object in lists and single answers of a row that was stored as text, and is found by filters", async () => {
    const { id } = await world.create();
    const late = await world.create({ [ENTERPRISE]: { manager: { value: "Boss-95" } } });
    await world.server.container.database.sql`
      update users set scim_attributes = ${JSON.stringify({ [ENTERPRISE]: { manager: "Boss-95" } })}::jsonb
      where id = ${id}`;
    const shown = { value: "Boss-95" };
    expect(managerIn((await world.send<Resource>("GET", `/Users/${id}`)).body)).toEqual(shown);
    const listed = (await world.find(`id eq "${id}"`)).Resources.map(managerIn);
    expect(listed).toEqual([shown]);
    for (const name of ["manager", "manager.value", path, `${path}.value`]) {
      expect(await found(`${name} eq "boss-95"`), name).toEqual([id, late.id]);
      expect(await found(`id eq "${id}" and ${name} eq "boss-95"`), name).toEqual([id]);
      expect(await found(`${name} eq "oss-95"`), name).toEqual([]);
    }
    expect(await found('manager[value eq "boss-95"]')).toEqual([id, late.id]);
    const unchanged = await world.patch(id, { op: "replace", path: `${path}.displayName`, value: "Ren" });
    expect(managerIn(unchanged.body)).toEqual({ ...shown, displayName: "Ren" });
  });
});
