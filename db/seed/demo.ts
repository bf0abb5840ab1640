import { transliterate } from "transliteration";
import { createCredential } from "@/server/domain/credentials/credentials";
import { createRole } from "@/server/domain/roles/roles";
import { createServiceAccount } from "@/server/domain/service-accounts/service-accounts";
import type { TenantCapability } from "@/server/kernel/capabilities";
import type { SeedDependencies } from "./apply";
import { tenantSystem } from "./actors";
import { addHistory } from "./history";
import { demoRoles, familyNames, givenNames } from "./names";
import { pick, random, type Random } from "./random";
import type { SeededTenant } from "./result";

const DAY = 86_400_000;

export interface DemoPerson {
  id: number;
  name: string;
  email: string;
}

/** A believable organization, and a small one beside it whose owner also helps to run the first. */
export async function fillDemo(deps: SeedDependencies, acme: SeededTenant, globex: SeededTenant) {
  const dice = random(20_261_121);
  await fillOrganization(deps, dice, acme, { people: 318, domain: "acme.example" });
  await fillOrganization(deps, dice, globex, { people: 24, domain: "globex.example" });
  await shareAdministrator(deps, acme, globex);
}

async function fillOrganization(
  deps: SeedDependencies,
  dice: Random,
  tenant: SeededTenant,
  { people: count, domain }: { people: number; domain: string },
) {
  const { execute, database } = deps;
  const actor = tenantSystem(tenant.tenantId);
  const people = await addPeople(deps, dice, tenant.tenantId, count, domain);

  const grants: { tenant_id: number; user_id: number; role_id: number; granted_at: string }[] = [];
  for (const [name, description, share] of demoRoles) {
    const { roleId } = await execute(actor, createRole, { name, description });
    for (const { id } of people) {
      if (dice() < share)
        grants.push({
          tenant_id: tenant.tenantId,
          user_id: id,
          role_id: roleId,
          granted_at: new Date(Date.now() - dice() * 40 * DAY).toISOString(),
        });
    }
  }
  await database.sql`insert into role_grants ${database.sql(grants)}`;

  const accounts: [string, TenantCapability[]][] = [
    ["Payroll sync", ["ManageUsers", "ManageRoles"]],
    ["SIEM export", ["ReadAuditLog", "ReadRiskSignals"]],
    ["Help desk", ["ManageUsers", "ReadSessions", "ManageSessions"]],
  ];
  for (const [name, capabilities] of accounts) await execute(actor, createCredential, { name, capabilities });
  for (const name of ["Nightly reports", "Build pipeline"])
    await execute(actor, createServiceAccount, { name });
  await addHistory(deps, dice, tenant, people);
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
    const given = pick(dice, givenNames);
    const family = pick(dice, familyNames);
    const email =
      `${transliterate(given)}.${transliterate(family)}`.toLowerCase().replace(/[^a-z.]/g, "") + `@${domain}`;
    if (taken.has(email)) continue;
    taken.add(email);
    const createdAt = new Date(Date.now() - dice() * 700 * DAY).toISOString();
    rows.push({
      tenant_id: tenantId,
      email,
      name: `${given} ${family}`,
      given_name: given,
      family_name: family,
      status: dice() < 0.04 ? "suspended" : "active",
      locked_indefinitely: dice() < 0.01,
      phone: dice() < 0.4 ? `+49 30 5550${String(rows.length).padStart(4, "0")}` : null,
      external_id: `emp-${10_000 + rows.length}`,
      email_verified_at: dice() < 0.9 ? createdAt : null,
      created_at: createdAt,
    });
  }
  // As people join over the years, so do their ids grow.
  rows.sort((a, b) => a.created_at.localeCompare(b.created_at));
  const added = await database.sql<
    { id: string; name: string; email: string }[]
  >`insert into users ${database.sql(rows)} returning id, name, email`;
  return added.map(({ id, ...person }) => ({ id: Number(id), ...person }));
}

/** Makes globex's owner an administrator of acme too, with the same password: the console then offers both. */
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
    });
    await tx.administrators.insert({ userId: twin.id, role: "admin" });
  });
}
