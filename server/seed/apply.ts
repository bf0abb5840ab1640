import { hashSecret } from "@/server/kernel/http/client-id";
import { newSecretOf } from "@/server/kernel/http/secret-forms";
import type { Config } from "@/server/edge/config";
import { platformAdministrators } from "@/db/platform/sign-in";
import { roles } from "@/db/tenant/roles";
import { eq } from "drizzle-orm";
import { createCredential } from "@/server/domain/credentials/credentials";
import { createRole } from "@/server/domain/roles/roles";
import { platformCapabilityNames, tenantCapabilityNames } from "@/server/kernel/capabilities";
import type { Execute } from "@/server/kernel/operation/execute";
import type { Ports } from "@/server/kernel/operation/ports";
import type { Stores } from "@/server/kernel/operation/store";
import { createPlatformCredential } from "@/server/platform/credentials";
import { createTenant } from "@/server/platform/tenants";
import type { Database } from "@/server/store/database";
import { platformSystem, tenantSystem } from "./actors";
import { conformanceFixtures } from "./conformance";
import { fillDemo } from "./demo";
import { openPast } from "./demo-scene";
import { newPassword } from "./random";
import type { SeededTenant, SeedResult } from "./seed-file";
import { beginSeed, clearUnfinishedSeed, endSeed } from "./unfinished";

export interface SeedDependencies {
  config: Pick<Config, "BASE_URL">;
  stores: Stores;
  database: Database;
  ports: Ports;
  execute: Execute;
  /** Sends a request of a browser or an app to the protocol's endpoints and the hosted sign-in. */
  send: (request: Request) => Promise<Response>;
  /** Issues a credential's management token at a chosen time, for fixtures that must have expired. */
  issueManagementToken: (options: {
    clientId: string;
    issuedAt: Date;
    expiresInSeconds: number;
  }) => Promise<string>;
}

/** An arbitrary number that no other program on the server uses as a lock key. */
const SEED_LOCK = 7_266_273_083;

/**
 * Fills an empty database (shared/conformance-seed.md) and returns the values that a harness needs. Returns
 * null if the database has data: a seed is applied once, even if two instances start at the same time. An
 * interrupted seed is repeated from the start. With "none", existing data stays, even if incomplete. Calls
 * `keep` before the seed counts as complete, because the seed is unusable without these values.
 */
export async function applySeed(
  kind: Config["SEED"],
  deps: SeedDependencies,
  keep: (result: SeedResult) => void = () => {},
): Promise<SeedResult | null> {
  const { database } = deps;
  const held = database.connectOne();
  try {
    await held`select pg_advisory_lock(${SEED_LOCK})`;
    const seeded = kind === "none" ? null : await seedEmpty(kind, deps);
    if (seeded) keep(seeded);
    if (seeded || kind === "none") await endSeed(database);
    await held`select pg_advisory_unlock(${SEED_LOCK})`;
    return seeded;
  } finally {
    await held.end();
  }
}

async function seedEmpty(kind: "demo" | "conformance", deps: SeedDependencies): Promise<SeedResult | null> {
  await clearUnfinishedSeed(deps.database);
  return (await isEmpty(deps.database)) ? seedAll(kind, deps) : null;
}

async function isEmpty({ sql }: Database): Promise<boolean> {
  const [found] = await sql<{ used: boolean }[]>`
    select exists (select from tenants) or exists (select from platform_administrators) as used`;
  return !found!.used;
}

async function seedAll(kind: "demo" | "conformance", given: SeedDependencies): Promise<SeedResult> {
  await beginSeed(given.database);
  const past = kind === "demo" ? await openPast(given) : null;
  const deps = past ?? given;
  const credential = await deps.execute(platformSystem, createPlatformCredential, {
    name: "Sign-up service",
    capabilities: platformCapabilityNames,
  });
  const acme = await seedTenant(deps, {
    name: "Acme",
    owner: { email: "olivia.hart@acme.example", name: "Olivia Hart" },
  });
  const globex = await seedTenant(deps, {
    name: "Globex",
    owner: { email: "gus.lindqvist@globex.example", name: "Gus Lindqvist" },
  });
  if (past) await fillDemo(past, acme, globex);
  const fixtures = kind === "conformance" ? await conformanceFixtures(deps, acme) : {};
  const admin = await addPlatformAdministrator(deps);
  return {
    baseUrl: deps.config.BASE_URL,
    platform: { admin, credential: pick(credential) },
    tenants: [acme, globex],
    fixtures,
  };
}

async function addPlatformAdministrator({ stores, ports }: SeedDependencies) {
  const admin = { email: "admin@castellan.example", password: newPassword() };
  const passwordHash = await ports.passwords.hash(admin.password);
  await stores.platform.write(({ db }) =>
    db.insert(platformAdministrators).values({ email: admin.email, name: "Petra Stein", passwordHash }),
  );
  return admin;
}

const pick = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  clientId,
  clientSecret,
});

async function seedTenant(
  { execute, stores }: SeedDependencies,
  { name, owner }: { name: string; owner: { email: string; name: string } },
): Promise<SeededTenant> {
  const password = newPassword();
  const { tenantId, slug, adminUserId } = await execute(platformSystem, createTenant, {
    tenantName: name,
    adminEmail: owner.email,
    adminName: owner.name,
    password,
  });
  const actor = tenantSystem(tenantId);
  const credential = await execute(actor, createCredential, {
    name: "Back office",
    capabilities: tenantCapabilityNames,
  });
  const governed = await execute(actor, createRole, {
    name: "Staff",
    description: "Everybody on the payroll; kept by the identity provider.",
  });
  const ungoverned = await execute(actor, createRole, {
    name: "Auditor",
    description: "May read everything, change nothing.",
  });
  const scimToken = newSecretOf("scim");
  // Governance and SCIM tokens can be set only in the console, so the seed writes them directly.
  await stores.tenant(tenantId).write(async (tx) => {
    await tx.roles.updateWhere(eq(roles.id, governed.roleId), { governed: true });
    await tx.scimTokens.insert({ name: "Identity provider", tokenHash: hashSecret(scimToken) });
  });
  return {
    tenantId,
    slug,
    owner: { userId: adminUserId, email: owner.email, password },
    credential: pick(credential),
    scimToken,
    governedRoleId: governed.roleId,
    ungovernedRoleId: ungoverned.roleId,
  };
}
