import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { scimWorld, USER, type Resource, type ScimWorld } from "@/server/testing/scim";

/*
 * Whom a provider is refused for with 409 it must find, whatever other channels made of their addresses: one that cannot
 * create and does not find is stuck for ever.
 */
describe.each(databaseKinds)("addresses over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  const post = (body: object) => world.send<Resource>("POST", "/Users", { schemas: [USER], ...body });
  const found = async (filter: string) => (await world.find(filter)).Resources.map(({ id }) => id);
  const changeAddress = (id: string, email: string) =>
    world.server.call(world.server.seed.tenants[0].credential, "PATCH", `/api/v1/users/${id}`, { email });

  it("an address that was changed elsewhere is the one that a provider sees and finds", async () => {
    const old = "Moves.Old@scim.example";
    const emails = [
      { value: old.toLowerCase(), type: "work", primary: true },
      { value: "moves@home.example", type: "home" },
    ];
    const { id } = (await post({ userName: old, emails })).body;
    expect((await changeAddress(id, "moves.new@scim.example")).status).toBe(200);
    expect((await world.send<Resource>("GET", `/Users/${id}`)).body).toMatchObject({
      userName: "moves.new@scim.example",
      emails: [{ ...emails[0], value: "moves.new@scim.example" }, emails[1]],
    });
    expect((await post({ userName: "moves.new@scim.example" })).status).toBe(409);
    expect(await found('userName eq "Moves.New@scim.example"')).toEqual([id]);
    expect(await found(`userName eq "${old}"`)).toEqual([]);
    expect((await post({ userName: old })).status).toBe(201);
  });

  it("a user name that is no address stays, and its person is found by their address", async () => {
    const { id } = (await post({ userName: "grace", emails: [{ value: "grace@scim.example" }] })).body;
    expect((await post({ userName: "grace@scim.example" })).status).toBe(409);
    expect(await found('userName eq "grace@scim.example"')).toEqual([id]);
    expect((await changeAddress(id, "grace.hopper@scim.example")).status).toBe(200);
    expect(await found('userName eq "grace"')).toEqual([id]);
    expect(await found('userName eq "grace.hopper@scim.example"')).toEqual([id]);
  });

  it("whoever has it as a user name is found before whoever has it as an address", async () => {
    const addressed = (await post({ userName: "second", emails: [{ value: "second@scim.example" }] })).body;
    expect(await found('userName eq "second@scim.example"')).toEqual([addressed.id]);
    // As a directory names somebody whose user name looks like an address and is none of theirs.
    const named = await world.create();
    await world.server.container.database.sql`
      update users set user_name = 'second@scim.example' where id = ${named.id}`;
    expect(await found('userName eq "second@scim.example"')).toEqual([named.id]);
  });

  it("an address is not moved onto another's user name", async () => {
    const { id } = await world.create();
    const { status } = await post({ userName: "taken.name", emails: [{ value: "other@scim.example" }] });
    expect(status).toBe(201);
    expect((await changeAddress(id, "other@scim.example")).status).toBe(400);
  });
});
