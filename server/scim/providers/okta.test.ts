import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import {
  GROUP,
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

describe.each(databaseKinds)("Okta over SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  const group = (...Operations: object[]) =>
    world.send("PATCH", `/Groups/${world.groupId}`, { schemas: [PATCH], Operations });

  describe("Okta", () => {
    const login = "isaac.brock@okta.example";
    let user: Resource;

    it("imports page by page", async () => {
      const { body } = await world.send<List>("GET", "/Users?startIndex=1&count=2");
      expect(body).toMatchObject({ schemas: [LIST], startIndex: 1, itemsPerPage: 2 });
      const groups = await world.send<List>("GET", "/Groups?startIndex=1&count=100");
      expect(groups.body.Resources).toContainEqual(expect.objectContaining({ id: world.groupId }));
    });

    it("creates a user with a password, and finds the user again", async () => {
      expect((await world.find(`userName eq "${login}"`)).totalResults).toBe(0);
      const answer = await world.send<Resource>("POST", "/Users", {
        schemas: [USER],
        userName: login,
        name: { givenName: "Isaac", familyName: "Brock" },
        emails: [{ primary: true, value: login, type: "work" }],
        displayName: "Isaac Brock",
        locale: "en-US",
        externalId: "00ujl29u0le5T6Aj10h7",
        groups: [],
        password: "1mz050nq-and-more",
        active: true,
      });
      expect(answer).toMatchObject({ status: 201, body: { locale: "en-US", displayName: "Isaac Brock" } });
      expect(JSON.stringify(answer.body)).not.toContain("1mz050nq");
      user = answer.body;
    });

    it("replaces a user with all attributes that it read", async () => {
      const read = (await world.send<Resource>("GET", `/Users/${user.id}`)).body;
      const name = { givenName: "Isaac", familyName: "Brocks", formatted: "Isaac Brocks" };
      const answer = await world.send<Resource>("PUT", `/Users/${user.id}`, { ...read, name });
      expect(answer).toMatchObject({ status: 200, body: { name, externalId: "00ujl29u0le5T6Aj10h7" } });
    });

    it("pushes a group: links an existing one, and adds, removes and replaces members", async () => {
      const search = `/Groups?filter=${query('displayName eq "Staff"')}&startIndex=1&count=100`;
      expect((await world.send<List>("GET", search)).body.totalResults).toBe(1);
      const clash = await world.send("POST", "/Groups", {
        schemas: [GROUP],
        displayName: "Staff",
        members: [],
      });
      expect(clash).toMatchObject({ status: 409, body: { scimType: "uniqueness" } });
      const rename = { op: "replace", value: { id: world.groupId, displayName: "Staff" } };
      const member = { value: user.id, display: login };
      expect((await group(rename, { op: "add", path: "members", value: [member] })).status).toBeLessThan(300);
      expect(await world.members()).toEqual([user.id]);
      const other = await world.create();
      await group(
        { op: "remove", path: `members[value eq "${user.id}"]` },
        { op: "add", path: "members", value: [{ value: other.id, display: other.userName }] },
      );
      expect(await world.members()).toEqual([other.id]);
      await group({ op: "replace", path: "members", value: [member] });
      expect(await world.members()).toEqual([user.id]);
      await group({ op: "replace", path: "members", value: [] });
      expect(await world.members()).toEqual([]);
    });

    it("deactivates and reactivates without a path", async () => {
      const set = (active: boolean) => world.patch(user.id, { op: "replace", value: { active } });
      expect((await set(false)).body.active).toBe(false);
      expect((await set(true)).body.active).toBe(true);
    });

    // Okta's published specification tests (okta_scim_20_spec_test).
    it("passes its specification tests", async () => {
      const page = (await world.send<List>("GET", "/Users?count=1&startIndex=1")).body;
      expect(page.schemas).toContain(LIST);
      const [first] = page.Resources;
      expect(first).toMatchObject({
        id: expect.stringMatching(/./) as string,
        userName: expect.stringMatching(/./) as string,
        active: expect.any(Boolean) as boolean,
        name: {
          givenName: expect.stringMatching(/./) as string,
          familyName: expect.stringMatching(/./) as string,
        },
      });
      expect((first!["emails"] as { value: string }[])[0]!.value).toMatch(/@/);
      expect((await world.send("GET", `/Users/${first!.id}`)).status).toBe(200);
      expect(await world.find('userName eq "abcdefgh@atko.com"')).toMatchObject({
        schemas: [LIST],
        totalResults: 0,
      });
      const nobody = await world.send<{ detail: string; schemas: string[] }>(
        "GET",
        "/Users/010101001010101011001010101011",
      );
      expect(nobody.status).toBe(404);
      expect(nobody.body.detail).not.toBe("");
      expect(nobody.body.schemas).toContain("urn:ietf:params:scim:api:messages:2.0:Error");
      const made = {
        schemas: [USER],
        userName: "Runscope300Qe@atko.com",
        name: { familyName: "Runscope300", givenName: "Qe" },
        emails: [{ type: "work", primary: true, value: "Runscope300Qe@atko.com" }],
        active: true,
        displayName: "Runscope300 Qe",
        groups: [],
      };
      const { status, body } = await world.send<Resource>("POST", "/Users", made);
      expect(status).toBe(201);
      expect(body).toMatchObject({ active: true, name: made.name, userName: made.userName });
      expect((await world.send("GET", `/Users/${body.id}`)).body).toMatchObject({ userName: made.userName });
      expect((await world.send("POST", "/Users", made)).status).toBe(409);
      const named = await world.find('userName eq "Runscope300Qe@atko.com"');
      expect(named.totalResults).toBe(1);
      expect((await world.send<List>("GET", "/Groups")).body.schemas).toContain(LIST);
    });
  });
});
