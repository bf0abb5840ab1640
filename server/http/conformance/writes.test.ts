import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tenantCapabilityNames, type TenantCapability } from "@/server/kernel/capabilities";
import { conformance, refused, type Conformance } from "@/server/testing/conformance";
import { databaseKinds } from "@/server/testing/stores";

/* Rules for every write request (management.md §1.5; clarifications, general 4, 7 and 8). */

describe.each(databaseKinds)("writes, by the document, on %s", (kind) => {
  let at: Conformance;
  beforeAll(async () => void (at = await conformance(kind)), 120_000);
  afterAll(() => at.server.close());

  const newest = async () => {
    const { body } = await at.as("ReadAuditLog")<{
      events: { action: string; target: string; id: number }[];
    }>("GET", "/audit-events?limit=1");
    return body.events[0]!;
  };
  const send = (
    capability: TenantCapability,
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) =>
    at.server.call(at.fixtures.capabilityCredentials[capability]!, method, `/api/v1${path}`, body, headers);

  describe("that change nothing are recorded", () => {
    let userId: number;
    let appId: number;
    beforeAll(async () => {
      const user = await at.as("ManageUsers")<{ userId: number }>("POST", "/users", {
        email: "still@conformance.example",
      });
      const app = await at.as("RegisterApps")<{ appId: number }>("POST", "/apps", {
        name: "Still",
        redirectUris: ["https://still.example/callback"],
      });
      ({ userId } = user.body);
      ({ appId } = app.body);
    });

    it.each<[string, TenantCapability, () => [string, string, unknown?]]>([
      ["user_unlocked", "ManageUsers", () => ["POST", `/users/${userId}/unlock`]],
      ["user_reactivated", "ManageUsers", () => ["POST", `/users/${userId}/reactivate`]],
      ["sessions_revoked", "ManageSessions", () => ["DELETE", `/users/${userId}/sessions`]],
      ["app_access_changed", "RegisterApps", () => ["PUT", `/apps/${appId}/access`, { restricted: false }]],
    ])("%s", async (event, capability, request) => {
      const [method, path, body] = request();
      const answer = await at.as(capability)(method, path, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(await newest()).toMatchObject({ action: `management_api.${event}` });
    });
  });

  describe("accept the answer of a read", () => {
    it("of a machine-to-machine app, whose redirect URI is null", async () => {
      const [appId] = at.fixtures.serviceAccountWithApps.appIds;
      const apps = at.as("RegisterApps");
      const { body } = await apps("GET", `/apps/${appId}`);
      expect(body).toMatchObject({ redirectUri: null });
      expect(await apps("PATCH", `/apps/${appId}`, body)).toMatchObject({ status: 200, body });
    });

    it("of an app and of a user, and both keep their addresses", async () => {
      const apps = at.as("RegisterApps");
      const { body: made } = await apps<{ appId: number }>("POST", "/apps", {
        name: "Back",
        redirectUris: ["https://back.example/callback"],
      });
      const { body: app } = await apps("GET", `/apps/${made.appId}`);
      expect(await apps("PATCH", `/apps/${made.appId}`, app)).toMatchObject({ status: 200, body: app });
      expect(await apps("PATCH", `/apps/${made.appId}`, { redirectUri: null })).toMatchObject(
        refused(400, /redirectUri/),
      );
      const users = at.as("ManageUsers");
      const { body: person } = await users<{ userId: number }>("POST", "/users", {
        email: "back@conformance.example",
        createdAt: "2026-01-01T00:00:00Z",
      });
      const { body: user } = await users("GET", `/users/${person.userId}`);
      expect(await users("PATCH", `/users/${person.userId}`, user)).toMatchObject({
        status: 200,
        body: user,
      });
      expect(await users("PATCH", `/users/${person.userId}`, { email: null })).toMatchObject(
        refused(400, /email/),
      );
    });
  });

  it("keep the values from the creation of a thing", async () => {
    const source = { name: "Off", connectorName: "DirectoryFeed", enabled: false };
    const known = await at.as("ManageRoleSync")("POST", "/role-sync-sources", source);
    expect(known).toMatchObject({ status: 201, body: { enabled: false } });
    expect(
      await at.as("ManageRelationshipTags")("POST", "/relationship-tags", {
        name: "For all",
        isDefaultForSignup: true,
      }),
    ).toMatchObject({ status: 201, body: { isDefaultForSignup: true, isDefaultForInvites: false } });
  });

  it("refuse a field called __proto__ as unknown", async () => {
    expect(await send("ManageRoles", "POST", "/roles", '{"name":"Proto","__proto__":{"a":1}}')).toMatchObject(
      refused(400, /__proto__/),
    );
  });

  describe("with an Idempotency-Key", () => {
    it("answer the same status again, for any order of the fields", async () => {
      const headers = { "idempotency-key": `again-${kind}` };
      const field = {
        fieldName: "again",
        displayLabel: "Again",
        fieldType: "text",
        visibility: "admin_only",
      };
      expect((await send("ManageCustomFields", "POST", "/custom-fields", field)).status).toBe(201);
      const changed = { ...field, displayLabel: "Once more" };
      expect((await send("ManageCustomFields", "POST", "/custom-fields", changed, headers)).status).toBe(200);
      const turned = Object.fromEntries(Object.entries(changed).reverse());
      const replayed = await send("ManageCustomFields", "POST", "/custom-fields", turned, headers);
      expect(replayed.status).toBe(200);
      expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    });

    it("repeat the first answer, also if the request would now be refused", async () => {
      const headers = { "idempotency-key": `first-${kind}` };
      const name = { name: "Only once" };
      const first = await send("ManageRoles", "POST", "/roles", name, headers);
      expect(first.status).toBe(201);
      expect(await send("ManageRoles", "POST", "/roles", name, headers)).toMatchObject({
        status: 201,
        body: first.body,
      });
      expect((await send("ManageRoles", "POST", "/roles", { nonsense: 1 }, headers)).status).toBe(422);
    });
  });

  it("of one new custom field that arrive at once create it once", async () => {
    const field = { displayLabel: "Both", fieldType: "text", visibility: "admin_only" };
    for (let round = 0; round < 5; round++) {
      const fieldName = `both${round}`;
      const answers = await Promise.all(
        [1, 2].map(() => at.as("ManageCustomFields")("POST", "/custom-fields", { ...field, fieldName })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    }
  });

  it("of a role that is deleted at the same time succeed or answer 404", async () => {
    for (let round = 0; round < 5; round++) {
      const roles = at.as("ManageRoles");
      const { body } = await roles<{ roleId: number }>("POST", "/roles", { name: `Racing ${round}` });
      const answers = await Promise.all([
        roles("DELETE", `/roles/${body.roleId}`),
        roles("DELETE", `/roles/${body.roleId}`),
        roles("PATCH", `/roles/${body.roleId}`, { name: `Raced ${round}` }),
      ]);
      const [one, other, patched] = answers.map(({ status }) => status);
      expect([one, other].sort()).toEqual([200, 404]);
      expect([200, 404]).toContain(patched);
    }
  });

  it("name the platform's limits of token lifetimes", async () => {
    const policy = at.as("ManageSessionPolicy");
    const { body } = await policy<{ platformFloorAccessTokenSeconds: number }>("GET", "/token-policy");
    const most = body.platformFloorAccessTokenSeconds;
    for (const wrong of [299, most + 1, 100_000, 600.5, "x"])
      expect(
        await policy("PATCH", "/token-policy", { accessTokenLifetimeSeconds: wrong }),
        String(wrong),
      ).toMatchObject(refused(400, new RegExp(`accessTokenLifetimeSeconds.*300 to ${most}`)));
    expect(await policy("PATCH", "/token-policy", { accessTokenLifetimeSeconds: most })).toMatchObject({
      status: 200,
      body: { accessTokenLifetimeSeconds: most },
    });
  });

  it("without an answer have no content type", async () => {
    const rules = at.as("ManageAccessRules");
    const { status, body } = await rules<{ id: number }>("POST", "/geo-rules", {
      scope: "org",
      type: "sessions",
      maxSessions: 50,
      userId: null,
      expiresAt: "2026-01-01T00:00:00Z",
    });
    expect(status).toBe(201);
    const listed = await rules<{ id: number }[]>("GET", "/geo-rules");
    expect(
      listed.body.map(({ id }) => id),
      "it has expired",
    ).not.toContain(body.id);
    const gone = await rules("DELETE", `/geo-rules/${body.id}`);
    expect(gone).toMatchObject({ status: 204, body: null });
    expect(gone.headers.get("content-type")).toBeNull();
  });

  it("have a capability that this suite contains", () => {
    expect(Object.keys(at.fixtures.capabilityCredentials).sort()).toEqual([...tenantCapabilityNames].sort());
  });
});
