import type { DemoPerson } from "./demo";
import type { DemoApps } from "./demo-apps";
import type { Attempt } from "./demo-attempts";
import { addFactors } from "./demo-factors";
import { addIncidents } from "./demo-incidents";
import { addProvisioning } from "./demo-provisioning";
import { addRequests } from "./demo-requests";
import { addRules } from "./demo-rules";
import { dateByRecords, type Scene } from "./demo-scene";
import { addSettings } from "./demo-settings";
import { attemptsOfAll, recordAttempts } from "./demo-sign-ins";
import { addUsage } from "./demo-usage";

/** Fills each area of the console: settings, rules, weeks of sign-ins, and pending decisions. */
export async function fillAreas(scene: Scene, apps: DemoApps) {
  const { deps, tenant } = scene;
  await addRules(scene, apps);
  await addSettings(scene);
  const factors = await addFactors(scene, apps.tagged.finance);
  const attempts = await attemptsOfAll(scene, apps, factors);
  await recordAttempts(scene, attempts, apps.tagged.contractor);
  await addProvisioning(scene);
  await addUsage(scene);

  const lastSeen = new Map<DemoPerson, Attempt>();
  for (const attempt of attempts) {
    const { person, outcome } = attempt;
    if (outcome === "succeeded" && !person.suspended && !person.locked) lastSeen.set(person, attempt);
  }
  await addIncidents(scene, apps, factors, lastSeen);
  await addRequests(scene, apps, factors, lastSeen);
  await dateByRecords(deps.database, tenant.tenantId);
  // Without this, a server with a mail server would send these messages about events that never happened.
  await deps.database.sql`delete from messages where tenant_id = ${tenant.tenantId}`;
}
