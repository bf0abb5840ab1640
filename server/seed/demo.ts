import { addApps } from "./demo-apps";
import { addIncidents } from "./demo-incidents";
import { addOrganization } from "./demo-people";
import { ago, DAY, type Past } from "./demo-scene";
import { addRequests, addSettings } from "./demo-settings";
import { addFactors, addProvisioning, addSignIns, addUsage } from "./demo-traces";
import { random } from "./random";
import type { SeededTenant } from "./seed-file";

/** Creates a realistic organization, and a small one whose owner is also an administrator of the first. */
export async function fillDemo(past: Past, acme: SeededTenant, globex: SeededTenant) {
  const dice = random(20_261_121);
  const { scene, holders } = await addOrganization(past, dice, acme, {
    count: 318,
    domain: "acme.example",
    ownerName: "Olivia Hart",
  });
  const apps = await addApps(scene, holders);
  await addSettings(scene);
  const factors = await addFactors(scene, apps.tagged.finance);
  const lastSeen = await addSignIns(scene, apps, factors);
  await addProvisioning(scene);
  await addUsage(scene);
  await addIncidents(scene, apps, factors, lastSeen);
  await addRequests(scene, apps, factors, lastSeen);

  await addOrganization(past, dice, globex, {
    count: 24,
    domain: "globex.example",
    ownerName: "Gus Lindqvist",
  });
  await shareAdministrator(past, acme, globex);
  // Without this, a server with a mail server would send these messages about events that never happened.
  await past.database.sql`delete from messages`;
}

/** Makes globex's owner an administrator of acme too, with the same password, so that the console offers both. */
async function shareAdministrator(past: Past, acme: SeededTenant, globex: SeededTenant) {
  const passwordHash = await past.ports.passwords.hash(globex.owner.password);
  const { email } = globex.owner;
  await past.stores.tenant(acme.tenantId).write(async (tx) => {
    const [createdAt, emailVerifiedAt] = [ago(400 * DAY), ago(400 * DAY)];
    const twin = await tx.users.insert({
      email,
      name: "Gus Lindqvist",
      emailVerifiedAt,
      passwordHash,
      createdAt,
    });
    await tx.administrators.insert({ userId: twin.id, role: "admin", grantedAt: createdAt });
  });
}
