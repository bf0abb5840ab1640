import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { ENTERPRISE, scimWorld, USER, type Resource, type ScimWorld } from "@/server/testing/scim";

type Told = { bulkId?: string; status: string; location?: string; response?: { detail: string } };

describe.each(databaseKinds)("references in a Bulk request on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  const bulk = async (...Operations: object[]) => {
    const schemas = ["urn:ietf:params:scim:api:messages:2.0:BulkRequest"];
    return world.send<{ Operations: Told[] }>("POST", "/Bulk", { schemas, Operations });
  };
  const post = (bulkId: string, more: object = {}) => ({
    method: "POST",
    path: "/Users",
    bulkId,
    data: { schemas: [USER], userName: `${bulkId}@bulk.example`, ...more },
  });
  const managedBy = (bulkId: string) => ({ [ENTERPRISE]: { manager: { value: `bulkId:${bulkId}` } } });
  const idOf = (told: Told | undefined) => told!.location!.split("/").pop();

  it("can name the result of a later operation, and are answered in the order of the request", async () => {
    const { body } = await bulk(
      post("clerk", managedBy("chief")),
      {
        method: "PATCH",
        path: "/Users/bulkId:chief",
        data: { Operations: [{ op: "add", path: "title", value: "Chief" }] },
      },
      post("chief"),
    );
    expect(body.Operations).toMatchObject([
      { bulkId: "clerk", status: "201" },
      { method: "PATCH", status: "200" },
      { bulkId: "chief", status: "201" },
    ]);
    const chief = idOf(body.Operations[2]);
    expect(idOf(body.Operations[1])).toBe(chief);
    const clerk = await world.send<Resource>("GET", `/Users/${idOf(body.Operations[0])}`);
    expect(clerk.body[ENTERPRISE]).toEqual({ manager: { value: chief } });
    expect((await world.send<Resource>("GET", `/Users/${chief}`)).body["title"]).toBe("Chief");
  });

  it("refuse their operation if they lead nowhere, and are never stored", async () => {
    const { body } = await bulk(
      post("one", managedBy("other")),
      post("other", managedBy("one")),
      post("lost", managedBy("nobody")),
      post("failed", { active: "maybe" }),
      post("follows", managedBy("failed")),
      { method: "DELETE", path: "/Users/bulkId:nobody" },
      post("alone"),
    );
    expect(body.Operations.map(({ status }) => status)).toEqual([
      "409",
      "409",
      "409",
      "400",
      "409",
      "409",
      "201",
    ]);
    expect(body.Operations[2]!.response!.detail).toContain("bulkId:nobody");
    for (const name of ["one", "other", "lost", "follows"])
      expect((await world.find(`userName eq "${name}@bulk.example"`)).totalResults, name).toBe(0);
  });

  it("are recognized in paths of this organization's interface only, relative or absolute", async () => {
    const own = `${world.base}/Users`;
    const paths = [
      own,
      world.server.seed.baseUrl + own,
      "/scim/v2/globex/Users",
      "https://elsewhere.example/Users",
    ];
    const { body } = await bulk(...paths.map((path, index) => ({ ...post(`path${index}`), path })));
    expect(body.Operations.map(({ status }) => status)).toEqual(["201", "201", "400", "400"]);
  });

  it("are unique to one operation", async () => {
    const answer = await bulk(post("twice"), post("twice", { userName: "twice.again@bulk.example" }));
    expect(answer).toMatchObject({ status: 400, body: { scimType: "invalidSyntax" } });
    expect((await world.find('userName eq "twice@bulk.example"')).totalResults).toBe(0);
  });
});
