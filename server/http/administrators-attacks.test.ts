import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TENANT_HEADER } from "@/server/kernel/http/workspace";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { consoleCookie } from "@/server/testing/sign-in";
import { databaseKinds } from "@/server/testing/stores";

/* Escalation to the rights of an administrator or an owner, over HTTP (docs/rights.md). */

describe.each(databaseKinds)("administrators on %s", (kind) => {
  let server: TestServer;
  /** An ordinary administrator in the console. */
  let admin: { userId: number; email: string; cookie: string };
  beforeAll(async () => {
    server = await startTestServer(kind);
    const { plainUser } = server.seed.fixtures;
    const [acme] = server.seed.tenants;
    await server.call(acme.credential, "POST", "/api/v1/admins", { userId: plainUser.userId, role: "admin" });
    admin = { ...plainUser, cookie: await cookieOf(plainUser) };
  }, 120_000);
  afterAll(() => server.close());

  const cookieOf = (person: { email: string; password: string }) =>
    consoleCookie(server.container.auth, server.url, { ...person, ip: "192.0.2.9" });
  const inConsole = (procedure: string, input: object, cookie = admin.cookie) =>
    server.call<{ error?: { message?: string } }>(null, "POST", `/api/trpc/${procedure}`, input, {
      cookie,
      origin: server.url,
      "sec-fetch-site": "same-origin",
      [TENANT_HEADER]: server.seed.tenants[0].slug,
    });
  const only = (capability: string) => server.seed.fixtures.capabilityCredentials[capability]!;
  const all = () => server.seed.tenants[0].credential;
  const owner = () => server.seed.tenants[0].owner;
  const invite = (by: Parameters<TestServer["call"]>[0], userKind: string) =>
    server.call(by, "POST", "/api/v1/invitations", { email: `g${Math.random()}@example.com`, userKind });

  it("attack: a credential with ManageInvitations alone invites an administrator and gets the token", async () => {
    expect(await invite(only("ManageInvitations"), "tenant_admin")).toMatchObject({
      status: 403,
      body: {
        error: "insufficient_scope",
        error_description: expect.stringContaining("ManageTenantAdmins") as string,
      },
    });
    expect((await invite(only("ManageInvitations"), "end_user")).status).toBe(201);
    expect((await invite(all(), "tenant_admin")).status).toBe(201);
  });

  it("attack: a credential with ManageInvitations alone revokes the invitation of an administrator", async () => {
    const email = "revoked@example.com";
    await server.call(all(), "POST", "/api/v1/invitations", { email, userKind: "tenant_admin" });
    const { body } = await server.call<{ invitationId: number; email: string }[]>(
      only("ManageInvitations"),
      "GET",
      "/api/v1/invitations",
    );
    const { invitationId } = body.find((one) => one.email === email)!;
    const path = `/api/v1/invitations/${invitationId}`;
    expect(await server.call(only("ManageInvitations"), "DELETE", path)).toMatchObject({ status: 403 });
    expect(await server.call(all(), "DELETE", path)).toMatchObject({ status: 200 });
  });

  it("attack: an ordinary administrator invites an administrator in the console", async () => {
    const refused = await inConsole("invitations.create", {
      email: "x@example.com",
      userKind: "tenant_admin",
    });
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).toContain("ManageTenantAdmins");
    const person = await inConsole("invitations.create", { email: "x@example.com", userKind: "end_user" });
    expect(person.status).toBe(200);
    const asOwner = await cookieOf(owner());
    const input = { email: "y@example.com", userKind: "tenant_admin" };
    expect((await inConsole("invitations.create", input, asOwner)).status).toBe(200);
  });

  it("attack: an ordinary administrator moves a planted account to another address, and keeps it when an owner names it", async () => {
    const store = server.container.stores.tenant(server.seed.tenants[0].tenantId);
    const planted = await store.write((tx) =>
      tx.users.insert({ email: "e@evil.example", passwordHash: "planted", emailVerifiedAt: new Date() }),
    );
    const input = { userId: planted.id, email: "coo@acme.example", name: "Carla COO" };
    expect((await inConsole("users.update", input)).status).toBe(200);
    const role = { userId: planted.id, role: "owner" };
    expect((await inConsole("administrators.add", role, await cookieOf(owner()))).status).toBe(200);
    // The person who planted the account has neither its password nor a mail.
    expect(await store.read((tx) => tx.users.get(planted.id))).toMatchObject({
      passwordHash: null,
      emailVerifiedAt: null,
    });
    await server.call(all(), "POST", "/api/v1/admins", { ...role, role: "admin" });
    await server.call(all(), "DELETE", `/api/v1/admins/${planted.id}`);
    // An account that nobody has used can still be promoted.
    const fresh = { email: "fresh.admin@acme.example" };
    const { body } = await server.call<{ userId: number }>(all(), "POST", "/api/v1/users", fresh);
    const { userId } = body;
    expect(
      (await server.call(all(), "POST", "/api/v1/admins", { userId, role: "admin" })).status,
    ).toBeLessThan(300);
  });

  it("attack: an ordinary administrator approves an MFA reset of an owner", async () => {
    const requestOf = (userId: number) =>
      server.container.stores
        .tenant(server.seed.tenants[0].tenantId)
        .write((tx) => tx.mfaResetRequests.insert({ userId, expiresAt: new Date("2099-01-01T00:00:00Z") }));
    const { id } = await requestOf(owner().userId);
    const path = `/api/v1/mfa-resets/${id}/approve`;
    expect((await inConsole("mfaResets.approve", { requestId: id })).status).toBe(403);
    expect(await server.call(only("ManageMfaResets"), "POST", path, {})).toMatchObject({
      status: 403,
      body: { error: "insufficient_scope" },
    });
    expect((await server.call(all(), "POST", path, {})).status).toBe(200);
    const [ordinary] = server.seed.fixtures.mfaResetRequestIds;
    const seeded = `/api/v1/mfa-resets/${ordinary}/approve`;
    expect((await server.call(only("ManageMfaResets"), "POST", seeded, {})).status).toBe(200);
  });

  it("attack: an ordinary administrator denies each MFA reset of an owner", async () => {
    const store = server.container.stores.tenant(server.seed.tenants[0].tenantId);
    const requestOf = async (userId: number) => {
      const values = { userId, expiresAt: new Date("2099-01-01T00:00:00Z") };
      return (await store.write((tx) => tx.mfaResetRequests.insert(values))).id;
    };
    const requestId = await requestOf(owner().userId);
    expect((await inConsole("mfaResets.deny", { requestId })).status).toBe(403);
    const path = `/api/v1/mfa-resets/${requestId}/deny`;
    expect(await server.call(only("ManageMfaResets"), "POST", path, {})).toMatchObject({
      status: 403,
      body: { error: "insufficient_scope", error_description: expect.stringContaining("deny") as string },
    });
    expect((await server.call(all(), "POST", path, {})).status).toBe(200);
    // Nobody decides on the own request.
    const own = await requestOf(admin.userId);
    expect((await inConsole("mfaResets.deny", { requestId: own })).status).toBe(403);
  });

  it("attack: an ordinary administrator reactivates a service account that an owner suspended", async () => {
    const asOwner = await cookieOf(owner());
    const accountWith = async (capability: string) => {
      const name = `Robot ${capability}`;
      const input = { name, capabilities: [capability] };
      expect((await inConsole("credentials.create", input, asOwner)).status).toBe(200);
      const store = server.container.stores.tenant(server.seed.tenants[0].tenantId);
      const accounts = await store.read((tx) => tx.users.list());
      const { id } = accounts.find((one) => one.kind === "service_account" && one.name === name)!;
      expect((await inConsole("serviceAccounts.suspend", { userId: id }, asOwner)).status).toBe(200);
      return { userId: id };
    };
    const strong = await accountWith("ManageTenantAdmins");
    const refused = await inConsole("serviceAccounts.reactivate", strong);
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).toContain("ManageTenantAdmins");
    expect((await inConsole("serviceAccounts.reactivate", strong, asOwner)).status).toBe(200);
    const ordinary = await accountWith("ManageUsers");
    expect((await inConsole("serviceAccounts.reactivate", ordinary)).status).toBe(200);
  });

  const keepsOut = {
    "refuses every address": { type: "ip", effect: "deny", cidrs: ["0.0.0.0/0", "::/0"] },
    "allows one device": { type: "devices", maxDevices: 1 },
    "ends sessions after a minute": { type: "sessionlength", maxSessionMinutes: 1 },
  };
  it.each(Object.entries(keepsOut))(
    "attack: a credential with ManageAccessRules alone keeps an administrator out by a rule that %s",
    async (_what, rule) => {
      for (const userId of [admin.userId, owner().userId]) {
        const named = { scope: "user", userId, ...rule };
        const refused = { status: 403, body: { error: "insufficient_scope" } };
        expect(
          await server.call(only("ManageAccessRules"), "POST", "/api/v1/geo-rules", named),
        ).toMatchObject(refused);
        expect((await inConsole("accessRules.create", named)).status).toBe(403);
        const { body, status } = await server.call<{ id: number }>(all(), "POST", "/api/v1/geo-rules", named);
        expect(status).toBe(201);
        const path = `/api/v1/geo-rules/${body.id}`;
        expect(await server.call(only("ManageAccessRules"), "DELETE", path)).toMatchObject(refused);
        expect((await server.call(all(), "DELETE", path)).status).toBe(204);
      }
    },
  );

  it("attack: a rule of the organization ends an owner's sessions at the console after a minute", async () => {
    const rule = { scope: "org", type: "sessionlength", maxSessionMinutes: 1 };
    const made = await server.call<{ id: number }>(
      only("ManageAccessRules"),
      "POST",
      "/api/v1/geo-rules",
      rule,
    );
    expect(made.status).toBe(201);
    await cookieOf(owner());
    const sessions = await server.container.stores
      .tenant(server.seed.tenants[0].tenantId)
      .read((tx) => tx.sessions.list({}));
    const newest = sessions
      .filter(({ userId }) => userId === owner().userId)
      .reduce((one, other) => (one.id > other.id ? one : other));
    expect(+newest.expiresAt - +newest.createdAt).toBeGreaterThan(60_000);
    await server.call(all(), "DELETE", `/api/v1/geo-rules/${made.body.id}`);
  });

  it("attack: an ordinary administrator takes ManageTenantAdmins from an owner's credential, to learn its next secret", async () => {
    const asOwner = await cookieOf(owner());
    const name = "Owner's machine";
    const input = { name, capabilities: ["ManageUsers", "ManageTenantAdmins"] };
    expect((await inConsole("credentials.create", input, asOwner)).status).toBe(200);
    const rows = await server.container.stores
      .tenant(server.seed.tenants[0].tenantId)
      .read((tx) => tx.credentials.list({}));
    const credentialId = rows.find((row) => row.name === name)!.id;
    const less = { credentialId, capabilities: ["ManageUsers"] };
    expect((await inConsole("credentials.setCapabilities", less)).status).toBe(403);
    expect((await inConsole("credentials.rotate", { credentialId })).status).toBe(403);
    expect((await inConsole("credentials.setCapabilities", less, asOwner)).status).toBe(200);
  });
});
