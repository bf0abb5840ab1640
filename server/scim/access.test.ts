import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { PATCH, scimWorld, type ScimWorld } from "@/server/testing/scim";

describe.each(databaseKinds)("SCIM on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  it("requires a token of this tenant", async () => {
    const none = await world.server.call(null, "GET", `${world.base}/Users`);
    expect(none).toMatchObject({ status: 401, body: { status: "401" } });
    expect(none.headers.get("www-authenticate")).toMatch(/^Bearer /);
    const oauth = await world.server.token(world.server.seed.tenants[0].credential);
    for (const token of ["nonsense", oauth, world.server.seed.tenants[1].scimToken])
      expect((await world.server.call(token, "GET", `${world.base}/Users`)).status).toBe(401);
    const management = await world.server.call(
      world.server.seed.tenants[0].scimToken,
      "GET",
      "/api/v1/users",
    );
    expect(management.status).toBe(401);
  });

  it("keeps the last active administrator", async () => {
    const globex = world.server.seed.tenants[1];
    const answer = await world.server.call(
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

  it("returns 404 for other tenants' users, service accounts and invalid ids", async () => {
    const { userId } = world.server.seed.fixtures.serviceAccountWithApps;
    for (const id of [
      world.server.seed.tenants[1].owner.userId,
      userId,
      "010",
      "10abc",
      "99999999999999999999",
      "x",
    ])
      for (const method of ["GET", "DELETE"])
        expect((await world.send(method, `/Users/${id}`)).status, `${method} ${id}`).toBe(404);
  });

  it("is refused while the tenant is suspended", async () => {
    const globex = world.server.seed.tenants[1];
    const set = (status: string) =>
      world.server.call(
        world.server.seed.platform.credential,
        "PATCH",
        `/api/v1/tenants/${globex.tenantId}`,
        { status },
      );
    await set("suspended");
    expect((await world.server.call(globex.scimToken, "GET", `/scim/v2/${globex.slug}/Users`)).status).toBe(
      401,
    );
    await set("active");
    expect((await world.server.call(globex.scimToken, "GET", `/scim/v2/${globex.slug}/Users`)).status).toBe(
      200,
    );
  });
});
