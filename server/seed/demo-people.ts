import { transliterate } from "transliteration";
import type * as z from "zod";
import { addAdministrator } from "@/server/domain/administrators/administrators";
import { createCredential } from "@/server/domain/credentials/credentials";
import { provisionPerson } from "@/server/domain/provisioning/people";
import { grantRole, revokeRole } from "@/server/domain/roles/grants";
import { createRole } from "@/server/domain/roles/roles";
import { createServiceAccount } from "@/server/domain/service-accounts/service-accounts";
import { lockUser, unlockUser } from "@/server/domain/users/locks";
import { reactivateUser, suspendUser } from "@/server/domain/users/users";
import type { TenantCapability } from "@/server/kernel/capabilities";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import { byField, userFieldNames } from "@/server/kernel/user-fields";
import { tenantSystem } from "./actors";
import {
  address,
  ago,
  asAdministrator,
  asOwner,
  DAY,
  type DemoPerson,
  lately,
  type Past,
  type Scene,
  started,
  workingTime,
} from "./demo-scene";
import { demoRoles, familyNames, givenNames } from "./names";
import { pick, type Random } from "./random";
import type { SeededTenant } from "./seed-file";

/** Creates an organization with its machines, roles, people and administrators, and the changes of the last weeks. */
export async function addOrganization(
  past: Past,
  dice: Random,
  tenant: SeededTenant,
  { count, domain, ownerName }: { count: number; domain: string; ownerName: string },
) {
  const { tenantId, owner } = tenant;
  const system = tenantSystem(tenantId);
  const founded = ago(715 * DAY);
  const accounts: [string, TenantCapability[]][] = [
    ["SIEM export", ["ReadAuditLog", "ReadRiskSignals"]],
    ["Help desk", ["ManageUsers", "ReadSessions", "ManageSessions"]],
  ];
  for (const [name, capabilities] of accounts)
    await past.run(founded, system, createCredential, { name, capabilities });
  for (const name of ["Nightly reports", "Build pipeline"])
    await past.run(founded, system, createServiceAccount, { name });
  const roleIds = new Map<string, number>();
  for (const [name, description] of demoRoles) {
    const { roleId } = await past.run(founded, system, createRole, { name, description });
    roleIds.set(name, roleId);
  }
  const { directory, payroll } = await addMachines(past, founded, tenantId);
  const people = await addPeople(past, dice, { system, directory, count, domain });

  const named = people.slice(0, 2);
  for (const { id: userId, createdAt } of named)
    await past.run(createdAt, system, addAdministrator, { userId });
  const founder = { id: owner.userId, name: ownerName, email: owner.email, createdAt: founded, away: null };
  const administrators: DemoPerson[] = [founder, ...named];
  const managers = [
    asOwner(tenantId, founder),
    ...named.map((each) => asAdministrator(tenantId, each)),
    payroll,
  ];
  const scene: Scene = {
    past,
    dice,
    tenant,
    people,
    administrators,
    managers,
    directory,
    owner: managers[0]!,
  };

  const holders = new Map<string, DemoPerson[]>();
  for (const [name, , share] of demoRoles) {
    const chosen = people.filter(() => dice() < share);
    holders.set(name, chosen);
    const roleId = roleIds.get(name)!;
    await runForGroups(scene, managers, grantRole, chosen, (userId) => ({ userId, roleId }));
  }
  const staff = (userId: number) => ({ userId, roleId: tenant.governedRoleId });
  await runForGroups(scene, [directory], grantRole, holders.get("Employee")!, staff);
  for (const role of ["Production access", "On-call", "Invoice approver", "Support agent"])
    await lend(scene, roleIds.get(role)!, holders.get(role)!);
  for (const each of people) await keepAway(scene, each);
  return { scene, holders };
}

/** Returns the identity provider and a program of the organization as actors. */
async function addMachines(past: Past, at: Date, tenantId: number) {
  const name = "Payroll sync";
  const capabilities: TenantCapability[] = ["ManageUsers", "ManageRoles"];
  const { clientId } = await past.run(at, tenantSystem(tenantId), createCredential, { name, capabilities });
  const [held] = await past.database.sql<{ account: string; token: string }[]>`
    select service_account_id as account, (select min(id) from scim_tokens where tenant_id = ${tenantId}) as token
    from credentials where tenant_id = ${tenantId} and client_id = ${clientId}`;
  const machine = (
    channel: TenantActor["channel"],
    subject: TenantActor["subject"],
    ip: string,
  ): TenantActor => ({
    scope: "tenant",
    tenantId,
    channel,
    subject,
    capabilities: new Set(capabilities),
    request: { ip, requestId: null },
  });
  return {
    directory: machine(
      "scim",
      { kind: "scim_client", label: "Identity provider", tokenId: Number(held!.token) },
      "2001:db8::17",
    ),
    payroll: machine(
      "management_api",
      { kind: "credential", label: name, clientId, userId: Number(held!.account) },
      "198.51.100.7",
    ),
  };
}

async function addPeople(
  past: Past,
  dice: Random,
  {
    system,
    directory,
    count,
    domain,
  }: { system: TenantActor; directory: TenantActor; count: number; domain: string },
): Promise<DemoPerson[]> {
  const people: DemoPerson[] = [];
  const taken = new Set<string>();
  const nameOf = () => [pick(dice, givenNames), pick(dice, familyNames)] as const;
  const emailOf = (names: readonly string[]) =>
    `${transliterate(names.join("."))
      .toLowerCase()
      .replace(/[^a-z.]/g, "")}@${domain}`;
  // Several people join at the same time. Ids increase with the time of joining.
  const joined = Array.from({ length: Math.ceil(count / 4) }, () => ago(dice() * 700 * DAY));
  for (const createdAt of joined.sort((one, other) => +one - +other)) {
    const joining = Array.from({ length: Math.min(4, count - people.length) }, () => {
      let names = nameOf();
      while (taken.has(emailOf(names))) names = nameOf();
      const [givenName, familyName] = names;
      taken.add(emailOf(names));
      const externalId = `emp-${10_000 + taken.size}`;
      return { name: names.join(" "), givenName, familyName, email: emailOf(names), externalId };
    });
    const none = { ...byField(userFieldNames, () => null), active: true, attributes: {} };
    const by = createdAt > started() ? directory : system;
    const inputs = joining.map((each) => ({ ...none, ...each }));
    const added = await past.runAll(createdAt, by, provisionPerson, inputs);
    for (const [index, { userId: id }] of added.entries()) {
      const { name, email } = joining[index]!;
      people.push({ id, name, email, createdAt, away: people.length < 2 ? null : awayOf(dice, createdAt) });
    }
  }
  // Proofs of addresses and numbers need messages to these people.
  await past.database.sql`
    update users set email_verified_at = case when id % 10 > 0 then created_at end,
      phone = case when id % 5 < 2 then '+49 30 5550' || lpad(id::text, 4, '0') end
    where tenant_id = ${system.tenantId} and id >= ${people[0]!.id}`;
  return people;
}

/** Returns the time of a person's suspension or lock; null for most people. */
function awayOf(dice: Random, createdAt: Date): DemoPerson["away"] {
  const kind = dice();
  if (kind > 0.15) return null;
  const from = lately(dice, createdAt);
  return { from, until: kind < 0.05 ? null : soonAfter(dice, from) };
}

/** Returns a working time in the three days after another one. */
const soonAfter = (dice: Random, at: Date) =>
  workingTime(dice, at, new Date(Math.min(+at + 3 * DAY, Date.now())));

/** Suspends or locks the person, and ends it if the person has returned. */
async function keepAway({ past, managers, dice }: Scene, { id: userId, away }: DemoPerson) {
  if (!away) return;
  const by = pick(dice, managers.slice(0, 3));
  if (userId % 4 > 0) {
    await past.run(away.from, by, suspendUser, { userId });
    if (away.until) await past.run(away.until, by, reactivateUser, { userId });
  } else {
    await past.run(away.from, by, lockUser, { userId, indefinite: true });
    if (away.until) await past.run(away.until, by, unlockUser, { userId });
  }
}

/** Runs a command that concerns people, for some of them at a time, in the last weeks. */
export async function runForGroups<In extends AnyObject, Out extends z.ZodType>(
  { past, dice }: Pick<Scene, "past" | "dice">,
  actors: TenantActor[],
  command: Operation<In, Out>,
  people: DemoPerson[],
  inputOf: (userId: number) => z.input<In>,
) {
  for (let from = 0; from < people.length; from += 10) {
    const group = people.slice(from, from + 10);
    const at = lately(dice, group.at(-1)!.createdAt);
    const actor = { ...pick(dice, actors), request: { ip: address(dice), requestId: null } };
    const inputs = group.map(({ id }) => inputOf(id));
    await past.runAll(at, actor, command, inputs);
  }
}

/** Grants a role to some people without it, for a few days. */
async function lend({ past, dice, people, managers }: Scene, roleId: number, holders: DemoPerson[]) {
  const without = people.filter((each) => !holders.includes(each) && dice() < 0.06);
  for (let from = 0; from < without.length; from += 4) {
    const group = without.slice(from, from + 4);
    const at = lately(dice, group.at(-1)!.createdAt);
    const actor = pick(dice, managers);
    const inputs = group.map(({ id: userId }) => ({ userId, roleId }));
    await past.runAll(at, actor, grantRole, inputs);
    await past.runAll(soonAfter(dice, at), actor, revokeRole, inputs);
  }
}
