import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import {
  ENTERPRISE,
  LIST,
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

const query = (text: string) => encodeURIComponent(text);

describe.each(databaseKinds)("Entra ID over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  const group = (...Operations: object[]) =>
    world.send("PATCH", `/Groups/${world.groupId}`, { schemas: [PATCH], Operations });

  describe.each([
    ["without its SCIM flag", false],
    ["with aadOptscim062020", true],
  ])("Entra ID %s", (_name, flag) => {
    const login = `babs.${flag ? "flag" : "plain"}@entra.example`;
    const disabled = flag ? false : "False";
    let user: Resource;

    it("tests the connection by a filter for an unknown user", async () => {
      const answer = await world.send<List>(
        "GET",
        `/Users?filter=${query('userName eq "1f2c7ac6-4f0c-4b0e-9d0e-6a0b7b6f5f0a"')}`,
      );
      expect(answer).toMatchObject({
        status: 200,
        body: { schemas: [LIST], totalResults: 0, Resources: [] },
      });
    });

    it("searches, finds nobody, and creates", async () => {
      expect((await world.find(`userName eq "${login}"`)).totalResults).toBe(0);
      const answer = await world.send<Resource>("POST", "/Users", {
        schemas: [USER, ENTERPRISE],
        externalId: `0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef-${flag}`,
        userName: login,
        active: true,
        emails: [{ primary: true, type: "work", value: login }],
        meta: { resourceType: "User" },
        name: { formatted: "Babs Jensen", familyName: "Jensen", givenName: "Babs" },
        addresses: [{ primary: false, type: "work", country: "DE" }],
        [ENTERPRISE]: { employeeNumber: "701984", department: "Tours" },
        roles: [],
      });
      expect(answer.status).toBe(201);
      expect(answer.headers.get("location")).toContain(`/Users/${answer.body.id}`);
      user = answer.body;
      expect(user).toMatchObject({ [ENTERPRISE]: { employeeNumber: "701984", department: "Tours" } });
    });

    it("reads a created user by id and by its own id", async () => {
      expect((await world.send<Resource>("GET", `/Users/${user.id}`)).body).toEqual(user);
      const mine = await world.find(`externalId eq "${String(user["externalId"])}"`);
      expect(mine.Resources.map(({ id }) => id)).toEqual([user.id]);
    });

    it("changes several attributes at once", async () => {
      const operations = flag
        ? [
            {
              op: "replace",
              value: {
                displayName: "Barbara Jensen",
                "name.givenName": "Barbara",
                'emails[type eq "work"].value': `new.${login}`,
                [`${ENTERPRISE}:department`]: "Travel",
              },
            },
          ]
        : [
            { op: "Replace", path: "displayName", value: "Barbara Jensen" },
            { op: "Replace", path: "name.givenName", value: "Barbara" },
            { op: "Replace", path: 'emails[type eq "work"].value', value: `new.${login}` },
            { op: "Add", path: `${ENTERPRISE}:department`, value: "Travel" },
          ];
      const answer = await world.patch(user.id, ...operations);
      expect(answer, JSON.stringify(answer.body)).toMatchObject({
        status: 200,
        body: {
          displayName: "Barbara Jensen",
          name: { givenName: "Barbara", familyName: "Jensen" },
          emails: [{ type: "work", value: `new.${login}` }],
          [ENTERPRISE]: { employeeNumber: "701984", department: "Travel" },
        },
      });
    });

    it("sets a manager by id, and takes the attribute away", async () => {
      const boss = await world.create();
      const path = `${ENTERPRISE}:manager`;
      const value = flag ? { value: boss.id } : boss.id;
      expect((await world.patch(user.id, { op: "Add", path, value })).status).toBe(200);
      const read = (await world.send<Resource>("GET", `/Users/${user.id}`)).body;
      expect((read[ENTERPRISE] as Record<string, unknown>)["manager"]).toEqual({ value: boss.id });
      const removed = await world.patch(user.id, { op: "Remove", path });
      expect(removed.body[ENTERPRISE]).not.toHaveProperty("manager");
    });

    it("finds a group, adds a member, tests the membership, and removes the member", async () => {
      const found = await world.send<List>(
        "GET",
        `/Groups?excludedAttributes=members&filter=${query('displayName eq "Staff"')}`,
      );
      expect(found.body.Resources.map(({ id }) => id)).toEqual([world.groupId]);
      const added = await group({ op: "Add", path: "members", value: [{ $ref: null, value: user.id }] });
      expect([200, 204]).toContain(added.status);
      const isMember = async () =>
        (
          await world.send<List>(
            "GET",
            `/Groups?excludedAttributes=members&filter=${query(`id eq "${world.groupId}" and members eq "${user.id}"`)}`,
          )
        ).body.totalResults;
      expect(await isMember()).toBe(1);
      await group(
        flag
          ? { op: "remove", path: `members[value eq "${user.id}"]` }
          : { op: "Remove", path: "members", value: [{ $ref: null, value: user.id }] },
      );
      expect(await isMember()).toBe(0);
    });

    it("disables, enables, disables again, and deletes a user that it soft-deleted before", async () => {
      const set = (value: unknown) => world.patch(user.id, { op: "Replace", path: "active", value });
      expect((await set(disabled)).body).toMatchObject({ active: false });
      expect((await set(flag ? true : "True")).body).toMatchObject({ active: true });
      expect((await set(disabled)).body).toMatchObject({ active: false });
      expect((await world.send("DELETE", `/Users/${user.id}`)).status).toBe(204);
      expect((await world.find(`userName eq "${login}"`)).Resources[0]).toMatchObject({ active: false });
    });
  });
});
