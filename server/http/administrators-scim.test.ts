import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";

/* Changes of administrators and owners by a SCIM token, over HTTP (docs/rights.md). */

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const BULK = "urn:ietf:params:scim:api:messages:2.0:BulkRequest";

describe.each(databaseKinds)("SCIM and administrators on %s", (kind) => {
  let server: TestServer;
  /** An ordinary administrator. */
  let admin: { userId: number; email: string };
  beforeAll(async () => {
    server = await startTestServer(kind);
    admin = server.seed.fixtures.plainUser;
    const input = { userId: admin.userId, role: "admin" };
    await server.call(all(), "POST", "/api/v1/admins", input);
  }, 120_000);
  afterAll(() => server.close());

  const all = () => server.seed.tenants[0].credential;
  const owner = () => server.seed.tenants[0].owner;
  const scim = (method: string, path: string, body?: unknown) =>
    server.call(
      server.seed.tenants[0].scimToken,
      method,
      `/scim/v2/${server.seed.tenants[0].slug}${path}`,
      body,
      {
        ...(body !== undefined && { "content-type": "application/scim+json" }),
      },
    );

  describe.each(["owner", "admin"] as const)("a SCIM token and the %s", (role) => {
    const target = () => (role === "owner" ? owner() : admin);
    const path = () => `/Users/${target().userId}`;
    const refused = {
      status: 403,
      body: { status: "403", detail: expect.stringContaining("administrator") as string },
    };
    const now = async () => (await scim("GET", path())).body;
    const patch = (...Operations: object[]) => scim("PATCH", path(), { schemas: [PATCH], Operations });
    const phone = [{ value: "+49 170 1234567", type: "work" }];

    it.each([
      ["userName", { userName: "taken@evil.example" }],
      ["emails", { emails: [{ value: "taken@evil.example", primary: true }] }],
      ["phoneNumbers", { phoneNumbers: phone }],
      ["externalId", { externalId: "another" }],
    ])("attack: changes %s by PUT and by PATCH", async (name, fields) => {
      const before = await now();
      expect(await scim("PUT", path(), { ...before, ...fields })).toMatchObject(refused);
      const [value] = Object.values(fields) as unknown[];
      expect(await patch({ op: "replace", path: name, value })).toMatchObject(refused);
      // The whole request is refused, including its permitted changes.
      expect(
        await patch(
          { op: "replace", path: "displayName", value: "Half" },
          { op: "replace", path: name, value },
        ),
      ).toMatchObject(refused);
      expect(await now()).toEqual(before);
    });

    it("attack: changes the address in a bulk", async () => {
      const before = await now();
      const data = {
        schemas: [PATCH],
        Operations: [{ op: "replace", value: { userName: "b@evil.example" } }],
      };
      const { body } = await scim("POST", "/Bulk", {
        schemas: [BULK],
        Operations: [{ method: "PATCH", path: path(), data }],
      });
      expect(body).toMatchObject({ Operations: [{ status: "403" }] });
      expect(await now()).toEqual(before);
    });

    it("attack: deactivates by PATCH, PUT and DELETE", async () => {
      const before = await now();
      // The refusal for the only owner has another status, because an organization must keep its last owner.
      const status = role === "owner" ? 400 : 403;
      expect(await patch({ op: "replace", path: "active", value: false })).toMatchObject({ status });
      expect(await scim("PUT", path(), { ...before, active: false })).toMatchObject({ status });
      expect(await scim("DELETE", path())).toMatchObject({ status });
      expect(await now()).toEqual(before);
    });

    it("attack: rewrites the stored address in another letter case", async () => {
      const before = await now();
      const shouted = String(before["userName"]).toUpperCase();
      const { body } = await scim("PUT", path(), { ...before, userName: shouted });
      expect(body["userName"]).toBe(before["userName"]);
      const stored = await server.call(all(), "GET", `/api/v1/users/${target().userId}`);
      expect(stored.body).toMatchObject({ email: target().email });
    });

    it("changes names and other attributes", async () => {
      const before = await now();
      const changed = await scim("PUT", path(), { ...before, displayName: `New ${role}`, title: "Head" });
      expect(changed).toMatchObject({ status: 200, body: { displayName: `New ${role}`, title: "Head" } });
      expect((await patch({ op: "add", path: "nickName", value: "Nick" })).status).toBe(200);
    });
  });

  it("attack: a SCIM token reactivates an administrator whom an owner suspended", async () => {
    const path = `/api/v1/users/${admin.userId}`;
    expect((await server.call(all(), "DELETE", path)).status).toBe(200);
    const Operations = [{ op: "replace", path: "active", value: true }];
    const answer = await scim("PATCH", `/Users/${admin.userId}`, { schemas: [PATCH], Operations });
    expect(answer).toMatchObject({ status: 403, body: { status: "403" } });
    expect(await server.call(all(), "GET", path)).toMatchObject({ body: { status: "suspended" } });
    expect((await server.call(all(), "POST", `${path}/reactivate`)).status).toBe(200);
  });

  it("deactivates and reactivates a user without administrator rights by SCIM", async () => {
    const { body } = await scim("POST", "/Users", { schemas: [USER], userName: "ordinary@scim.example" });
    const path = `/Users/${String(body["id"])}`;
    for (const value of [false, true]) {
      const Operations = [{ op: "replace", path: "active", value }];
      expect(await scim("PATCH", path, { schemas: [PATCH], Operations })).toMatchObject({
        status: 200,
        body: { active: value },
      });
    }
  });
});
