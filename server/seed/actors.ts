import { systemSubject, type PlatformActor, type TenantActor } from "@/server/kernel/operation/actor";
import { administratorCapabilities, platformAdministratorCapabilities } from "@/server/kernel/capabilities";

const base = {
  channel: "system" as const,
  subject: systemSubject("Set-up"),
  request: { ip: null, requestId: null },
};

/** The seed as an actor of the platform. */
export const platformSystem: PlatformActor = {
  ...base,
  scope: "platform",
  capabilities: platformAdministratorCapabilities,
};

/** Returns the seed as an actor of a tenant. */
export const tenantSystem = (tenantId: number): TenantActor => ({
  ...base,
  scope: "tenant",
  tenantId,
  capabilities: administratorCapabilities.owner,
});
