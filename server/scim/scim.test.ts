import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import {
  ENTERPRISE,
  PATCH,
  scimWorld,
  USER,
  type List,
  type Resource,
  type ScimWorld,
} from "@/server/testing/scim";

describe.each(databaseKinds)("SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  it("serves its discovery resources to everyone", async () => {
    for (const path of [
      "/ServiceProviderConfig",
      "/ResourceTypes",
      "/Schemas",
      `/Schemas/${USER}`,
      "/ResourceTypes/User",
    ]) {
      const answer = await world.server.call(null, "GET", world.base + path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^application\/scim\+json/);
    }
    const { body } = await world.server.call(null, "GET", `${world.base}/ServiceProviderConfig`);
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { maxOperations: 1_000 },
      filter: { maxResults: 200 },
    });
  });

  it("creates, reads, replaces and deactivates a user", async () => {
    const user = await world.create({
      externalId: "Ext-1",
      title: "Clerk",
      [ENTERPRISE]: { department: "Tax", manager: { value: "7" } },
    });
    expect(user).toMatchObject({
      schemas: [USER, ENTERPRISE],
      externalId: "Ext-1",
      title: "Clerk",
      active: true,
      name: { givenName: "Given", familyName: "Family" },
      emails: [{ value: user.userName, type: "work", primary: true }],
      groups: [],
      [ENTERPRISE]: { department: "Tax", manager: { value: "7" } },
      meta: { resourceType: "User", location: `${world.server.url}${world.base}/Users/${user.id}` },
    });
    expect((await world.send("GET", `/Users/${user.id}`)).body).toEqual(user);
    expect((await world.find('externalId eq "Ext-1"')).Resources).toEqual([user]);
    const replaced = await world.send<Resource>("PUT", `/Users/${user.id}`, {
      schemas: [USER],
      userName: user.userName,
      name: { givenName: "New", familyName: "Name" },
      displayName: "New Name",
    });
    expect(replaced).toMatchObject({ status: 200, body: { displayName: "New Name", active: true } });
    expect(replaced.body).not.toHaveProperty("title");
    expect((await world.send("DELETE", `/Users/${user.id}`)).status).toBe(204);
    expect((await world.send("DELETE", `/Users/${user.id}`)).status).toBe(204);
    expect((await world.send("GET", `/Users/${user.id}`)).body).toMatchObject({ active: false });
    const again = await world.send("POST", "/Users", {
      schemas: [USER],
      userName: user.userName.toUpperCase(),
    });
    expect(again).toMatchObject({ status: 409, body: { scimType: "uniqueness", status: "409" } });
    const { body: log } = await world.server.call<{ events: { action: string; target: string }[] }>(
      world.server.seed.tenants[0].credential,
      "GET",
      "/api/v1/audit-events?action=scim.&limit=4",
    );
    expect(
      log.events.filter(({ target }) => target === `user:${user.id}`).map(({ action }) => action),
    ).toEqual(["scim.user_suspended", "scim.user_updated", "scim.user_created"]);
  });

  it("filters without letter case, and returns an empty list without a match", async () => {
    const user = await world.create({ externalId: 'with "quotes" \\ and more' });
    const found = [
      `userName eq "${user.userName.toLowerCase()}"`,
      `USERNAME Eq "${user.userName}"`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${user.userName}"`,
      `externalId eq "with \\"quotes\\" \\\\ and more"`,
      `emails.value eq "${user.userName}"`,
      `emails[type eq "work" and value eq "${user.userName}"]`,
      `id eq "${user.id}" and active eq true`,
      `userName sw "${user.userName.slice(0, 8)}" and not (active eq false) and id eq "${user.id}"`,
      `userName co "${user.userName.slice(1, -2)}"`,
      `meta.created gt "2020-01-01T00:00:00Z" and id eq "${user.id}" and name.familyName pr`,
    ];
    for (const filter of found) {
      const list = await world.find(filter);
      expect(
        list.Resources.map(({ id }) => id),
        filter,
      ).toContain(user.id);
      expect(list).toMatchObject({
        schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        startIndex: 1,
      });
    }
    for (const filter of [
      'userName eq "nobody@at.all"',
      'externalId eq "EXT"',
      `id eq "0${user.id}"`,
      `userName eq "${user.userName}" and active eq false`,
    ])
      expect(await world.find(filter), filter).toMatchObject({ totalResults: 0, Resources: [] });
    for (const filter of [
      "userName",
      'shoeSize eq "44"',
      'userName eq "x" or',
      "((",
      'title eq "Clerk"',
      "active gt 5",
    ]) {
      const answer = await world.send("GET", `/Users?filter=${encodeURIComponent(filter)}`);
      expect(answer, filter).toMatchObject({ status: 400, body: { scimType: "invalidFilter" } });
    }
  });

  it("pages, sorts and projects", async () => {
    const { body: first } = await world.send<List>("GET", "/Users?startIndex=1&count=2");
    const { body: second } = await world.send<List>("GET", "/Users?startIndex=3&count=2");
    expect(first).toMatchObject({ itemsPerPage: 2, startIndex: 1 });
    expect(second.startIndex).toBe(3);
    expect(new Set([...first.Resources, ...second.Resources].map(({ id }) => id)).size).toBe(4);
    expect((await world.send<List>("GET", "/Users?count=0")).body).toMatchObject({
      Resources: [],
      itemsPerPage: 0,
    });
    expect((await world.send<List>("GET", "/Users?count=5000")).status).toBe(200);
    expect((await world.send<List>("GET", "/Users?count=-3&startIndex=-9")).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    });
    const { body: sorted } = await world.send<List>(
      "GET",
      "/Users?sortBy=userName&sortOrder=descending&attributes=userName",
    );
    const names = sorted.Resources.map(({ userName }) => userName.toLowerCase());
    expect(names).toEqual([...names].sort().reverse());
    expect(Object.keys(sorted.Resources[0]!).sort()).toEqual(["id", "meta", "schemas", "userName"]);
    const search = await world.send<List>("POST", "/Users/.search", { filter: "active eq true", count: 1 });
    expect(search.body).toMatchObject({ itemsPerPage: 1 });
    const unsorted = await world.send("GET", "/Users?sortBy=shoeSize");
    expect(unsorted).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
    const everything = await world.send<List & { totalResults: number }>("POST", "/.search", { count: 200 });
    const kinds = everything.body.Resources.map(
      ({ meta }) => (meta as { resourceType: string }).resourceType,
    );
    expect(kinds.filter((kind) => kind === "Group")).toHaveLength(1);
    expect(kinds.at(-1)).toBe("Group");
    expect(everything.body.totalResults).toBe(kinds.length);
    const last = { startIndex: kinds.length, count: 5 };
    expect((await world.send<List>("POST", "/.search", last)).body.Resources).toEqual([
      everything.body.Resources.at(-1),
    ]);
    const one = { filter: `userName eq "${names[0]}"` };
    expect((await world.send<List>("POST", "/.search", one)).body).toMatchObject({ totalResults: 1 });
    expect((await world.send("POST", "/.search", { filter: 'title eq "x"' })).body).toMatchObject({
      scimType: "invalidFilter",
    });
  });

  it("shows names and an address for every user, of any origin", async () => {
    const { body } = await world.send<{ name: Record<string, string>; emails: unknown[] }>(
      "GET",
      `/Users/${world.server.seed.fixtures.plainUser.userId}`,
    );
    expect(body).toMatchObject({
      name: { givenName: "Pia", familyName: "Plain" },
      emails: [{ primary: true }],
    });
  });

  it("supports ETags, and refuses a change that is based on an older version", async () => {
    const { id } = await world.create();
    const read = await world.send("GET", `/Users/${id}`);
    const etag = read.headers.get("etag")!;
    for (const known of [etag, "*", `"other", ${etag}`])
      expect((await world.send("GET", `/Users/${id}`, undefined, { "if-none-match": known })).status).toBe(
        304,
      );
    expect((await world.send("GET", "/Users/999999", undefined, { "if-none-match": "*" })).status).toBe(404);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const body = { schemas: [PATCH], Operations: [{ op: "replace", path: "displayName", value: "First" }] };
    expect((await world.send("PATCH", `/Users/${id}`, body, { "if-match": etag })).status).toBe(200);
    expect((await world.send("PATCH", `/Users/${id}`, body, { "if-match": etag })).status).toBe(412);
  });

  it("runs many operations in one Bulk request, and stops after the given number of errors", async () => {
    const role = world.server.seed.tenants[0].governedRoleId;
    const { status, body } = await world.send<{
      Operations: { status: string; bulkId?: string; location?: string }[];
    }>("POST", "/Bulk", {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:BulkRequest"],
      failOnErrors: 1,
      Operations: [
        {
          method: "POST",
          path: "/Users",
          bulkId: "one",
          data: { schemas: [USER], userName: "bulk.one@scim.example" },
        },
        {
          method: "PATCH",
          path: `/Groups/${role}`,
          data: { Operations: [{ op: "add", path: "members", value: [{ value: "bulkId:one" }] }] },
        },
        {
          method: "POST",
          path: "/Users",
          bulkId: "two",
          data: { schemas: [USER], userName: "bulk.one@scim.example" },
        },
        {
          method: "POST",
          path: "/Users",
          bulkId: "three",
          data: { schemas: [USER], userName: "never@scim.example" },
        },
      ],
    });
    expect(status).toBe(200);
    expect(body.Operations.map((operation) => operation.status)).toEqual(["201", "200", "409"]);
    expect(body.Operations[0]!.location).toMatch(/\/Users\/\d+$/);
    expect((await world.find('userName eq "never@scim.example"')).totalResults).toBe(0);
  });

  it("has no /Me", async () => expect((await world.send("GET", "/Me")).status).toBe(501));
});
