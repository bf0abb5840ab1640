import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENTERPRISE, scimWorld, type Resource, type ScimWorld } from "@/server/testing/scim";
import { consoleCookie } from "@/server/testing/sign-in";
import { receiver } from "@/server/testing/webhooks";

const working = { workers: true, environment: { WEBHOOK_ALLOW_PRIVATE: "1" } };

/* The other suites of the interfaces run on PostgreSQL if it is at hand, and on both databases in `npm run test:all`. */
describe("a journey through each interface, on the embedded database", () => {
  let world: ScimWorld;
  beforeAll(async () => void (world = await scimWorld("pglite", working)), 120_000);
  afterAll(() => world.close());

  const tenant = () => world.server.seed.tenants[0];
  const rest = (method: string, path: string, body?: unknown) =>
    world.server.call(tenant().credential, method, path, body);

  it("REST: creates, changes, suspends and lists a user, and records it", async () => {
    const created = await rest("POST", "/api/v1/users", { email: "Life.Cycle@acme.example", name: "Life" });
    expect(created).toMatchObject({ status: 201, body: { status: "active" } });
    const path = `/api/v1/users/${String(created.body["userId"])}`;
    expect(await rest("PATCH", path, { name: "Ärger" })).toMatchObject({ status: 200 });
    expect(await rest("DELETE", path)).toMatchObject({ status: 200, body: { status: "suspended" } });
    expect(await rest("POST", "/api/v1/users", { email: "life.cycle@ACME.example" })).toMatchObject({
      status: 400,
    });
    const list = await rest("GET", "/api/v1/users?limit=200");
    expect(list.body["users"]).toContainEqual(
      expect.objectContaining({ name: "Ärger", email: "Life.Cycle@acme.example", status: "suspended" }),
    );
    const log = await rest("GET", "/api/v1/audit-events?limit=20");
    const events = log.body["events"] as { action: string; target: string }[];
    const target = `user:${String(created.body["userId"])}`;
    expect(events.filter((event) => event.target === target).map(({ action }) => action)).toEqual([
      "management_api.user_suspended",
      "management_api.user_updated",
      "management_api.user_created",
    ]);
  });

  it("SCIM: creates a user, finds the user by a filter, adds the user to a group, and deactivates the user", async () => {
    const user = await world.create({
      externalId: "Ext-1",
      [ENTERPRISE]: { department: "Tax", manager: { value: "7" } },
    });
    expect((await world.find('externalId eq "Ext-1"')).Resources).toEqual([user]);
    const add = { op: "add", path: "members", value: [{ value: user.id }] };
    const group = { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations: [add] };
    expect((await world.send("PATCH", `/Groups/${world.groupId}`, group)).status).toBe(200);
    expect(await world.members()).toContain(user.id);
    await world.patch(user.id, { op: "replace", path: "active", value: false });
    expect((await world.send<Resource>("GET", `/Users/${user.id}`)).body.active).toBe(false);
  });

  it("tokens: a credential gets a token, introspection knows it, and a wrong secret gets none", async () => {
    const token = await world.server.token(tenant().credential);
    expect(decodeJwt(token)).toMatchObject({ iss: world.server.url, tid: tenant().tenantId });
    const ask = async (path: string, form: Record<string, string>) => {
      const { clientId: client_id, clientSecret: client_secret } = tenant().credential;
      const body = new URLSearchParams({ client_id, client_secret, ...form });
      const answer = await fetch(world.server.url + path, { method: "POST", body });
      return (await answer.json()) as Record<string, unknown>;
    };
    expect(await ask("/introspect", { token })).toMatchObject({ active: true });
    expect(await ask("/introspect", { token: `${token}x` })).toEqual({ active: false });
    expect(await ask("/token", { grant_type: "client_credentials", client_secret: "wrong" })).toMatchObject({
      error: "invalid_client",
    });
  });

  it("console: an owner signs in, creates a role, and is refused a second one of the same name", async () => {
    const { owner, slug } = tenant();
    const cookie = await consoleCookie(world.server.container.auth, world.server.url, {
      ...owner,
      ip: "203.0.113.9",
    });
    const create = () =>
      fetch(`${world.server.url}/api/trpc/roles.create`, {
        method: "POST",
        headers: { cookie, "x-castellan-tenant": slug, "content-type": "application/json" },
        body: JSON.stringify({ name: "Night watch" }),
      });
    expect((await create()).status).toBe(200);
    const second = await create();
    expect([second.status, await second.text()]).toEqual([400, expect.stringContaining("role.name_in_use")]);
  });

  it("workers: a webhook is delivered, and the delivery is recorded", async () => {
    const receiving = await receiver();
    const url = `${receiving.url}/hook`;
    const hook = await rest("POST", "/api/v1/webhooks", { url, events: "role.created" });
    expect(hook.status).toBe(201);
    expect(await rest("POST", "/api/v1/roles", { name: "Announced" })).toMatchObject({ status: 201 });
    await expect.poll(() => receiving.labels("/hook")).toEqual(["Announced"]);
    const deliveries = () => rest("GET", `/api/v1/webhooks/${String(hook.body["webhookId"])}/deliveries`);
    await expect.poll(deliveries).toMatchObject({ body: [{ status: "delivered" }] });
    receiving.close();
  });
});
