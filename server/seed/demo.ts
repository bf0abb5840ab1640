import { transliterate } from "transliteration";
import { createCredential } from "@/server/domain/credentials/credentials";
import { createRole } from "@/server/domain/roles/roles";
import { createServiceAccount } from "@/server/domain/service-accounts/service-accounts";
import type { TenantCapability } from "@/server/kernel/capabilities";
import type { SeedDependencies } from "./apply";
import { tenantSystem } from "./actors";
import { fillAreas } from "./demo-areas";
import { addApps, type DemoApps } from "./demo-apps";
import { ago, DAY, pastOf, type Scene } from "./demo-scene";
import { addHistory, workingTime } from "./history";
import { demoRoles, familyNames, givenNames } from "./names";
import { pick, random, type Random } from "./random";
import type { SeededTenant } from "./result";

export interface DemoPerson {
  id: number;
  name: string;
  email: string;
  createdAt: Date;
  suspended: boolean;
  locked: boolean;
}

export interface DemoGrant {
  person: DemoPerson;
  role: string;
  at: Date;
  /** True if the identity provider assigns the role. */
  provisioned?: true;
}

interface Organization {
  people: number;
  /** True if it uses apps, rules, documents and sign-ins. */
  inUse: boolean;
  domain: string;
  /** The owner's name. */
  owner: string;
}

/** Creates a realistic organization, and a small one whose owner is also an administrator of the first. */
export async function fillDemo(deps: SeedDependencies, acme: SeededTenant, globex: SeededTenant) {
  const dice = random(20_261_121);
  await fillOrganization(deps, dice, acme, {
    people: 318,
    inUse: true,
    domain: "acme.example",
    owner: "Olivia Hart",
  });
  await fillOrganization(deps, dice, globex, {
    people: 24,
    inUse: false,
    domain: "globex.example",
    owner: "Gus Lindqvist",
  });
  await shareAdministrator(deps, acme, globex);
}

async function fillOrganization(
  deps: SeedDependencies,
  dice: Random,
  tenant: SeededTenant,
  { people: count, domain, owner, inUse }: Organization,
) {
  const { execute, database } = deps;
  const { tenantId } = tenant;
  const actor = tenantSystem(tenantId);
  const people = await addPeople(deps, dice, tenantId, count, domain);
  const grants = await addRoles(deps, dice, tenant, people);

  const accounts: [string, TenantCapability[]][] = [
    ["Payroll sync", ["ManageUsers", "ManageRoles"]],
    ["SIEM export", ["ReadAuditLog", "ReadRiskSignals"]],
    ["Help desk", ["ManageUsers", "ReadSessions", "ManageSessions"]],
  ];
  for (const [name, capabilities] of accounts) await execute(actor, createCredential, { name, capabilities });
  for (const name of ["Nightly reports", "Build pipeline"])
    await execute(actor, createServiceAccount, { name });
  await date(deps, tenant, ago(720 * DAY));

  const administrators = await addAdministrators(deps, tenant, owner, people);
  const scene: Scene = { deps, dice, tenant, people, administrators, past: pastOf(deps, tenantId) };
  const apps: DemoApps | null = inUse ? await addApps(scene, grants) : null;
  if (apps) grants.push(...apps.grants);
  const grantRows = grants.map(({ person, roleId, at }) => ({
    tenant_id: tenantId,
    user_id: person.id,
    role_id: roleId,
    granted_at: at.toISOString(),
  }));
  await database.sql`insert into role_grants ${database.sql(grantRows)}`;
  await addHistory(deps, dice, tenant, { people, grants, administrators });
  if (apps) await fillAreas(scene, apps);
}

/** Sets the creation time of the organization and its present records, except its people. */
async function date({ database: { sql } }: SeedDependencies, { tenantId, owner }: SeededTenant, at: Date) {
  const founded = at.toISOString();
  await sql`update audit_events set at = ${founded} where tenant_id = ${tenantId}`;
  await sql`update credentials set created_at = ${founded} where tenant_id = ${tenantId}`;
  await sql`update scim_tokens set created_at = ${founded} where tenant_id = ${tenantId}`;
  await sql`update users set created_at = ${founded}
    where tenant_id = ${tenantId} and (id = ${owner.userId} or kind = 'service_account')`;
  await sql`update users set password_changed_at = ${ago(100 * DAY).toISOString()}
    where tenant_id = ${tenantId} and id = ${owner.userId}`;
}

type RoleGrant = DemoGrant & { roleId: number };

/** Creates the organization's roles and grants; all employees have the role that the identity provider governs. */
async function addRoles(
  { execute }: SeedDependencies,
  dice: Random,
  { tenantId, governedRoleId }: SeededTenant,
  people: DemoPerson[],
): Promise<RoleGrant[]> {
  const grants: RoleGrant[] = [];
  for (const [role, description, share] of demoRoles) {
    const { roleId } = await execute(tenantSystem(tenantId), createRole, { name: role, description });
    for (const person of people)
      if (dice() < share) grants.push({ person, role, roleId, at: workingTime(dice, person.createdAt) });
  }
  const employees = grants.filter(({ role }) => role === "Employee");
  const staff = { role: "Staff", roleId: governedRoleId, provisioned: true } as const;
  return [...grants, ...employees.map(({ person, at }) => ({ person, at, ...staff }))];
}

/** Makes two of the longest-standing people administrators in addition to the owner. Returns all three. */
async function addAdministrators(
  { stores }: SeedDependencies,
  { tenantId, owner: { userId, email } }: SeededTenant,
  ownerName: string,
  people: DemoPerson[],
): Promise<DemoPerson[]> {
  const named = people.filter(({ suspended, locked }) => !suspended && !locked).slice(0, 2);
  await stores.tenant(tenantId).write(async (tx) => {
    for (const person of named)
      await tx.administrators.insert({ userId: person.id, role: "admin", grantedAt: person.createdAt });
  });
  const owner = {
    id: userId,
    name: ownerName,
    email,
    createdAt: new Date(0),
    suspended: false,
    locked: false,
  };
  return [owner, ...named];
}

async function addPeople(
  { database }: SeedDependencies,
  dice: Random,
  tenantId: number,
  count: number,
  domain: string,
): Promise<DemoPerson[]> {
  const taken = new Set<string>();
  const rows = [];
  while (rows.length < count) {
    const givenName = pick(dice, givenNames);
    const family = pick(dice, familyNames);
    const email =
      `${transliterate(givenName)}.${transliterate(family)}`.toLowerCase().replace(/[^a-z.]/g, "") +
      `@${domain}`;
    if (taken.has(email)) continue;
    taken.add(email);
    const createdAt = new Date(Date.now() - dice() * 700 * DAY).toISOString();
    rows.push({
      tenant_id: tenantId,
      email,
      name: `${givenName} ${family}`,
      given_name: givenName,
      family_name: family,
      status: dice() < 0.04 ? "suspended" : "active",
      locked_indefinitely: dice() < 0.01,
      phone: dice() < 0.4 ? `+49 30 5550${String(rows.length).padStart(4, "0")}` : null,
      external_id: `emp-${10_000 + rows.length}`,
      email_verified_at: dice() < 0.9 ? createdAt : null,
      created_at: createdAt,
    });
  }
  // Ids increase with the time of joining.
  rows.sort((a, b) => a.created_at.localeCompare(b.created_at));
  const added = await database.sql<
    { id: string; name: string; email: string; created_at: Date; suspended: boolean; locked: boolean }[]
  >`insert into users ${database.sql(rows)}
    returning id, name, email, created_at, status = 'suspended' as suspended, locked_indefinitely as locked`;
  return added.map(({ id, created_at, ...person }) => ({
    ...person,
    id: Number(id),
    createdAt: new Date(created_at),
  }));
}

/** Makes globex's owner an administrator of acme too, with the same password, so that the console offers both. */
async function shareAdministrator(
  { stores, ports }: SeedDependencies,
  acme: SeededTenant,
  globex: SeededTenant,
) {
  const passwordHash = await ports.passwords.hash(globex.owner.password);
  await stores.tenant(acme.tenantId).write(async (tx) => {
    const twin = await tx.users.insert({
      email: globex.owner.email,
      name: "Gus Lindqvist",
      emailVerifiedAt: new Date(),
      passwordHash,
      createdAt: ago(400 * DAY),
    });
    await tx.administrators.insert({ userId: twin.id, role: "admin", grantedAt: ago(400 * DAY) });
  });
}
