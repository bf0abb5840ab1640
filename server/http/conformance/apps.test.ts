import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import {
  anId,
  conformance,
  refused,
  timestamp,
  type Call,
  type Conformance,
} from "@/server/testing/conformance";

describe.each(databaseKinds)("apps, by the document, on %s", (kind) => {
  let at: Conformance;
  beforeAll(async () => void (at = await conformance(kind)), 120_000);
  afterAll(() => at.server.close());
  const apps = (): Call => at.as("RegisterApps");
  const register = async (input: object = {}) =>
    (
      await apps()<{ appId: number; clientId: string; clientSecret: string }>("POST", "/apps", {
        name: "Shop",
        redirectUris: ["https://shop.example/cb", "https://shop.example/other"],
        ...input,
      })
    ).body;

  /** Returns true if the token is active. The app introspects its own token, at the endpoint that discovery names. */
  async function active(
    { clientId, clientSecret }: { clientId: string; clientSecret: string },
    token: string,
  ) {
    const discovery = await fetch(`${at.server.url}/.well-known/openid-configuration`);
    const { introspection_endpoint: endpoint } = (await discovery.json()) as {
      introspection_endpoint: string;
    };
    const { pathname } = new URL(endpoint);
    const answer = await fetch(at.server.url + pathname, {
      method: "POST",
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token }),
    });
    return ((await answer.json()) as { active?: boolean }).active ?? false;
  }
  const refresh = async (app: { clientId: string; clientSecret: string; refreshToken: string }) =>
    fetch(`${at.server.url}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        client_id: app.clientId,
        client_secret: app.clientSecret,
        refresh_token: app.refreshToken,
      }),
    });

  it("registers, reads, changes, rotates and deletes", async () => {
    const created = await register();
    expect(created).toEqual({
      appId: anId,
      clientId: expect.any(String) as string,
      clientSecret: expect.any(String) as string,
    });
    const { appId, clientId } = created;
    const app = {
      appId,
      name: "Shop",
      clientId,
      redirectUri: "https://shop.example/cb",
      additionalRedirectUris: ["https://shop.example/other"],
      clientType: "confidential",
      requirePkce: true,
      allowDeviceFlow: false,
      allowEndUserSignIn: true,
      allowTenantAdminSignIn: true,
      signingAlgorithm: "RS256",
      createdAt: timestamp,
    };
    expect(await apps()("GET", `/apps/${appId}`)).toMatchObject({ status: 200, body: app });
    expect((await apps()<object[]>("GET", "/apps")).body).toContainEqual(app);
    const patched = await apps()("PATCH", `/apps/${appId}`, { ...app, name: "Store", requirePkce: false });
    expect(patched).toMatchObject({ status: 200, body: { ...app, name: "Store", requirePkce: false } });
    const rotated = await apps()<{ clientSecret: string }>("POST", `/apps/${appId}/secret/rotate`);
    expect(rotated).toMatchObject({
      status: 200,
      body: { appId, clientSecret: expect.any(String) as string },
    });
    expect(rotated.body.clientSecret).not.toBe(created.clientSecret);
    expect(await apps()("DELETE", `/apps/${appId}`)).toMatchObject({
      status: 200,
      body: { appId, deleted: true },
    });
    expect(await apps()("GET", `/apps/${appId}`)).toMatchObject(refused(404));
  });

  it.each([
    [{ name: undefined }, /name/],
    [{ redirectUris: undefined }, /redirectUris/],
    [{ redirectUris: [] }, /redirectUris/],
    [{ redirectUris: ["/relative"] }, /redirectUris/],
    [{ redirectUris: ["https://a.example/#fragment"] }, /redirectUris/],
    [{ redirectUris: ["https://*.example/"] }, /redirectUris/],
    [{ redirectUris: ["https://a.%2A.example/"] }, /redirectUris/],
    [{ redirectUris: ["app://*.example/"] }, /redirectUris/],
    [{ redirectUris: ["http://a.example/cb"] }, /redirectUris/],
    [{ colour: "red" }, /colour/],
  ])("refuses to register %j", async (input, naming) => {
    expect(
      await apps()("POST", "/apps", { name: "Shop", redirectUris: ["https://a.example/cb"], ...input }),
    ).toMatchObject(refused(400, naming));
  });

  it("accepts http for loopback hosts and custom schemes", async () => {
    expect(
      await register({
        redirectUris: ["http://localhost:3000/cb", "http://127.0.0.1/cb", "com.example.app:/cb"],
      }),
    ).toHaveProperty("appId");
  });

  it("refuses to disallow sign-ins of both users and administrators (400)", async () => {
    const { appId } = await register();
    expect((await apps()("PATCH", `/apps/${appId}`, { allowEndUserSignIn: false })).status).toBe(200);
    expect(await apps()("PATCH", `/apps/${appId}`, { allowTenantAdminSignIn: false })).toMatchObject(
      refused(400),
    );
  });

  it("answers every change of access with the whole access object", async () => {
    const { appId } = await register();
    const { userId } = at.fixtures.plainUser;
    const { tagId } = at.fixtures.taggedUser;
    const empty = { appId, restricted: false, grantedUserIds: [], grantedTagIds: [], excludedUserIds: [] };
    const access = `/apps/${appId}/access`;
    expect(await apps()("GET", access)).toMatchObject({ status: 200, body: empty });
    const steps: [method: string, path: string, body: object | undefined, expected: object][] = [
      ["PUT", access, { restricted: true }, { ...empty, restricted: true }],
      ["POST", `${access}/users/${userId}`, undefined, { grantedUserIds: [userId] }],
      ["POST", `${access}/users/${userId}`, undefined, { grantedUserIds: [userId] }],
      ["POST", `${access}/tags/${tagId}`, undefined, { grantedTagIds: [tagId] }],
      ["POST", `${access}/exclusions/${userId}`, undefined, { excludedUserIds: [userId] }],
      ["DELETE", `${access}/users/${userId}`, undefined, { grantedUserIds: [] }],
      ["DELETE", `${access}/tags/${tagId}`, undefined, { grantedTagIds: [] }],
      ["DELETE", `${access}/exclusions/${userId}`, undefined, { excludedUserIds: [] }],
      ["PUT", access, { restricted: false }, empty],
    ];
    for (const [method, path, body, expected] of steps) {
      expect(await apps()(method, path, body), `${method} ${path}`).toMatchObject({
        status: 200,
        body: expected,
      });
    }
    for (const list of [`users/${userId}`, `tags/${tagId}`, `exclusions/${userId}`])
      expect(await apps()("DELETE", `${access}/${list}`), list).toMatchObject(refused(404));
    expect(await apps()("POST", `${access}/users/999999`)).toMatchObject(refused(404));
    expect(await apps()("PUT", access, { restricted: "yes" })).toMatchObject(refused(400, /restricted/));
  });

  it("ends tokens at once when access is removed", async () => {
    const { connectedApp, connectedApps, taggedUser } = at.fixtures;
    const [offList, excluded, deleted, restricted, suspended, locked] = connectedApps;
    const cases: [string, typeof connectedApp, () => Promise<unknown>][] = [
      [
        "the app withdrawn",
        connectedApp,
        () =>
          at.as("ManageConnectedApps")(
            "DELETE",
            `/users/${connectedApp.userId}/connected-apps/${connectedApp.appId}`,
          ),
      ],
      [
        "taken off the guest list",
        offList!,
        () => apps()("DELETE", `/apps/${offList!.appId}/access/users/${offList!.userId}`),
      ],
      [
        "excluded",
        excluded!,
        () => apps()("POST", `/apps/${excluded!.appId}/access/exclusions/${excluded!.userId}`),
      ],
      ["the app deleted", deleted!, () => apps()("DELETE", `/apps/${deleted!.appId}`)],
      [
        "the app restricted",
        restricted!,
        () => apps()("PUT", `/apps/${restricted!.appId}/access`, { restricted: true }),
      ],
      ["suspended", suspended!, () => at.as("ManageUsers")("DELETE", `/users/${suspended!.userId}`)],
      [
        "locked with endSessions",
        locked!,
        () =>
          at.as("ManageUsers")("POST", `/users/${locked!.userId}/lock`, {
            durationMinutes: 5,
            endSessions: true,
          }),
      ],
      [
        "the tag removed",
        taggedUser,
        () => apps()("DELETE", `/apps/${taggedUser.appId}/access/tags/${taggedUser.tagId}`),
      ],
    ];
    for (const [name, app, end] of cases) {
      expect(await active(app, app.accessToken), name).toBe(true);
      expect(await end(), name).toMatchObject({ status: 200 });
      expect(await active(app, app.accessToken), name).toBe(false);
      expect(await active(app, app.refreshToken), name).toBe(false);
      expect((await refresh(app)).ok, name).toBe(false);
    }
  });

  it("lists connected apps", async () => {
    const { body } = await at.as("ManageConnectedApps")<object[]>("GET", "/connected-apps");
    for (const app of body) {
      expect(app).toMatchObject({
        appId: anId,
        distinctUserCount: anId,
        activeNowCount: anId,
        lastTokenIssuedAt: timestamp,
      });
    }
    const manage = at.as("ManageConnectedApps");
    expect((await manage("GET", `/users/${at.fixtures.plainUser.userId}/connected-apps`)).body).toEqual([]);
    expect(await manage("GET", "/users/999999/connected-apps")).toMatchObject(refused(404));
    const { userId, appId } = at.fixtures.connectedApp;
    expect(await manage("DELETE", `/users/${userId}/connected-apps/${appId}`)).toMatchObject(refused(404));
  });

  it("enables only approved connectors", async () => {
    const { appId, approved, unapproved } = at.fixtures.connectorApp;
    const connectors = at.as("ManageConnectors");
    const path = `/apps/${appId}/connectors`;
    const { status, body } = await connectors<object[]>("GET", path);
    expect(status).toBe(200);
    expect(body).toContainEqual({ name: approved, enabled: false });
    for (const enabled of [true, false]) {
      expect(await connectors("PATCH", path, { name: approved, enabled })).toMatchObject({
        status: 200,
        body: { name: approved, enabled },
      });
    }
    expect(await connectors("PATCH", path, { name: unapproved, enabled: true })).toMatchObject(refused(400));
    expect(await connectors("PATCH", path, { name: "no such", enabled: true })).toMatchObject(refused(404));
    expect(await connectors("PATCH", path, { name: approved })).toMatchObject(refused(400, /enabled/));
  });
});
