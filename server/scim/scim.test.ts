import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";

type Resource = Record<string, unknown> & { id: string; userName: string; active: boolean };
interface List {
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: Resource[];
}

describe.each(databaseKinds)("SCIM on %s", (kind) => {
  let server: TestServer;
  let base: string;
  beforeAll(async () => {
    server = await startTestServer(kind);
    base = `/scim/v2/${server.seed.tenants[0].slug}`;
  }, 120_000);
  afterAll(() => server.close());

  const scim = <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    server.call<T>(server.seed.tenants[0].scimToken, method, base + path, body, {
      ...(body !== undefined && { "content-type": "application/scim+json" }),
      ...headers,
    });
  let numbered = 0;
  const create = async (more: object = {}) => {
    const userName = `Person${(numbered += 1)}@Scim.example`;
    const answer = await scim<Resource>("POST", "/Users", {
      schemas: [USER],
      userName,
      name: { givenName: "Given", familyName: "Family" },
      emails: [{ value: userName, type: "work", primary: true }],
      active: true,
      ...more,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const patch = (id: string, ...Operations: object[]) =>
    scim<Resource>("PATCH", `/Users/${id}`, { schemas: [PATCH], Operations });
  const find = async (filter: string) =>
    (await scim<List>("GET", `/Users?filter=${encodeURIComponent(filter)}`)).body;

  it("describes itself to everyone", async () => {
    for (const path of [
      "/ServiceProviderConfig",
      "/ResourceTypes",
      "/Schemas",
      `/Schemas/${USER}`,
      "/ResourceTypes/User",
    ]) {
      const answer = await server.call(null, "GET", base + path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^application\/scim\+json/);
    }
    const { body } = await server.call(null, "GET", `${base}/ServiceProviderConfig`);
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { maxOperations: 1_000 },
      filter: { maxResults: 200 },
    });
  });

  it("asks for its own token, of this tenant", async () => {
    const none = await server.call(null, "GET", `${base}/Users`);
    expect(none).toMatchObject({ status: 401, body: { status: "401" } });
    expect(none.headers.get("www-authenticate")).toMatch(/^Bearer /);
    const oauth = await server.token(server.seed.tenants[0].credential);
    for (const token of ["nonsense", oauth, server.seed.tenants[1].scimToken])
      expect((await server.call(token, "GET", `${base}/Users`)).status).toBe(401);
    const management = await server.call(server.seed.tenants[0].scimToken, "GET", "/api/v1/users");
    expect(management.status).toBe(401);
  });

  it("creates, reads, replaces and deactivates a person", async () => {
    const user = await create({
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
      meta: { resourceType: "User", location: `${server.url}${base}/Users/${user.id}` },
    });
    expect((await scim("GET", `/Users/${user.id}`)).body).toEqual(user);
    const replaced = await scim<Resource>("PUT", `/Users/${user.id}`, {
      schemas: [USER],
      userName: user.userName,
      name: { givenName: "New", familyName: "Name" },
      displayName: "New Name",
    });
    expect(replaced).toMatchObject({ status: 200, body: { displayName: "New Name", active: true } });
    expect(replaced.body).not.toHaveProperty("title");
    expect((await scim("DELETE", `/Users/${user.id}`)).status).toBe(204);
    expect((await scim("DELETE", `/Users/${user.id}`)).status).toBe(204);
    expect((await scim("GET", `/Users/${user.id}`)).body).toMatchObject({ active: false });
    const again = await scim("POST", "/Users", { schemas: [USER], userName: user.userName.toUpperCase() });
    expect(again).toMatchObject({ status: 409, body: { scimType: "uniqueness", status: "409" } });
    const { body: log } = await server.call<{ events: { action: string; target: string }[] }>(
      server.seed.tenants[0].credential,
      "GET",
      "/api/v1/audit-events?action=scim.&limit=4",
    );
    expect(
      log.events.filter(({ target }) => target === `user:${user.id}`).map(({ action }) => action),
    ).toEqual(["scim.user_suspended", "scim.user_updated", "scim.user_created"]);
  });

  it("finds by filter, without case, and gives an empty list for nobody", async () => {
    const user = await create({ externalId: 'with "quotes" \\ and more' });
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
      const list = await find(filter);
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
      expect(await find(filter), filter).toMatchObject({ totalResults: 0, Resources: [] });
    for (const filter of [
      "userName",
      'shoeSize eq "44"',
      'userName eq "x" or',
      "((",
      'title eq "Clerk"',
      "active gt 5",
    ]) {
      const answer = await scim("GET", `/Users?filter=${encodeURIComponent(filter)}`);
      expect(answer, filter).toMatchObject({ status: 400, body: { scimType: "invalidFilter" } });
    }
  });

  it("pages, sorts and projects", async () => {
    const { body: first } = await scim<List>("GET", "/Users?startIndex=1&count=2");
    const { body: second } = await scim<List>("GET", "/Users?startIndex=3&count=2");
    expect(first).toMatchObject({ itemsPerPage: 2, startIndex: 1 });
    expect(second.startIndex).toBe(3);
    expect(new Set([...first.Resources, ...second.Resources].map(({ id }) => id)).size).toBe(4);
    expect((await scim<List>("GET", "/Users?count=0")).body).toMatchObject({
      Resources: [],
      itemsPerPage: 0,
    });
    expect((await scim<List>("GET", "/Users?count=5000")).status).toBe(200);
    expect((await scim<List>("GET", "/Users?count=-3&startIndex=-9")).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    });
    const { body: sorted } = await scim<List>(
      "GET",
      "/Users?sortBy=userName&sortOrder=descending&attributes=userName",
    );
    const names = sorted.Resources.map(({ userName }) => userName.toLowerCase());
    expect(names).toEqual([...names].sort().reverse());
    expect(Object.keys(sorted.Resources[0]!).sort()).toEqual(["id", "meta", "schemas", "userName"]);
    const search = await scim<List>("POST", "/Users/.search", { filter: "active eq true", count: 1 });
    expect(search.body).toMatchObject({ itemsPerPage: 1 });
    const everything = await scim<List & { totalResults: number }>("POST", "/.search", { count: 200 });
    const kinds = everything.body.Resources.map(
      ({ meta }) => (meta as { resourceType: string }).resourceType,
    );
    expect(kinds.filter((kind) => kind === "Group")).toHaveLength(1);
    expect(kinds.at(-1)).toBe("Group");
    expect(everything.body.totalResults).toBe(kinds.length);
    const last = { startIndex: kinds.length, count: 5 };
    expect((await scim<List>("POST", "/.search", last)).body.Resources).toEqual([
      everything.body.Resources.at(-1),
    ]);
    const one = { filter: `userName eq "${names[0]}"` };
    expect((await scim<List>("POST", "/.search", one)).body).toMatchObject({ totalResults: 1 });
    expect((await scim("POST", "/.search", { filter: 'title eq "x"' })).body).toMatchObject({
      scimType: "invalidFilter",
    });
  });

  it("gives everyone names and an address, however they were made", async () => {
    const { body } = await scim<{ name: Record<string, string>; emails: unknown[] }>(
      "GET",
      `/Users/${server.seed.fixtures.plainUser.userId}`,
    );
    expect(body).toMatchObject({
      name: { givenName: "Pia", familyName: "Plain" },
      emails: [{ primary: true }],
    });
  });

  it.each([
    ["Entra", { op: "Replace", path: "active", value: "False" }],
    ["Okta", { op: "replace", value: { active: false } }],
    ["OneLogin", { op: "replace", path: "active", value: "false" }],
    ["the RFC", { op: "replace", path: "active", value: false }],
    ["a path with its URN", { op: "replace", path: `${USER}:active`, value: false }],
  ])("deactivates as %s says it, and brings back", async (_who, operation) => {
    const { id } = await create();
    expect(await patch(id, operation)).toMatchObject({ status: 200, body: { active: false } });
    const { body } = await server.call(server.seed.tenants[0].credential, "GET", `/api/v1/users/${id}`);
    expect(body).toMatchObject({ status: "suspended" });
    expect((await patch(id, { op: "Replace", path: "active", value: "True" })).body).toMatchObject({
      active: true,
    });
  });

  it("takes PATCH as providers send it, and reads it back", async () => {
    const { id } = await create();
    const answer = await patch(
      id,
      { op: "Add", path: 'emails[type eq "work"].value', value: "work@scim.example" },
      { op: "Replace", path: "name.givenName", value: "Gina" },
      { op: "Add", path: `${ENTERPRISE}:department`, value: "Tax" },
      { op: "Add", path: `${ENTERPRISE}:manager`, value: "26118915" },
      { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+49 40 1" },
      {
        op: "replace",
        value: {
          "name.familyName": "Grey",
          displayName: "Gina Grey",
          title: "Boss",
          [`${ENTERPRISE}:costCenter`]: "9",
        },
      },
      { op: "Add", path: "shoeSize", value: 44 },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: {
        name: { givenName: "Gina", familyName: "Grey" },
        displayName: "Gina Grey",
        title: "Boss",
        emails: [{ type: "work", value: "work@scim.example" }],
        phoneNumbers: [{ type: "mobile", value: "+49 40 1" }],
        [ENTERPRISE]: { department: "Tax", manager: "26118915" },
      },
    });
    expect((await patch(id, { op: "remove", path: "title" })).body).not.toHaveProperty("title");
    const before = (await scim("GET", `/Users/${id}`)).body;
    expect((await patch(id, { op: "replace", value: { displayName: "Gina Grey" } })).body).toEqual(before);
  });

  it.each([
    [{ op: "replace", path: "active", value: "maybe" }, "invalidValue"],
    [{ op: "explode", path: "active", value: true }, "invalidSyntax"],
    [{ op: "remove" }, "noTarget"],
    [{ op: "replace", path: "a..b[", value: 1 }, "invalidPath"],
    [{ op: "replace", path: "emails[type eq].value", value: 1 }, "invalidPath"],
    [{ op: "replace", path: "userName", value: "" }, "invalidValue"],
    [{ op: "replace", value: "text" }, "invalidValue"],
  ])("refuses %j, and applies nothing of the request", async (operation, scimType) => {
    const user = await create();
    const answer = await patch(
      user.id,
      { op: "replace", path: "displayName", value: "Half done" },
      operation,
    );
    expect(answer).toMatchObject({ status: 400, body: { scimType } });
    expect((await scim("GET", `/Users/${user.id}`)).body).toEqual(user);
  });

  it("tolerates what providers add, and ignores what is not theirs to set", async () => {
    const user = await create({
      id: null,
      password: "Secret-Password-1",
      schemas: ["urn:scim:schemas:core:1.0", USER],
      groups: [{ value: String(server.seed.tenants[0].governedRoleId) }],
      roles: [{ value: "admin" }],
      active: "True",
    });
    expect(user).toMatchObject({ active: true, groups: [] });
    const { body } = await scim<Resource>("POST", "/Users", {
      schemas: [USER],
      userName: "plain.login",
      emails: { value: "plain.login@scim.example" },
    });
    expect(body).toMatchObject({ userName: "plain.login", active: true });
    expect((await find('emails.value eq "plain.login@scim.example"')).totalResults).toBe(1);
    for (const bad of [{}, { userName: "" }, { userName: 7 }, { userName: "x@y.example", active: "maybe" }])
      expect((await scim("POST", "/Users", { schemas: [USER], ...bad })).status, JSON.stringify(bad)).toBe(
        400,
      );
    expect((await scim("POST", "/Users", "not json")).body).toMatchObject({ scimType: "invalidSyntax" });
  });

  it("keeps the last active administrator", async () => {
    const globex = server.seed.tenants[1];
    const answer = await server.call(
      globex.scimToken,
      "PATCH",
      `/scim/v2/${globex.slug}/Users/${globex.owner.userId}`,
      { schemas: [PATCH], Operations: [{ op: "replace", path: "active", value: false }] },
      { "content-type": "application/scim+json" },
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/administrator/) as string },
    });
  });

  it("does not know other tenants' people, service accounts, or ids that are none", async () => {
    const { userId } = server.seed.fixtures.serviceAccountWithApps;
    for (const id of [
      server.seed.tenants[1].owner.userId,
      userId,
      "010",
      "10abc",
      "99999999999999999999",
      "x",
    ])
      for (const method of ["GET", "DELETE"])
        expect((await scim(method, `/Users/${id}`)).status, `${method} ${id}`).toBe(404);
  });

  it("has ETags, and changes nothing that was changed meanwhile", async () => {
    const { id } = await create();
    const read = await scim("GET", `/Users/${id}`);
    const etag = read.headers.get("etag")!;
    expect((await scim("GET", `/Users/${id}`, undefined, { "if-none-match": etag })).status).toBe(304);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const body = { schemas: [PATCH], Operations: [{ op: "replace", path: "displayName", value: "First" }] };
    expect((await scim("PATCH", `/Users/${id}`, body, { "if-match": etag })).status).toBe(200);
    expect((await scim("PATCH", `/Users/${id}`, body, { "if-match": etag })).status).toBe(412);
  });

  describe("groups", () => {
    const members = async () => {
      const { body } = await scim<{ members: { value: string }[] }>(
        "GET",
        `/Groups/${server.seed.tenants[0].governedRoleId}`,
      );
      return body.members.map(({ value }) => value).sort();
    };
    const change = (...Operations: object[]) =>
      scim("PATCH", `/Groups/${server.seed.tenants[0].governedRoleId}`, { schemas: [PATCH], Operations });

    it("shows governed roles only", async () => {
      const { governedRoleId, ungovernedRoleId } = server.seed.tenants[0];
      const { body } = await scim<List>("GET", "/Groups");
      expect(body.Resources.map(({ id }) => id)).toEqual([String(governedRoleId)]);
      expect((await scim("GET", `/Groups/${governedRoleId}`)).status).toBe(200);
      for (const method of ["GET", "PATCH", "PUT"]) {
        const sent =
          method === "GET" ? undefined : { Operations: [{ op: "add", path: "members", value: [] }] };
        expect((await scim(method, `/Groups/${ungovernedRoleId}`, sent)).status, method).toBe(404);
      }
      const named = await scim<List>(
        "GET",
        `/Groups?filter=${encodeURIComponent('displayName eq "staff"')}&excludedAttributes=members`,
      );
      expect(named.body.Resources[0]).not.toHaveProperty("members");
      expect((await scim("POST", "/Groups", { displayName: "Staff" })).body).toMatchObject({
        scimType: "uniqueness",
      });
      expect((await scim("POST", "/Groups", { displayName: "Pirates" })).status).toBe(403);
    });

    it("changes members in every form that providers use", async () => {
      const [a, b, c] = [(await create()).id, (await create()).id, (await create()).id];
      await change({ op: "Add", path: "members", value: [{ value: a }, { value: b }] });
      expect(await members()).toEqual([a, b].sort());
      expect((await scim<Resource>("GET", `/Users/${a}`)).body["groups"]).toMatchObject([
        { display: "Staff" },
      ]);
      await change({ op: "add", path: "members", value: [{ value: a }] });
      expect(await members()).toEqual([a, b].sort());
      await change({ op: "Remove", path: "members", value: [{ value: b }] });
      expect(await members()).toEqual([a]);
      await change({ op: "add", value: { members: [{ value: b }, { value: c }] } });
      await change({ op: "remove", path: `members[value eq "${a}"]` });
      expect(await members()).toEqual([b, c].sort());
      await change(
        { op: "replace", path: "displayName", value: "Renamed" },
        { op: "replace", value: { id: "x", externalId: "g-1" } },
      );
      expect(await members()).toEqual([b, c].sort());
      await change({ op: "replace", path: "members", value: [{ value: a }] });
      expect(await members()).toEqual([a]);
      const put = await scim("PUT", `/Groups/${server.seed.tenants[0].governedRoleId}`, {
        displayName: "Staff",
        members: [{ value: b }],
      });
      expect(put.status).toBe(200);
      expect(await members()).toEqual([b]);
      expect(
        (await change({ op: "add", path: "members", value: [{ value: a }, { value: "999999" }] })).status,
      ).toBe(400);
      expect(await members()).toEqual([b]);
      await change({ op: "remove", path: "members" });
      expect(await members()).toEqual([]);
    });
  });

  it("does many things in one Bulk request, and stops at as many errors as it is told", async () => {
    const role = server.seed.tenants[0].governedRoleId;
    const { status, body } = await scim<{
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
    expect((await find('userName eq "never@scim.example"')).totalResults).toBe(0);
  });

  it("has no /Me", async () => expect((await scim("GET", "/Me")).status).toBe(501));

  it("is closed while the tenant is suspended", async () => {
    const globex = server.seed.tenants[1];
    const set = (status: string) =>
      server.call(server.seed.platform.credential, "PATCH", `/api/v1/tenants/${globex.tenantId}`, { status });
    await set("suspended");
    expect((await server.call(globex.scimToken, "GET", `/scim/v2/${globex.slug}/Users`)).status).toBe(401);
    await set("active");
    expect((await server.call(globex.scimToken, "GET", `/scim/v2/${globex.slug}/Users`)).status).toBe(200);
  });
});
