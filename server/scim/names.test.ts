import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { scimWorld, type Resource, type ScimWorld } from "@/server/testing/scim";

describe.each(databaseKinds)("names over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  it("finds users of every origin by the derived names in their resources", async () => {
    const { credential } = world.server.seed.tenants[0];
    const made = async (more: object) => {
      const { body } = await world.server.call<{ userId: number }>(credential, "POST", "/api/v1/users", more);
      return (await world.send<Resource>("GET", `/Users/${body.userId}`)).body;
    };
    const people = [
      await made({ email: "nameless.one@scim.example" }),
      await made({ email: "named.one@scim.example", name: "Nora  van Named" }),
      await made({ email: "single.one@scim.example", name: "Cher-Single" }),
      await world.create({ displayName: "Boss of All" }),
    ];
    for (const { id, displayName, name, userName } of people) {
      const { givenName, familyName } = name as Record<string, string>;
      for (const filter of [
        `displayName eq "${String(displayName).toUpperCase()}"`,
        `displayName co "${String(displayName).slice(1, -1)}"`,
        `displayName ew "${String(displayName).slice(2)}"`,
        `userName sw "${userName.slice(0, 7)}"`,
        `name.givenName eq "${givenName}"`,
        `name.familyName eq "${familyName}"`,
      ]) {
        const { Resources } = await world.find(`${filter} and id eq "${id}"`);
        expect(
          Resources.map((resource) => resource.id),
          filter,
        ).toEqual([id]);
      }
    }
    expect((await world.find('displayName eq ""')).totalResults).toBe(0);
  });
});
