import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { platformAuditEvents, tenants } from "@/db/platform/registry";
import { apps } from "@/db/tenant/apps";
import { users } from "@/db/tenant/users";
import { hashSecret, parseClientId } from "@/server/kernel/client-id";
import type { AnyObject, Operation } from "@/server/kernel/operation";
import { platformActor, refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { listPlatformAuditEvents } from "./audit";
import {
  createPlatformCredential,
  listPlatformCredentials,
  revokePlatformCredential,
  rotatePlatformCredential,
} from "./credentials";
import { getPlatformSettings, updatePlatformSettings } from "./settings";
import {
  createTenant,
  findTenantBySlug,
  getTenant,
  getTenantDetail,
  listTenantsPage,
  searchTenants,
  setTenantStatus,
} from "./tenants";

describe.each(databaseKinds)("the platform on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const actor = platformActor();
  const run = <In extends AnyObject, Out extends z.ZodType>(operation: Operation<In, Out>, input: unknown) =>
    test.run(actor, operation, input);
  const input = (more: object = {}) => ({
    tenantName: "Acme",
    adminEmail: "boss@acme.example",
    password: "a long and uncommon one",
    ...more,
  });
  /** How many rows each of these tables has, whatever the tenant. */
  const counts = async () => {
    const [row] = await test.database.sql<Record<string, number>[]>`
      select (select count(*) from tenants)::int as tenants, (select count(*) from users)::int as users, (select count(*) from apps)::int as apps,
        (select count(*) from tenant_profiles)::int as profiles, (select count(*) from platform_audit_events)::int as events`;
    return row!;
  };
  const newestEvent = async () => (await run(listPlatformAuditEvents, { limit: 1 })).events[0]!;

  it("creates an organization with its verified owner and an app, and records it", async () => {
    const created = await run(
      createTenant,
      input({
        adminName: "The Boss",
        app: { name: "Shop", redirectUris: ["https://a.example/cb", "http://localhost:1/cb"] },
      }),
    );
    expect(created).toEqual({
      tenantId: created.tenantId,
      slug: "acme",
      adminUserId: created.adminUserId,
      app: {
        appId: created.app!.appId,
        clientId: created.app!.clientId,
        clientSecret: created.app!.clientSecret,
      },
    });
    expect(parseClientId(created.app!.clientId)).toEqual({ tenantId: created.tenantId });
    await test.stores.tenant(created.tenantId).read(async (tx) => {
      expect(await tx.users.get(created.adminUserId)).toMatchObject({
        email: "boss@acme.example",
        name: "The Boss",
        passwordHash: "plain:a long and uncommon one",
        emailVerifiedAt: expect.any(Date) as Date,
      });
      expect(await tx.administrators.list()).toMatchObject([{ userId: created.adminUserId, role: "owner" }]);
      expect(await tx.tenantProfiles.list()).toMatchObject([{ name: "Acme" }]);
      expect(await tx.apps.find(eq(apps.clientId, created.app!.clientId))).toMatchObject({
        redirectUri: "https://a.example/cb",
        additionalRedirectUris: ["http://localhost:1/cb"],
        clientSecretHash: hashSecret(created.app!.clientSecret),
      });
    });
    const event = await newestEvent();
    expect(event).toMatchObject({
      action: "platform_api.tenant_created",
      target: `tenant:${created.tenantId}`,
      clientId: "platform_test",
      ip: "192.0.2.8",
    });
    expect(JSON.stringify(event)).not.toContain(created.app!.clientSecret);
    expect(JSON.stringify(event)).not.toContain("uncommon");
  });

  it.each([
    ["a short password", { password: "short" }, "password"],
    ["a common password", { password: "password1234" }, "password"],
    ["the address as password", { password: "boss@acme.example" }, "password"],
    ["no address", { adminEmail: "boss" }, "adminEmail"],
    ["no name", { tenantName: "  " }, "tenantName"],
    ["an app without redirect URIs", { app: { name: "x", redirectUris: [] } }, "app.redirectUris"],
    ["a relative redirect URI", { app: { name: "x", redirectUris: ["/cb"] } }, "app.redirectUris.0"],
    [
      "a plain http redirect URI",
      { app: { name: "x", redirectUris: ["http://a.example/"] } },
      "app.redirectUris.0",
    ],
    ["an app without a name", { app: { redirectUris: ["https://a.example"] } }, "app.name"],
    ["an unknown field", { tenantNmae: "x" }, "tenantNmae"],
  ])("refuses %s and leaves nothing", async (_case, more, field) => {
    const before = await counts();
    await expect(run(createTenant, input(more))).rejects.toMatchObject(refusal(400, field));
    expect(await counts()).toEqual(before);
  });

  it("leaves nothing when a later step fails", async () => {
    const before = await counts();
    // The app's row is the last; the database refuses it.
    await test.database.sql`alter table apps add constraint no_apps check (name <> 'refused') not valid`;
    await expect(
      run(createTenant, input({ app: { name: "refused", redirectUris: ["https://a.example"] } })),
    ).rejects.toThrow();
    await test.database.sql`alter table apps drop constraint no_apps`;
    expect(await counts()).toEqual(before);
  });

  it("gives every organization a slug of its own, also at once", async () => {
    const many = await Promise.all(
      Array.from({ length: 8 }, () => run(createTenant, input({ tenantName: "Same Name!" }))),
    );
    const slugs = many.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(8);
    expect(slugs.filter((slug) => slug === "samename")).toHaveLength(1);
    for (const slug of slugs) expect(slug).toMatch(/^samename([a-z0-9]{4,6})?$/);
    expect((await run(createTenant, input({ tenantName: "API" }))).slug).toMatch(/^api[a-z0-9]{4,6}$/);
    expect((await run(createTenant, input({ tenantName: "Größe & Co. 株式会社" }))).slug).toMatch(
      /^grosseco[a-z]*$/,
    );
    expect((await run(createTenant, input({ tenantName: "!!!" }))).slug).toMatch(/^org/);
  });

  it("looks up by id and slug, and answers 404 to the rest", async () => {
    const { tenantId, slug } = await run(createTenant, input({ tenantName: "Looked Up" }));
    const tenant = await run(getTenant, { tenantId });
    expect(tenant).toEqual({ tenantId, slug, status: "active", createdAt: tenant.createdAt });
    expect(await run(findTenantBySlug, { slug })).toEqual(tenant);
    await expect(run(getTenant, { tenantId: 999_999 })).rejects.toMatchObject(refusal(404));
    await expect(run(findTenantBySlug, { slug: "nosuch" })).rejects.toMatchObject(refusal(404));
    await expect(run(findTenantBySlug, {})).rejects.toMatchObject(refusal(400, "slug"));
    expect(await run(getTenantDetail, { tenantId })).toMatchObject({
      name: "Looked Up",
      users: "1",
      owners: [{ email: "boss@acme.example" }],
    });
  });

  it("searches slugs and exact ids, twenty at most, and records each search", async () => {
    await run(createTenant, input({ tenantName: "Needle Haystack" }));
    const found = async (q: string) => (await run(searchTenants, { q })).map(({ slug }) => slug);
    expect(await found("EDLEHAY")).toEqual(["needlehaystack"]);
    expect(await newestEvent()).toMatchObject({
      action: "platform_api.tenant_search",
      target: "search:EDLEHAY",
    });
    expect(await found("%%")).toEqual([]);
    expect(await found("__")).toEqual([]);
    expect(await found("\\\\")).toEqual([]);
    await expect(run(searchTenants, { q: "a" })).rejects.toMatchObject(refusal(400, "q"));
    await test.database.sql`insert into tenants (slug) select 'bulk' || n from generate_series(1, 30) n`;
    expect(await found("bulk")).toHaveLength(20);
    const [{ id } = { id: "" }] = await test.database.sql<
      { id: string }[]
    >`select id from tenants where slug = 'bulk30'`;
    expect(await found(id)).toContain("bulk30");
  });

  it("suspends and reactivates, and records only what changed", async () => {
    const { tenantId } = await run(createTenant, input({ tenantName: "Stately" }));
    expect(await run(setTenantStatus, { tenantId, status: "suspended" })).toEqual({
      tenantId,
      status: "suspended",
    });
    const event = await newestEvent();
    expect(event).toMatchObject({
      action: "platform_api.tenant_status_changed",
      target: `tenant:${tenantId}`,
      targetLabel: "stately",
      changes: { status: { from: "active", to: "suspended" } },
    });
    await run(setTenantStatus, { tenantId, status: "suspended" });
    expect((await newestEvent()).id).toBe(event.id);
    await run(setTenantStatus, { tenantId, status: "active" });
    expect((await run(getTenant, { tenantId })).status).toBe("active");
    await expect(run(setTenantStatus, { tenantId, status: "gone" })).rejects.toMatchObject(
      refusal(400, "status"),
    );
    await expect(run(setTenantStatus, { tenantId: 999_999, status: "active" })).rejects.toMatchObject(
      refusal(404),
    );
  });

  it("pages through all of them for the console", async () => {
    const seen: number[] = [];
    for (let cursor: number | null | undefined; cursor !== null;) {
      const page: { tenants: { tenantId: number }[]; nextCursor: number | null } = await run(
        listTenantsPage,
        { limit: 7, ...(cursor && { cursor }) },
      );
      seen.push(...page.tenants.map(({ tenantId }) => tenantId));
      cursor = page.nextCursor;
    }
    const all = await test.stores.platform.read(({ registry }) =>
      registry.select({ id: tenants.id }).from(tenants),
    );
    expect(seen).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
  });

  it("keeps settings within bounds, changes what is sent, and says what changed", async () => {
    const before = await run(getPlatformSettings, {});
    const after = await run(updatePlatformSettings, {
      maxAccessTokenSeconds: 600,
      passwordPolicy: { minLength: 20 },
    });
    expect(after).toEqual({
      ...before,
      maxAccessTokenSeconds: 600,
      passwordPolicy: { ...before.passwordPolicy, minLength: 20 },
    });
    expect((await newestEvent()).changes).toMatchObject({ minLength: { from: 12, to: 20 } });
    for (const [bad, field] of [
      [{ maxAccessTokenSeconds: 299 }, "maxAccessTokenSeconds"],
      [{ passwordPolicy: { minLength: 7 } }, "passwordPolicy.minLength"],
      [{ reservedSlugs: ["No!"] }, "reservedSlugs.0"],
      [{ unknown: 1 }, "unknown"],
    ] as const) {
      await expect(run(updatePlatformSettings, bad)).rejects.toMatchObject(refusal(400, field));
    }
    expect(await run(getPlatformSettings, {})).toEqual(after);
    await run(updatePlatformSettings, before);
  });

  it("creates, rotates and revokes credentials, whose secrets no log holds", async () => {
    const created = await run(createPlatformCredential, {
      name: "Sign-up",
      capabilities: ["SearchTenants", "CreateTenants", "SearchTenants"],
    });
    const rotated = await run(rotatePlatformCredential, { credentialId: created.credentialId });
    expect(rotated.clientId).toBe(created.clientId);
    expect(rotated.clientSecret).not.toBe(created.clientSecret);
    expect(await run(listPlatformCredentials, {})).toMatchObject([
      {
        credentialId: created.credentialId,
        capabilities: ["CreateTenants", "SearchTenants"],
        revokedAt: null,
      },
    ]);
    await run(revokePlatformCredential, { credentialId: created.credentialId });
    await expect(run(rotatePlatformCredential, { credentialId: created.credentialId })).rejects.toMatchObject(
      refusal(400),
    );
    await expect(run(revokePlatformCredential, { credentialId: 999_999 })).rejects.toMatchObject(
      refusal(404),
    );
    await expect(run(createPlatformCredential, { name: "x", capabilities: [] })).rejects.toMatchObject(
      refusal(400, "capabilities"),
    );
    const log = JSON.stringify(
      await test.stores.platform.read(({ registry }) => registry.select().from(platformAuditEvents)),
    );
    expect(log).not.toContain(created.clientSecret);
    expect(log).not.toContain(rotated.clientSecret);
  });

  it("lets nobody through without the capability, and no tenant's actor at all", async () => {
    await expect(
      test.run(platformActor(new Set(["CreateTenants"])), searchTenants, { q: "acme" }),
    ).rejects.toMatchObject(refusal(403));
    await expect(test.run(1, createTenant, input())).rejects.toMatchObject(refusal(403));
    expect(await test.stores.tenant(1).read((tx) => tx.users.count(eq(users.kind, "service_account")))).toBe(
      0,
    );
  });
});
