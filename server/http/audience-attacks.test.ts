import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setApiApp } from "@/server/domain/apis/api-apps";
import { createApi, deleteApi, getApi } from "@/server/domain/apis/apis";
import { createApp } from "@/server/domain/apps/apps";
import { setAppProtocol } from "@/server/domain/apps/console";
import { createMachineApp, setAppOwnScopes } from "@/server/domain/apps/machine";
import { deleteApp } from "@/server/domain/apps/removal";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import { TENANT_HEADER } from "@/server/kernel/http/workspace";
import { takeLostAudiences } from "@/server/domain/apis/worker";
import { systemSubject, type TenantActor } from "@/server/kernel/operation/actor";
import { refusal, tenantActor } from "@/server/testing/operations";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { consoleCookie } from "@/server/testing/sign-in";
import { databaseKinds } from "@/server/testing/stores";

/*
 * Attacks on tokens of apps. An audience of access tokens belongs to one organization. An app's token can render documents only
 * with the scope for rendering.
 */

const none = { requirePushedRequests: false, requireDpop: false, backchannelLogoutUri: null };

describe.each(databaseKinds)("tokens of apps on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());

  const [acme, globex] = [0, 1] as const;
  const tenant = (of: 0 | 1) => server.seed.tenants[of];
  const actor = (of: 0 | 1) => tenantActor(tenant(of).tenantId);
  async function app(of: 0 | 1) {
    const { execute } = server.container;
    const input = { name: `App ${Math.random()}`, redirectUris: ["https://app.example/cb"] };
    return execute(actor(of), createApp, input);
  }
  const set = (of: 0 | 1, appId: number, apiAudience: string | null) =>
    server.container.execute(actor(of), setAppProtocol, { appId, ...none, apiAudience });
  async function withAudience(of: 0 | 1, audience: string) {
    const { appId, clientId } = await app(of);
    await set(of, appId, audience);
    return { appId, clientId };
  }
  /** Returns the error of /authorize for this `resource`. Returns null if /authorize continues. */
  async function answer(clientId: string, resource: string) {
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: "code",
      redirect_uri: "https://app.example/cb",
      scope: "openid",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
      resource,
    });
    const { headers } = await fetch(`${server.url}/authorize?${query}`, { redirect: "manual" });
    const location = new URL(headers.get("location") ?? "", server.url);
    return location.searchParams.get("error");
  }
  const lookAgain = () =>
    takeLostAudiences({
      database: server.database,
      execute: server.container.execute,
      actor: (tenantId): TenantActor => ({
        ...tenantActor(tenantId),
        channel: "system",
        subject: systemSubject("OpenID Connect provider"),
        capabilities: administratorCapabilities.owner,
      }),
    });
  const verify = (of: 0 | 1, domain: string) =>
    server.container.stores.tenant(tenant(of).tenantId).write(async (tx) => {
      const now = new Date();
      await tx.customDomains.put({
        domain,
        verifyToken: "x",
        verifiedAt: now,
        verifiedKey: domain,
        createdAt: now,
      });
      await tx.takeAudiences(domain);
    });

  it("attack: a second organization names the audience of the first one's API, over HTTP", async () => {
    const audience = "https://api.shop.example/v1";
    const first = await withAudience(acme, audience);
    expect(await answer(first.clientId, audience)).toBeNull();
    const second = await app(globex);
    const { owner, slug } = tenant(globex);
    const cookie = await consoleCookie(server.container.auth, server.url, { ...owner, ip: "192.0.2.9" });
    const refused = await server.call(
      null,
      "POST",
      "/api/trpc/apps.setProtocol",
      { appId: second.appId, ...none, apiAudience: audience },
      {
        cookie,
        origin: server.url,
        "sec-fetch-site": "same-origin",
        [TENANT_HEADER]: slug,
      },
    );
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("apiAudience");
    // The refusal does not reveal which organization owns the audience.
    expect(JSON.stringify(refused.body)).not.toMatch(/acme/i);
    expect(await answer(second.clientId, audience)).toBe("invalid_target");
  });

  it.each([
    "https://API.Spelled.example/v1",
    "HTTPS://api.spelled.example:443/v1",
    "https://api.spelled.example/v1/",
    "https://api.spelled.example/v1///",
    "https://api.spelled.example./v1",
    "https://api.spelled.example/x/../v1",
    "https://api.spelled.example/V1",
    "https://ａpi.spelled.example/v1",
  ])("attack: a second organization names the audience as %s", async (look) => {
    const audience = "https://api.spelled.example/v1";
    const { appId } = await withAudience(acme, audience);
    const { appId: other } = await app(globex);
    await expect(set(globex, other, look)).rejects.toMatchObject(refusal(400, "apiAudience"));
    await server.container.execute(actor(acme), deleteApp, { appId });
    // After an organization releases the audience, any organization can claim it.
    await set(globex, other, audience);
    await set(globex, other, null);
  });

  it("attack: an app names the installation itself, or an organization's issuer, as its API", async () => {
    const { appId } = await app(globex);
    await verify(acme, "login.acme-issuer.example");
    for (const own of [
      server.url,
      `${server.url}/`,
      `${server.url}/api/v1`,
      `${server.url.replace("http:", "HTTP:")}/token`,
      "https://login.acme-issuer.example",
      "https://login.acme-issuer.example/api/v1",
    ])
      await expect(set(globex, appId, own), own).rejects.toMatchObject(refusal(400, "apiAudience"));
  });

  it("an audience is shared by the apps of one organization, and released with the last of them", async () => {
    const audience = "https://api.shared.example";
    const one = await withAudience(acme, audience);
    await withAudience(acme, audience);
    const { appId: foreign } = await app(globex);
    await server.container.execute(actor(acme), deleteApp, { appId: one.appId });
    await expect(set(globex, foreign, audience)).rejects.toMatchObject(refusal(400, "apiAudience"));
  });

  it("an audience belongs to one of two organizations that claim it at the same time", async () => {
    const [a, b] = [await app(acme), await app(globex)];
    const audience = "https://api.race.example";
    const outcomes = await Promise.allSettled([set(acme, a.appId, audience), set(globex, b.appId, audience)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("attack: a squatter names an audience under a domain before its organization has verified that", async () => {
    const audience = "https://api.owned.example/orders";
    const squatter = await withAudience(globex, audience);
    const beside = await withAudience(globex, "https://api.notowned.example");
    expect(await answer(squatter.clientId, audience)).toBeNull();
    await verify(acme, "owned.example");
    // /authorize refuses the audience at once. The server records the loss of the audience within a minute.
    expect(await answer(squatter.clientId, audience)).toBe("invalid_target");
    await lookAgain();
    const store = server.container.stores.tenant(tenant(globex).tenantId);
    expect(await store.read((tx) => tx.apps.get(squatter.appId))).toMatchObject({ apiAudience: null });
    const events = await store.read((tx) => tx.auditEvents.list({}));
    expect(events).toContainEqual(
      expect.objectContaining({
        action: "system.app_updated",
        target: `app:${squatter.appId}`,
        changes: { apiAudience: { from: audience, to: null } },
      }),
    );
    const alerts = await store.read((tx) => tx.securityAlerts.list({}));
    expect(alerts.map(({ alertType }) => alertType)).toContain("audience_lost");
    expect(await store.read((tx) => tx.apps.get(beside.appId))).toMatchObject({
      apiAudience: "https://api.notowned.example",
    });
    await expect(set(globex, squatter.appId, audience)).rejects.toMatchObject(refusal(400, "apiAudience"));
    expect(await answer((await withAudience(acme, audience)).clientId, audience)).toBeNull();
  });

  it("attack: a squatter creates an API under a domain before its organization has verified that", async () => {
    const { execute } = server.container;
    const audience = "https://api.declared.example/orders";
    const { appId, clientId } = await app(globex);
    const { apiId } = await execute(actor(globex), createApi, { name: "Orders", audience });
    await execute(actor(globex), setApiApp, { apiId, appId, forUsers: true, forItself: false });
    expect(await answer(clientId, audience)).toBeNull();
    await verify(acme, "declared.example");
    expect(await answer(clientId, audience)).toBe("invalid_target");
    await lookAgain();
    await lookAgain();
    expect(await execute(actor(globex), getApi, { apiId })).toMatchObject({ audienceLost: true });
    const store = server.container.stores.tenant(tenant(globex).tenantId);
    const events = await store.read((tx) => tx.auditEvents.list({}));
    expect(
      events.filter(({ target, action }) => target === `api:${apiId}` && /^system\./.test(action)),
    ).toEqual([
      expect.objectContaining({
        action: "system.api_updated",
        changes: { audienceLost: { from: false, to: true } },
      }),
    ]);
    await execute(actor(globex), deleteApi, { apiId });
    await expect(execute(actor(globex), createApi, { name: "Orders", audience })).rejects.toMatchObject(
      refusal(400, "audience"),
    );
    await execute(actor(acme), createApi, { name: "Orders", audience });
    // An API names no address of the installation, and no issuer of an organization.
    await verify(acme, "login.acme-issuer.example");
    for (const own of [server.url, `${server.url}/api/v1`, "https://login.acme-issuer.example/orders"])
      await expect(
        execute(actor(acme), createApi, { name: "Own", audience: own }),
        own,
      ).rejects.toMatchObject(refusal(400, "audience"));
  });

  it("attack: an app claims the lost audience again before the server has removed it", async () => {
    const audience = "https://api.lost-at-once.example/v1";
    const { appId } = await withAudience(globex, audience);
    await verify(acme, "lost-at-once.example");
    await expect(set(globex, appId, audience)).rejects.toMatchObject(refusal(400, "apiAudience"));
    await set(globex, appId, null);
  });

  it("attack: the token of a machine-to-machine app renders a PDF", async () => {
    const { execute } = server.container;
    const machine = await execute(actor(acme), createMachineApp, { name: "Nightly" });
    const body = { template: { type: "base64", content: Buffer.from("<p>x</p>").toString("base64") } };
    const render = (by: string) => server.call(by, "POST", "/api/render/pdf", body);
    const token = await server.token(machine);
    const refused = await render(token);
    expect(refused).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
    expect(refused.headers.get("www-authenticate")).toContain('scope="documents:render"');
    // The token endpoint refuses a scope that the app does not have.
    await expect(server.token(machine, "documents:render")).rejects.toThrow(/invalid_scope/);

    await execute(actor(acme), setAppOwnScopes, { appId: machine.appId, ownScopes: ["documents:render"] });
    expect((await render(token)).status).toBe(403);
    const allowed = await server.token(machine, "documents:render");
    expect((await render(allowed)).status).toBe(200);
    // The scope permits only rendering. The management interface refuses the token.
    expect(await server.call(allowed, "GET", "/api/v1/users")).toMatchObject({ status: 403 });
    await execute(actor(acme), setAppOwnScopes, { appId: machine.appId, ownScopes: [] });
    expect((await render(allowed)).status).toBe(403);
    // The renderer refuses an access token that an app received for a user.
    expect((await render(server.seed.fixtures.connectedApp.accessToken)).status).toBe(401);
  });
});
