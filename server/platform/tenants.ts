import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import * as z from "zod";
import { tenants } from "@/db/platform/registry";
import { administrators, tenantProfiles, users } from "@/db/tenant/users";
import { newTenantClientId } from "@/server/kernel/http/client-id";
import { insertSecret } from "@/server/domain/apps/live-secrets";
import { EXACT_UP_TO } from "@/server/domain/counts/counts.schema";
import { Id } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { platformQuery } from "@/server/kernel/operation/operation";
import { passwordProblem } from "@/server/kernel/strings/password-policy";
import type { PlatformReadTx, PlatformWriteTx, WriteTx } from "@/server/kernel/operation/store";
import { administeredCommand } from "./administered-command";
import { isReserved, slugFor, withSuffix } from "./slug";
import {
  CreatedTenant,
  NamedTenant,
  NewTenant,
  Tenant,
  TenantDetail,
  TenantPageQuery,
  TenantSearch,
  TenantStatus,
} from "./tenants.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const tenantRefusals = defineRefusals("tenant", {
  not_found: { status: 404, text: "There is no such tenant." },
  no_free_slug: {
    status: 400,
    text: "No free slug was found for this name; try again.",
    field: "tenantName",
  },
});

const toTenant = (row: typeof tenants.$inferSelect): Tenant => ({
  tenantId: row.id,
  slug: row.slug,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

const target = (_input: unknown, { tenantId }: { tenantId: number }) => ({ ref: `tenant:${tenantId}` });

export const createTenant = administeredCommand({
  name: "createTenant",
  rest: { at: "POST /tenants", status: 201 },
  console: "platform.tenants.create",
  capability: "CreateTenants",
  summary: "Create an organization with its owner",
  description:
    "One transaction: if any step fails, nothing is stored. The slug is derived from the name; if it is in " +
    "use or reserved, four to six random letters and digits are appended.",
  input: NewTenant,
  output: CreatedTenant,
  event: "tenant_created",
  target: (input, { tenantId }) => ({ ref: `tenant:${tenantId}`, label: input.tenantName }),
  prepare: async ({ ports }, { adminEmail, password, tenantName }) => {
    const settings = await ports.settings();
    const problem = passwordProblem(settings.passwordPolicy, password, adminEmail, [tenantName]);
    if (problem !== null) throw problem("password");
    return { passwordHash: await ports.passwords.hash(password), reservedSlugs: settings.reservedSlugs };
  },
  run: async ({ tx, now, changed }, input, { passwordHash, reservedSlugs }) => {
    const { id: tenantId, slug } = await register(tx.db, slugFor(input.tenantName), reservedSlugs);
    const { adminUserId, app } = await tx.inTenant(tenantId, async (own) => {
      await own.tenantProfiles.put({ name: input.tenantName });
      const owner = await own.users.insert({
        email: input.adminEmail,
        name: input.adminName ?? null,
        emailVerifiedAt: now,
        passwordHash,
        passwordChangedAt: now,
      });
      await own.administrators.insert({ userId: owner.id, role: "owner" });
      return { adminUserId: owner.id, app: input.app ? await registerApp(own, tenantId, input.app) : null };
    });
    changed({}, { slug, name: input.tenantName, owner: input.adminEmail });
    return { tenantId, slug, adminUserId, app };
  },
});

/** Highest number of tried slugs; with 36^4 suffixes the second is almost always free. */
const ATTEMPTS = 10;

async function register(db: PlatformWriteTx["db"], wanted: string, reservedSlugs: string[]) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const slug = attempt === 0 ? wanted : withSuffix(wanted);
    if (isReserved(slug, reservedSlugs)) continue;
    const [row] = await db.insert(tenants).values({ slug }).onConflictDoNothing().returning();
    if (row) return row;
  }
  throw tenantRefusals.no_free_slug();
}

async function registerApp(
  own: WriteTx,
  tenantId: number,
  { name, redirectUris }: { name: string; redirectUris: string[] },
) {
  const [redirectUri, ...additionalRedirectUris] = redirectUris;
  const clientId = newTenantClientId(tenantId);
  const { id: appId } = await own.apps.insert({
    name,
    clientId,
    redirectUri: redirectUri ?? null,
    additionalRedirectUris,
  });
  const { clientSecret } = await insertSecret(own, { appId, generation: 1 });
  return { appId, clientId, clientSecret };
}

async function findTenant(db: PlatformReadTx["db"], condition: ReturnType<typeof eq>) {
  const [row] = await db.select().from(tenants).where(condition);
  if (!row) throw tenantRefusals.not_found();
  return row;
}

export const getTenant = platformQuery({
  name: "getTenant",
  rest: "GET /tenants/{tenantId}",
  capability: "CreateTenants",
  summary: "Look an organization up by its id",
  input: z.strictObject({ tenantId: Id }),
  output: Tenant,
  run: async ({ tx }, { tenantId }) => toTenant(await findTenant(tx.db, eq(tenants.id, tenantId))),
});

export const findTenantBySlug = platformQuery({
  name: "findTenantBySlug",
  rest: "GET /tenants",
  capability: "CreateTenants",
  summary: "Look an organization up by its slug",
  description: "There is no list of all organizations.",
  input: z.strictObject({
    slug: z.string(must("required")).min(1).max(200),
  }),
  output: Tenant,
  run: async ({ tx }, { slug }) => toTenant(await findTenant(tx.db, eq(tenants.slug, slug))),
});

/**
 * Returns the condition "the slug contains this text, or the id equals it". Escapes the special characters of LIKE.
 */
function matching(text: string) {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const id = /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : null;
  const inSlug = sql`${tenants.slug} like ${pattern}`;
  return id === null ? inSlug : or(inSlug, eq(tenants.id, id));
}

/**
 * Plans the next statement for its values. The generic plan of a prepared statement scans the tenants by id, which
 * for a rare pattern is all of them (measured with 100,000: 44 ms; with this setting: 2 ms).
 */
const plannedForValues = (db: PlatformReadTx["db"]) =>
  db
    .select({ mode: sql`set_config('plan_cache_mode', 'force_custom_plan', true)` })
    .from(sql`(select 1) as one`);

export const searchTenants = platformQuery({
  name: "searchTenants",
  rest: "GET /tenants/search",
  capability: "SearchTenants",
  summary: "Search organizations by a part of the slug, or by id",
  description:
    "Returns at most 20, ordered by id, without pages. Records every search in the platform's audit log.",
  input: TenantSearch,
  output: z.array(Tenant),
  recorded: { event: "tenant_search", target: ({ q }) => ({ ref: `search:${q}` }) },
  run: async ({ tx }, { q }) => {
    const [, rows] = await Promise.all([
      plannedForValues(tx.db),
      tx.db.select().from(tenants).where(matching(q)).orderBy(tenants.id).limit(20),
    ]);
    return rows.map(toTenant);
  },
});

export const setTenantStatus = administeredCommand({
  name: "setTenantStatus",
  rest: "PATCH /tenants/{tenantId}",
  console: "platform.tenants.setStatus",
  capability: "ManageTenants",
  summary: "Suspend or reactivate an organization",
  description:
    "While it is suspended, nobody can sign in, and its tokens and its apps' tokens are refused. Its data stays.",
  input: z.strictObject({ tenantId: Id, status: TenantStatus }),
  output: z.object({ tenantId: Id, status: TenantStatus }),
  event: "tenant_status_changed",
  target,
  run: async ({ tx, changed, unchanged, labelled }, { tenantId, status }) => {
    const [before] = await tx.db.select().from(tenants).where(eq(tenants.id, tenantId)).for("update");
    if (!before) throw tenantRefusals.not_found();
    labelled(before.slug);
    if (before.status === status) unchanged();
    else await tx.db.update(tenants).set({ status }).where(eq(tenants.id, tenantId));
    changed({ status: before.status }, { status });
    return { tenantId, status };
  },
});

export const listTenantsPage = platformQuery({
  name: "listTenantsPage",
  console: { at: "platform.tenants.page", shows: ["GET /tenants", "GET /tenants/search"] },
  capability: "CreateTenants",
  summary: "List organizations for the console",
  description: "Newest first; the cursor is the last tenant id of the previous page.",
  input: TenantPageQuery,
  output: z.object({ tenants: z.array(NamedTenant), nextCursor: Id.nullable() }),
  run: async ({ tx }, { search, status, limit, cursor }) => {
    const where = and(
      search ? matching(search) : undefined,
      status && eq(tenants.status, status),
      cursor === undefined ? undefined : lt(tenants.id, cursor),
    );
    const [, rows] = await Promise.all([
      plannedForValues(tx.db),
      tx.db
        .select({ tenant: tenants, name: tenantProfiles.name })
        .from(tenants)
        .leftJoin(tenantProfiles, eq(tenantProfiles.tenantId, tenants.id))
        .where(where)
        .orderBy(desc(tenants.id))
        .limit(limit + 1),
    ]);
    const page = rows.slice(0, limit);
    return {
      tenants: page.map(({ tenant, name }) => ({ ...toTenant(tenant), name: name ?? tenant.slug })),
      nextCursor: rows.length > limit ? (page.at(-1)?.tenant.id ?? null) : null,
    };
  },
});

export const getTenantDetail = platformQuery({
  name: "getTenantDetail",
  console: { at: "platform.tenants.detail", shows: ["GET /tenants/{tenantId}"] },
  capability: "CreateTenants",
  summary: "Get an organization with the data of the platform's console",
  input: z.strictObject({ tenantId: Id }),
  output: TenantDetail,
  run: async ({ tx }, { tenantId }) => {
    const tenant = toTenant(await findTenant(tx.db, eq(tenants.id, tenantId)));
    return tx.inTenant(tenantId, async (own) => {
      const [profiles, owners, people] = await Promise.all([
        own.tenantProfiles.list(),
        own.select({
          fields: { userId: users.id, email: users.email, name: users.name },
          from: administrators,
          join: [{ table: users, on: eq(users.id, administrators.userId) }],
          where: eq(administrators.role, "owner"),
          orderBy: [users.id],
        }),
        own.users.count(eq(users.kind, "person"), EXACT_UP_TO + 1),
      ]);
      return {
        ...tenant,
        name: profiles[0]?.name ?? tenant.slug,
        owners,
        users: people,
      };
    });
  },
});
