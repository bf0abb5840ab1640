import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { scimWorld, USER, type Resource, type ScimWorld } from "@/server/testing/scim";

describe.each(databaseKinds)("PUT of a user over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  const post = async (body: object) =>
    (await world.send<Resource>("POST", "/Users", { schemas: [USER], ...body })).body;
  const put = async (id: string, body: object) =>
    (await world.send<Resource>("PUT", `/Users/${id}`, { schemas: [USER], ...body })).body;
  const phoneOf = async (id: string) => {
    const [row] = await world.server.container.database.sql`select phone from users where id = ${id}`;
    return (row as { phone: string | null }).phone;
  };

  it("keeps the values that the user chose, and the address that identifies the user", async () => {
    const { sql } = world.server.container.database;
    const { id } = await post({
      userName: "grace",
      title: "Admiral",
      emails: [{ value: "grace@put.example" }],
    });
    await sql`update users set phone = '+1 555', scim_attributes = scim_attributes || '{"preferredLanguage": "de"}'
      where id = ${id}`;
    const after = await put(id, { userName: "grace", displayName: "Grace", emails: null });
    expect(after).toMatchObject({ displayName: "Grace", preferredLanguage: "de" });
    expect(after["emails"]).toEqual([{ value: "grace@put.example" }]);
    expect(after).not.toHaveProperty("title");
    expect(await phoneOf(id)).toBe("+1 555");
    expect(await put(id, { userName: "grace", preferredLanguage: "fr" })).toMatchObject({
      preferredLanguage: "fr",
    });
  });

  it("removes attributes that the provider sent before and no longer sends", async () => {
    const { id } = await post({
      userName: "put.away@put.example",
      phoneNumbers: [{ value: "+1 556", type: "work" }],
      emails: [{ value: "put.home@put.example", type: "home" }],
    });
    expect(await phoneOf(id)).toBe("+1 556");
    const after = await put(id, { userName: "put.away@put.example" });
    expect(after).not.toHaveProperty("phoneNumbers");
    expect(after["emails"]).toEqual([{ value: "put.away@put.example", type: "work", primary: true }]);
    expect(await phoneOf(id)).toBe(null);
  });
});
