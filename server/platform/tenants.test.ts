import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { tenants } from "@/db/platform/registry";
import { apps } from "@/db/tenant/apps";
import { users } from "@/db/tenant/users";
import { hashSecret, parseClientId } from "@/server/kernel/http/client-id";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import { platformActor, refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { listPlatformAuditEvents } from "./audit";
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
  /** Returns the number of rows of each table, over all tenants. */
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
      });
      expect(await tx.appSecrets.list()).toMatchObject([
        { appId: created.app!.appId, secretHash: hashSecret(created.app!.clientSecret), generation: 1 },
      ]);
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
  ])("refuses %s and stores nothing", async (_case, more, field) => {
    const before = await counts();
    await expect(run(createTenant, input(more))).rejects.toMatchObject(refusal(400, field));
    expect(await counts()).toEqual(before);
  });

  it("stores nothing when a later step fails", async () => {
    const before = await counts();
    // The app's row is inserted last; the database refuses it.
    await test.database.sql`alter table apps add constraint no_apps check (name <> 'refused') not valid`;
    await expect(
      run(createTenant, input({ app: { name: "refused", redirectUris: ["https://a.example"] } })),
    ).rejects.toThrow();
    await test.database.sql`alter table apps drop constraint no_apps`;
    expect(await counts()).toEqual(before);
  });

  it("stores nothing when a key conflicts in the middle", async () => {
    // The next tenant already has a user with the owner's address.
    await test.database.sql`
      insert into users (tenant_id, email)
      select case when is_called then last_value + 1 else last_value end, 'boss@acme.example' from tenants_id_seq`;
    const before = await counts();
    await expect(run(createTenant, input({ tenantName: "Taken" }))).rejects.toThrow(/users_email/);
    expect(await counts()).toEqual(before);
    await test.database.sql`delete from users where tenant_id not in (select id from tenants)`;
  });

  it("gives every organization a slug of its own, also in simultaneous requests", async () => {
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

  it("finds by id and slug, and answers 404 otherwise", async () => {
    const { tenantId, slug } = await run(createTenant, input({ tenantName: "Looked Up" }));
    const tenant = await run(getTenant, { tenantId });
    expect(tenant).toEqual({ tenantId, slug, status: "active", createdAt: tenant.createdAt });
    expect(await run(findTenantBySlug, { slug })).toEqual(tenant);
    await expect(run(getTenant, { tenantId: 999_999 })).rejects.toMatchObject(refusal(404));
    await expect(run(findTenantBySlug, { slug: "nosuch" })).rejects.toMatchObject(refusal(404));
    await expect(run(findTenantBySlug, {})).rejects.toMatchObject(refusal(400, "slug"));
    expect(await run(getTenantDetail, { tenantId })).toMatchObject({
      name: "Looked Up",
      users: 1,
      owners: [{ email: "boss@acme.example" }],
    });
  });

  it("searches slugs and exact ids, returns twenty at most, and records each search", async () => {
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

  it("plans each search for its value", async () => {
    // PostgreSQL's generic plan for any pattern scans all tenants for a rare value.
    for (const search of [
      () => run(searchTenants, { q: "needle" }),
      () => run(listTenantsPage, { search: "needle" }),
    ]) {
      test.database.takeStatements();
      await search();
      const sent = test.database.takeStatements();
      const searched = sent.findIndex((text) => text.includes(" like "));
      expect(sent.slice(0, searched).join()).toContain("force_custom_plan");
    }
    // Set for the search only: the previous mode is restored.
    const [mode] = await test.database.sql<
      { kept: string }[]
    >`select current_setting('plan_cache_mode') as kept`;
    expect(mode).toEqual({ kept: test.database.kind === "pglite" ? "force_custom_plan" : "auto" });
  });

  it("suspends and reactivates, and records only changes", async () => {
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

  it("pages through all organizations for the console", async () => {
    const seen: number[] = [];
    for (let cursor: number | null | undefined; cursor !== null;) {
      const page: { tenants: { tenantId: number }[]; nextCursor: number | null } = await run(
        listTenantsPage,
        { limit: 7, ...(cursor && { cursor }) },
      );
      seen.push(...page.tenants.map(({ tenantId }) => tenantId));
      cursor = page.nextCursor;
    }
    const all = await test.stores.platform.read(({ db }) => db.select({ id: tenants.id }).from(tenants));
    expect(seen).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
  });

  it("filters the console's page, within bounds", async () => {
    const { tenantId } = await run(createTenant, input({ tenantName: "Paged Apart" }));
    await run(setTenantStatus, { tenantId, status: "suspended" });
    const ids = async (query: object) =>
      (await run(listTenantsPage, query)).tenants.map((tenant) => tenant.tenantId);
    expect(await ids({ search: "GEDAP" })).toEqual([tenantId]);
    expect((await run(listTenantsPage, { search: "gedap" })).tenants).toMatchObject([
      { slug: "pagedapart", name: "Paged Apart" },
    ]);
    expect(await ids({ search: "gedap", status: "active" })).toEqual([]);
    expect(await ids({ status: "suspended" })).toEqual([tenantId]);
    expect(await ids({ search: String(tenantId) })).toContain(tenantId);
    for (const [bad, field] of [
      [{ limit: 0 }, "limit"],
      [{ limit: 101 }, "limit"],
      [{ status: "gone" }, "status"],
    ] as const) {
      await expect(run(listTenantsPage, bad)).rejects.toMatchObject(refusal(400, field));
    }
  });

  it("requires the capability, and refuses every tenant's actor", async () => {
    await expect(
      test.run(platformActor(new Set(["CreateTenants"])), searchTenants, { q: "acme" }),
    ).rejects.toMatchObject(refusal(403));
    await expect(test.run(1, createTenant, input())).rejects.toMatchObject(refusal(403));
    expect(await test.stores.tenant(1).read((tx) => tx.users.count(eq(users.kind, "service_account")))).toBe(
      0,
    );
  });
});
